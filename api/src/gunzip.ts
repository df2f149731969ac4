import type { MiddlewareHandler } from 'hono'
import { problem } from './problem.ts'

/** A body that was sent gzipped, as it was before. How large it may be is counted after this. */
export const gunzip: MiddlewareHandler = async (c, next) => {
  const { body, headers } = c.req.raw
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (!body || encoding === 'identity') return next()
  if (encoding !== 'gzip') throw problem(415, `A body may be gzipped, not ${encoding}.`)
  const plain = new Headers(headers)
  plain.delete('content-encoding')
  plain.delete('content-length')
  const init: RequestInit & { readonly duplex: 'half' } = {
    headers: plain,
    body: unpacked(body),
    duplex: 'half',
  }
  c.req.raw = new Request(c.req.raw, init)
  return next()
}

function unpacked(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  const reader = body.pipeThrough(new DecompressionStream('gzip')).getReader()
  return new ReadableStream({
    pull: async (out) => {
      const { done, value } = await reader.read().catch((error: Error) => {
        throw problem(400, `The body is not the gzip its encoding says: ${error.message}.`)
      })
      if (done) out.close()
      else out.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
