import { type DropItem, isDirectoryDropItem, isFileDropItem } from 'react-aria-components'

/** Files among what was dropped, those of folders and of folders in them too. */
export async function filesIn(items: Iterable<DropItem> | AsyncIterable<DropItem>): Promise<readonly File[]> {
  const files: File[] = []
  for await (const item of items) {
    if (isFileDropItem(item)) files.push(await item.getFile())
    else if (isDirectoryDropItem(item)) files.push(...(await filesIn(item.getEntries())))
  }
  return files
}
