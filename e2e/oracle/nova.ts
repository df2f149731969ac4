import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Release, releases } from '@headroom/shared'

type Json = Readonly<Record<string, unknown>>

/** The Nova installed on this machine, asked through `ask_nova.py`. */
export interface Nova {
  /** Its version, `26.2.2`, and the release whose rules it follows. */
  readonly version: string
  readonly release: Release
  /** `out` of each request, in the order asked. Rejects where the program ends before it has answered. */
  readonly ask: (requests: readonly object[]) => Promise<readonly Json[]>
  readonly end: () => void
}

/** Debian's python, which has Debian's Nova. */
const python = '/usr/bin/python3'

/** Starts the program, from the repository; a text says why there is no Nova to ask. */
export async function startNova(): Promise<Nova | string> {
  const child = spawn(python, [join(process.cwd(), 'e2e/oracle/ask_nova.py')])
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const ended = once(child, 'close').catch(() => {})
  const ask = asker(child, () => complaint)
  try {
    const [info] = await ask([{ op: 'info' }])
    const version = String(info?.version)
    const release = releaseOf(version)
    const end = () => child.stdin.end()
    return release ? { version, release, ask, end } : `ask_nova: Nova ${version} is of no release known here`
  } catch {
    await ended
    return (
      complaint.trim() ||
      `${python} could not be started; on Debian: apt-get install python3-nova python3-libvirt`
    )
  }
}

function asker(child: ChildProcessWithoutNullStreams, complaint: () => string): Nova['ask'] {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  child.stdin.on('error', () => {})
  return async (requests) => {
    child.stdin.write(requests.map((request) => `${JSON.stringify(request)}\n`).join(''))
    const answers: Json[] = []
    for (const _ of requests) {
      const line = await lines.next()
      if (line.done) throw new Error(`Nova ended: ${complaint()}`)
      answers.push((JSON.parse(line.value) as { out: Json }).out)
    }
    return answers
  }
}

/** The last release of the same series that is not newer. */
const releaseOf = (version: string): Release | undefined =>
  releases.filter(({ nova }) => isOfSeries(nova, version) && !isNewer(nova, version)).at(-1)

const numbers = (version: string) => version.split('.').map(Number)

const isOfSeries = (nova: string, version: string) => numbers(nova)[0] === numbers(version)[0]

const isNewer = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) > 0
