import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { answer, releaseById, releases } from '@headroom/shared'

const { values } = parseArgs({ options: { release: { type: 'string' } } })
const release = values.release === undefined ? undefined : releaseById(values.release)

if (release) {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    if (!process.stdout.write(`${answer(line, release)}\n`)) await once(process.stdout, 'drain')
  }
} else {
  const known = releases.map(({ id }) => id).join(' ')
  process.stderr.write(
    `core: ${values.release === undefined ? 'name a release' : `no release ${values.release}`}: --release RELEASE < requests > answers\n`,
  )
  process.stderr.write(`releases: ${known}\n`)
  process.exitCode = 2
}
