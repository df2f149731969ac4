import { resolve } from 'node:path'
import { z } from 'zod'

/** What the operator may set. The server listens on 127.0.0.1 and nowhere else. */
export interface Config {
  /** `HEADROOM_PORT`; 0 takes any free one. */
  readonly port: number
  /** `HEADROOM_DATA`: the folder of the database that is embedded. */
  readonly data: string
  /** `DATABASE_URL`: a PostgreSQL database in its place; undefined is the embedded one. */
  readonly database: string | undefined
  /** `HEADROOM_MAX_BODY_MIB`: the largest request body. */
  readonly maxBodyBytes: number
}

export type ParsedConfig =
  | { readonly ok: true; readonly config: Config }
  /** One line a variable. */
  | { readonly ok: false; readonly problems: readonly string[] }

const wholeNumber = (from: number, to: number, expected: string) =>
  z
    .string()
    .regex(/^\d+$/, expected)
    .transform(Number)
    .refine((n) => n >= from && n <= to, expected)

const Environment = z.object({
  HEADROOM_PORT: wholeNumber(0, 65_535, 'a port from 0 to 65535').default(8080),
  HEADROOM_DATA: z.string().default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'a URL that begins with postgres://')
    .optional(),
  HEADROOM_MAX_BODY_MIB: wholeNumber(1, 1024, 'a number of MiB from 1 to 1024').default(256),
})

/** May hold a password, and is not repeated. */
const secret = new Set(['DATABASE_URL'])

/** Reads the environment, once at the start. An empty variable counts as not set. */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): ParsedConfig {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => {
      const name = path.join('.')
      return secret.has(name)
        ? `${name}: expected ${message}`
        : `${name}: expected ${message}, found "${set[name]}"`
    })
    return { ok: false, problems }
  }
  const { HEADROOM_PORT: port, HEADROOM_DATA: data, HEADROOM_MAX_BODY_MIB: mib } = parsed.data
  const database = parsed.data.DATABASE_URL
  return { ok: true, config: { port, data: resolve(data), database, maxBodyBytes: mib * 1024 * 1024 } }
}
