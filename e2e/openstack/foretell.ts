/*
 * A real OpenStack against ours: its database's rows are the snapshot, each move is foretold on it, then done.
 *
 *   . openrc; npm run -s openstack -- --database mysql://USER:PASSWORD@127.0.0.1:PORT/nova_api [--conf FILE]…
 *
 * Prints one row a move; ends with 1 where a move went another way than foretold.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { cloudOf, readFiles, releaseById, replay } from '@headroom/shared'
import { type Compute, computeOf, type Refused, type Server } from './cloud.ts'
import { type Move, moves } from './moves.ts'
import { type Foretold, intention, sayOf } from './prediction.ts'
import { readRows } from './rows.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    conf: { type: 'string', multiple: true, default: [] },
    release: { type: 'string', default: 'zed' },
    only: { type: 'string', multiple: true },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const { OS_AUTH_URL, OS_USERNAME, OS_PASSWORD, OS_PROJECT_NAME } = process.env
const { database } = values
const release = releaseById(values.release)

if (!database || !release || !OS_AUTH_URL || !OS_USERNAME || !OS_PASSWORD || !OS_PROJECT_NAME) {
  say(
    'wanted: --database URI, a --release Headroom knows, and OS_AUTH_URL, OS_USERNAME, OS_PASSWORD, OS_PROJECT_NAME',
  )
  process.exit(2)
}
const access = {
  authUrl: OS_AUTH_URL,
  username: OS_USERNAME,
  password: OS_PASSWORD,
  project: OS_PROJECT_NAME,
}
const compute = await computeOf(access)
const flavors = await compute.flavors()
const image = await compute.image()
const conf = values.conf.map((path) => ({ name: basename(path), text: readFileSync(path, 'utf8') }))

async function foretold(move: Move, server: Server | undefined, uri: string): Promise<Foretold> {
  const { snapshot } = readFiles([{ name: 'rows.json', text: await readRows(uri) }, ...conf])
  const [step] = replay(cloudOf(snapshot, release ?? fail('no release')), [intention(move, server)])
  return sayOf(step ?? fail('no step'), server)
}

const fail = (why: string): never => {
  throw new Error(why)
}

/** What the move came to: the host the server is on after it. */
async function done(move: Move, server: Server | undefined): Promise<Server | Refused | 'gone'> {
  const known = () => server ?? fail(`${move.server} was not booted`)
  const act = async (action: Readonly<Record<string, unknown>>) => {
    const { id } = known()
    return (await compute.act(id, action)) ?? compute.settled(id)
  }
  switch (move.do) {
    case 'boot': {
      const { server: name, flavor, host, zone } = move
      const created = await compute.create({
        server: {
          name,
          imageRef: image,
          flavorRef: flavors.get(flavor),
          networks: 'none',
          ...(host ? { host } : {}),
          ...(zone ? { availability_zone: zone } : {}),
        },
      })
      return typeof created === 'string' ? compute.settled(created) : created
    }
    case 'live-migrate':
      return act({ 'os-migrateLive': { host: move.to ?? null, block_migration: 'auto' } })
    case 'cold-migrate':
      return act({ migrate: move.to ? { host: move.to } : null })
    case 'resize':
      return act({ resize: { flavorRef: flavors.get(move.flavor) } })
    case 'confirm':
      return act({ confirmResize: null })
    case 'revert':
      return act({ revertResize: null })
    case 'delete':
      await compute.remove(known().id)
      return 'gone'
  }
}

/** Where it is, or that it stayed. */
function cameTo(before: Server | undefined, after: Server | Refused | 'gone'): string {
  if (after === 'gone') return 'gone'
  if ('refused' in after) return 'refused'
  if (after.status === 'ERROR' && before?.status !== 'ERROR') return 'refused'
  if (before && after.host === before.host && after.status === before.status) return 'refused'
  return after.host ?? 'refused'
}

const named = async (api: Compute, name: string) => (await api.servers()).find((one) => one.name === name)

let misses = 0
const width = (text: string, n: number) => text.padEnd(n)
for (const move of moves.filter(({ server }) => !values.only || values.only.includes(server))) {
  const before = await named(compute, move.server)
  const expected = await foretold(move, before, database)
  const after = await done(move, before)
  const outcome = cameTo(before, after)
  const right = expected.outcomes.includes(outcome)
  if (!right) misses += 1
  const what = `${move.do} ${move.server}${'to' in move && move.to ? ` → ${move.to}` : ''}`
  say(
    `${right ? 'right' : 'MISS '} ${width(what, 40)} ${width(expected.outcomes.join(' or '), 26)} ${outcome}`,
  )
  if (!right) say(`      foretold because ${expected.because}; came ${JSON.stringify(after)}`)
}
say(`${moves.length - misses} of ${moves.length} as foretold`)
process.exitCode = misses === 0 ? 0 : 1
