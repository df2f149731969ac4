import { figure, memoryOf, memoryText, type PageSize, Pages, pageSizeText } from '@headroom/shared'
import { type BarBooks, type BarSum, novaFree, promisedBeyond } from './bar-books.ts'

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const part = (pages: number, words: string) => (pages > 0 ? [`${figure(pages)} ${words}`] : [])

const amount = (pages: number, size: PageSize) =>
  `${figure(pages)} pages (${memoryText(memoryOf(Pages(pages), size))})`

function difference(books: BarBooks | BarSum): readonly string[] {
  const beyond = promisedBeyond(books)
  if (beyond === undefined) return []
  const phantom = 'phantom' in books ? books.phantom : Math.max(beyond, 0)
  const hidden = 'hidden' in books ? books.hidden : Math.max(-beyond, 0)
  if (phantom === 0 && hidden === 0) return ['The books agree.']
  return [
    ...(phantom > 0
      ? [`Nova would promise ${amount(phantom, books.size)} that the host does not have.`]
      : []),
    ...(hidden > 0 ? [`Nova will not use ${amount(hidden, books.size)} that are free.`] : []),
  ]
}

/** Everything the bar shows, in words: its accessible name. */
export function barWords(books: BarBooks | BarSum, of: string): string {
  const { size, nova, host } = books
  return [
    `${of}, ${pageSizeText(size)} pages.`,
    host
      ? `On the host: ${listed([
          ...part(host.claimed, 'claimed by Nova’s guests'),
          ...part(host.thirdParty, 'held by a third party'),
          ...part(host.unseen, 'held by nobody who could be seen'),
          ...part(host.notRead, 'in use, holders not read'),
          `${figure(host.free)} free`,
        ])} of ${figure(host.total)}.`
      : 'The host was not read.',
    nova
      ? `By Nova’s book: ${listed([
          `${figure(nova.used)} used`,
          ...part(nova.reserved, 'reserved by configuration'),
          `${figure(novaFree(nova))} free`,
        ])} of ${figure(nova.total)}.`
      : 'Nova’s book was not read.',
    ...difference(books),
  ].join(' ')
}
