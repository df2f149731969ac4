import { figure, memoryOf, memoryText, Pages, pageSizeText } from '@headroom/shared'
import { novaFree, type PoolBooks, promisedBeyond } from './pool-books.ts'

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const part = (pages: number, words: string) => (pages > 0 ? [`${figure(pages)} ${words}`] : [])

/** Everything the bar shows, in words: its accessible name. */
export function barWords(books: PoolBooks, of: string): string {
  const { size, nova, host } = books
  const beyond = promisedBeyond(books)
  const difference = beyond === undefined ? undefined : memoryText(memoryOf(Pages(Math.abs(beyond)), size))
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
    ...(beyond === undefined
      ? []
      : beyond > 0
        ? [`Nova would promise ${figure(beyond)} pages (${difference}) that the host does not have.`]
        : beyond < 0
          ? [`Nova will not use ${figure(-beyond)} pages (${difference}) that are free.`]
          : ['The books agree.']),
  ].join(' ')
}
