import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL of the tests' own, on a socket in a folder of its own, and nowhere else. */
export interface Cluster {
  /** A new and empty database. */
  readonly database: () => string
  readonly stop: () => void
}

/** Where Debian keeps the server's programs, or undefined. PostgreSQL does not run as root: there it needs its own user. */
function installed():
  | { readonly bin: string; readonly as: readonly string[]; readonly user: string }
  | undefined {
  const root = '/usr/lib/postgresql'
  const version = existsSync(root) ? readdirSync(root).sort().at(-1) : undefined
  const bin = version && join(root, version, 'bin')
  if (!bin || !existsSync(join(bin, 'initdb'))) return undefined
  if (process.getuid?.() !== 0) return { bin, as: [], user: userInfo().username }
  const isKnown = spawnSync('id', ['postgres']).status === 0
  return isKnown ? { bin, as: ['runuser', '-u', 'postgres', '--'], user: 'postgres' } : undefined
}

/** Undefined where PostgreSQL is not installed. */
export function startCluster(): Cluster | undefined {
  const server = installed()
  if (!server) return undefined
  const { bin, as, user } = server
  const folder = mkdtempSync(join(tmpdir(), 'headroom-postgres-'))
  const run = (name: string, ...words: readonly string[]) => {
    const [program = '', ...others] = [...as, join(bin, name), ...words]
    execFileSync(program, others, { stdio: 'ignore' })
  }
  if (as.length > 0) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, user], { encoding: 'utf8' })),
    )
    chownSync(folder, uid ?? 0, gid ?? 0)
  }
  const data = join(folder, 'data')
  run('initdb', '--no-sync', '--auth=trust', '-U', user, '-D', data)
  run(
    'pg_ctl',
    '-w',
    '-D',
    data,
    '-l',
    join(folder, 'log'),
    '-o',
    `-c listen_addresses='' -k ${folder}`,
    'start',
  )
  let made = 0
  return {
    database: () => {
      made += 1
      run('createdb', '-h', folder, '-U', user, `t${made}`)
      return `postgres:///t${made}?host=${folder}&user=${user}`
    },
    stop: () => {
      run('pg_ctl', '-w', '-D', data, '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
