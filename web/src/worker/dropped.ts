import { addFiles, type Import, type ImportedFile, type Snapshot } from '@headroom/shared'
import { type FileView, fileView } from '../features/import/view-model.ts'

/** What was dropped on the page or pasted, kept as long as the page is open. */
export interface Dropped {
  readonly import: Import
  readonly views: ReadonlyMap<ImportedFile, FileView>
}

/** With more files, joined with those before. A file of the same name and format replaces the one before. */
export async function withFiles(before: Dropped | undefined, files: readonly File[]): Promise<Dropped> {
  const texts = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })))
  const now = addFiles(before?.import, texts)
  const fresh = now.files.slice(-texts.length)
  const views = fresh.map((file, i) => [file, fileView(file, texts[i]?.text ?? '')] as const)
  return { import: now, views: new Map([...(before?.views ?? []), ...views]) }
}

/** On top of a snapshot, so that more files can extend it. */
export const overSnapshot = (snapshot: Snapshot): Dropped => ({
  import: addFiles(snapshot, []),
  views: new Map(),
})

export const filesOf = (dropped: Dropped): readonly FileView[] =>
  dropped.import.files.flatMap((file) => dropped.views.get(file) ?? [])
