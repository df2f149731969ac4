import { readSnapshot, type Snapshot } from '@headroom/shared'
import { refusal } from '../api/client.ts'

/** A stored snapshot from the API; undefined where it has none of that id. */
export async function fetchSnapshot(
  id: string,
  tell: (bytes: number, of: number | undefined) => void,
): Promise<Snapshot | undefined> {
  const response = await fetch(`/api/v1/snapshots/${encodeURIComponent(id)}`)
  if (response.status === 404) return undefined
  if (!response.ok) throw await refusal(response)
  const { facts, problems } = readSnapshot(JSON.parse(await textOf(response, tell)))
  if (facts) return facts
  const [first] = problems
  throw new Error(
    first
      ? `Snapshot “${id}” is not one: at ${first.at.path ?? 'its top'} it should have ${first.expected}.`
      : `Snapshot “${id}” is not one.`,
  )
}

async function textOf(
  response: Response,
  tell: (bytes: number, of: number | undefined) => void,
): Promise<string> {
  if (!response.body) return response.text()
  const whole =
    response.headers.get('content-encoding') === null && Number(response.headers.get('content-length'))
  let bytes = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      tell(bytes, whole || undefined)
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(counted)).text()
}
