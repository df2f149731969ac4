import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { answer, type Release, releaseById, releases } from '@headroom/shared'

const usage = `usage: core --release RELEASE < requests.jsonl > answers.jsonl
releases: ${releases.map(({ id }) => id).join(' ')}
`

/** The release asked for; undefined where the command line names none, or names another thing. */
function asked(): Release | undefined {
  try {
    const { values } = parseArgs({ options: { release: { type: 'string' } } })
    return releaseById(values.release ?? '')
  } catch {
    return undefined
  }
}

/** Each line is answered before the next is read. */
async function answerAll(release: Release): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    if (line.trim() === '') continue
    if (!process.stdout.write(`${answer(line, release)}\n`)) await once(process.stdout, 'drain')
  }
}

const release = asked()
if (release) await answerAll(release)
else {
  process.stderr.write(usage)
  process.exitCode = 2
}
