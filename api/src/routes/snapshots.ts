import {
  type ImportedFile as CoreImportedFile,
  type Parsed,
  readSnapshot,
  type Snapshot,
  writeSnapshot,
} from '@headroom/shared'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { bodyType, formBody, jsonBody } from '../body.ts'
import { digest } from '../digest.ts'
import {
  bringsFiles,
  type Files,
  ImportedFile,
  readFilesForm,
  readFilesJson,
  shownFile,
  understand,
} from '../files.ts'
import type { Ports } from '../ports.ts'
import { problem, problems } from '../problem.ts'
import { documentSchema } from '../schemas.ts'
import type { Cursor, StoredSnapshot } from '../store/store.ts'

const Stored = z
  .object({
    id: z.string().openapi({ description: 'Follows from the document: the same document has the same id.' }),
    name: z.string(),
    release: z.string().optional(),
    taken_at: z.iso.datetime().optional(),
    stored_at: z.iso.datetime(),
    hosts: z.int(),
    guests: z.int(),
    bytes: z.int(),
  })
  .openapi('StoredSnapshot')

const Created = Stored.extend({
  files: z.array(ImportedFile).optional().openapi({ description: 'What was made of each file.' }),
}).openapi('CreatedSnapshot')

const Page = z.object({
  snapshots: z.array(Stored),
  next: z.string().optional().openapi({ description: 'The next page; absent on the last.' }),
})

const id = z.object({ id: z.string() })
const base = '/api/v1/snapshots'

/** A cursor as text that may stand in a query. */
const cursorText = ({ storedAt, id }: Cursor): string => `${storedAt}~${id}`
const CursorText = z.templateLiteral([z.iso.datetime(), '~', z.string().min(1)]).transform((text): Cursor => {
  const [storedAt = '', id = ''] = text.split('~', 2)
  return { storedAt, id }
})

/** As `curl -F` sends them. */
const filesForm = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const },
    release: { type: 'string' as const },
    file: { type: 'array' as const, items: { type: 'string' as const, format: 'binary' } },
  },
}

const create = createRoute({
  method: 'post',
  path: '/snapshots',
  summary: 'Store a snapshot, or what files of any recognised format make together',
  request: {
    body: {
      required: true,
      content: {
        'application/json': { schema: { oneOf: [documentSchema('Snapshot'), documentSchema('Files')] } },
        'multipart/form-data': { schema: filesForm },
      },
    },
  },
  responses: {
    200: { description: 'It was stored before', content: { 'application/json': { schema: Created } } },
    201: { description: 'It is stored', content: { 'application/json': { schema: Created } } },
    ...problems(400, 413, 415, 422),
  },
})

const list = createRoute({
  method: 'get',
  path: '/snapshots',
  summary: 'What is stored, newest first',
  request: {
    query: z.object({
      limit: z.coerce.number().pipe(z.int().min(1).max(1000)).default(100).openapi({ type: 'integer' }),
      after: CursorText.optional().openapi({ type: 'string', description: '`next` of the page before.' }),
    }),
  },
  responses: {
    200: { description: 'One page', content: { 'application/json': { schema: Page } } },
    ...problems(400),
  },
})

const get = createRoute({
  method: 'get',
  path: '/snapshots/{id}',
  summary: 'A snapshot as it was stored; it never changes',
  request: { params: id },
  responses: {
    200: {
      description: 'The snapshot',
      content: { 'application/json': { schema: documentSchema('Snapshot') } },
    },
    304: { description: 'The caller has it' },
    ...problems(404),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/snapshots/{id}',
  summary: 'Remove a snapshot',
  request: { params: id },
  responses: { 204: { description: 'It is removed' }, ...problems(404) },
})

const shown = (stored: StoredSnapshot): z.infer<typeof Stored> => ({
  id: stored.id,
  name: stored.name,
  ...(stored.release === undefined ? {} : { release: stored.release }),
  ...(stored.takenAt === undefined ? {} : { taken_at: stored.takenAt }),
  stored_at: stored.storedAt,
  hosts: stored.hosts,
  guests: stored.guests,
  bytes: stored.bytes,
})

const encoder = new TextEncoder()

/** What a caller brings: a snapshot, and what was made of each file where it came as files. */
interface Brought {
  readonly snapshot: Snapshot
  readonly files?: readonly CoreImportedFile[]
}

async function brought(request: Request): Promise<Brought> {
  if (bodyType(request, ['application/json', 'multipart/form-data']) === 'multipart/form-data')
    return understand(await formBody(request, readFilesForm))
  const body = await jsonBody(request, readSnapshotOrFiles)
  return 'files' in body ? understand(body) : { snapshot: body }
}

const readSnapshotOrFiles = (json: unknown): Parsed<Snapshot | Files> =>
  bringsFiles(json) ? readFilesJson(json) : readSnapshot(json)

/** Stores a snapshot, or finds that it is stored. */
async function keep(
  { store, now }: Ports,
  snapshot: Snapshot,
): Promise<{ readonly stored: StoredSnapshot; readonly isNew: boolean }> {
  const document = JSON.stringify(writeSnapshot(snapshot))
  const bytes = encoder.encode(document)
  const stored: StoredSnapshot = {
    id: await digest(bytes),
    name: snapshot.name,
    release: snapshot.release,
    takenAt: snapshot.takenAt,
    storedAt: now(),
    hosts: snapshot.hosts.length,
    guests: snapshot.guests.length,
    bytes: bytes.length,
  }
  if (await store.put(stored, document)) return { stored, isNew: true }
  return { stored: (await store.find(stored.id)) ?? stored, isNew: false }
}

const noSuch = (id: string) => problem(404, `No snapshot has the id ${id}.`)

export const snapshots = (ports: Ports) =>
  new OpenAPIHono()
    .openapi(create, async (c) => {
      const { snapshot, files } = await brought(c.req.raw)
      const { stored, isNew } = await keep(ports, snapshot)
      c.header('location', `${base}/${stored.id}`)
      return c.json(
        { ...shown(stored), ...(files ? { files: files.map(shownFile) } : {}) },
        isNew ? 201 : 200,
      )
    })
    .openapi(list, async (c) => {
      const { limit, after } = c.req.valid('query')
      const page = await ports.store.list({ limit: limit + 1, after })
      const rows = page.slice(0, limit)
      const last = page.length > limit ? rows.at(-1) : undefined
      return c.json({ snapshots: rows.map(shown), ...(last ? { next: cursorText(last) } : {}) }, 200)
    })
    .openapi(get, async (c) => {
      const { id } = c.req.valid('param')
      const document = await ports.store.document(id)
      if (document === undefined) throw noSuch(id)
      const headers = { etag: `"${id}"`, 'cache-control': 'private, max-age=31536000, immutable' }
      if (c.req.header('if-none-match')?.includes(headers.etag)) return c.body(null, 304, headers)
      return c.body(document, 200, { 'content-type': 'application/json', ...headers })
    })
    .openapi(remove, async (c) => {
      const { id } = c.req.valid('param')
      if (!(await ports.store.remove(id))) throw noSuch(id)
      return c.body(null, 204)
    })
