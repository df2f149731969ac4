import {
  type ImportedFile as CoreImportedFile,
  type Import,
  type InputFile,
  Instant,
  type Parsed,
  problemsOf,
  readFiles,
  releaseById,
  releases,
} from '@headroom/shared'
import { z } from '@hono/zod-openapi'
import { problem } from './problem.ts'

/** Files as they came, and what the caller knows that no file says. */
export interface Files {
  readonly name: string | undefined
  readonly release: string | undefined
  readonly files: readonly InputFile[]
}

const Release = z
  .string()
  .refine((id) => releaseById(id) !== undefined, releases.map(({ id }) => id).join(' or '))
  .optional()

export const FilesV1 = z
  .strictObject({
    name: z.string().optional().describe('What to call the snapshot.'),
    release: Release.describe('Release of Nova, where no file says.'),
    files: z
      .array(
        z.strictObject({
          name: z.string(),
          text: z.string().describe('What is in it; its format is told by that.'),
          read_at: z.iso.datetime().optional().describe('When it was read at its origin.'),
        }),
      )
      .min(1),
  })
  .openapi('Files')

/** Whether a JSON body brings files, not a snapshot. */
export const bringsFiles = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'files' in json

export function readFilesJson(json: unknown): Parsed<Files> {
  const read = FilesV1.safeParse(json)
  if (!read.success) return { facts: undefined, problems: problemsOf(read.error, json) }
  const { name, release, files } = read.data
  const inputs = files.map(({ read_at, ...file }) =>
    read_at === undefined ? file : { ...file, readAt: Instant(read_at) },
  )
  return { facts: { name, release, files: inputs }, problems: [] }
}

/** Every part with a file name is a file; `name` and `release` are fields. */
export async function readFilesForm(form: FormData): Promise<Parsed<Files>> {
  const parts = [...form.values()].filter((part) => typeof part !== 'string')
  const files = await Promise.all(parts.map(async (part) => ({ name: part.name, text: await part.text() })))
  const fields = [...form.entries()].filter(([, value]) => typeof value === 'string' && value !== '')
  return readFilesJson({ ...Object.fromEntries(fields), files })
}

export const ImportedFile = z
  .object({
    name: z.string(),
    format: z.string().optional().describe('Absent where it is none that Headroom reads.'),
    understood: z.array(z.object({ what: z.string(), count: z.int() })),
    problems: z.array(
      z.object({
        severity: z.enum(['error', 'warning']),
        line: z.int().optional(),
        path: z.string().optional(),
        expected: z.string(),
        found: z.string().optional(),
      }),
    ),
  })
  .openapi('ImportedFile')

export const shownFile = ({
  name,
  format,
  understood,
  problems,
}: CoreImportedFile): z.infer<typeof ImportedFile> => ({
  name,
  ...(format === undefined ? {} : { format }),
  understood: [...understood],
  problems: problems.map(({ at, ...rest }) => ({ ...rest, ...at })),
})

/** Reads the files as one snapshot. Files of which nothing was understood are a problem that says what is wrong with each. */
export function understand({ name, release, files }: Files): Import {
  const read = readFiles(files)
  if (read.files.every(({ understood }) => understood.length === 0))
    throw problem(422, 'None of the files is of a format that Headroom reads.', {
      files: read.files.map(shownFile),
    })
  const { snapshot } = read
  return {
    ...read,
    snapshot: { ...snapshot, name: name ?? snapshot.name, release: release ?? snapshot.release },
  }
}
