declare const unit: unique symbol

/** A number that remembers what it counts. Bare arithmetic forgets; the helpers below keep it. */
export type Quantity<Unit extends string> = number & { readonly [unit]: Unit }

/** Memory. The core's only memory unit: flavors are whole MiB, pages and libvirt are KiB, so KiB is exact for both. */
export type KiB = Quantity<'KiB'>
export type Pages = Quantity<'pages'>
/** The kernel's `hugepages-<size>kB`, and a node's base page: 4, 64, 2048, 1048576. */
export type PageSize = Quantity<'KiB per page'>

export const KiB = (n: number) => n as KiB
export const MiB = (n: number) => (n * 1024) as KiB
export const GiB = (n: number) => (n * 1024 * 1024) as KiB
export const Pages = (n: number) => n as Pages
export const PageSize = (kib: number) => kib as PageSize

/** The same memory as Nova writes it, in MiB; a fraction where it is not whole. */
export const inMiB = (memory: KiB): number => memory / 1024
export const inBytes = (memory: KiB): number => memory * 1024

/** The same in GiB, as Nova writes disk; a fraction where it is not whole. */
export const inGiB = (memory: KiB): number => memory / (1024 * 1024)

/** How many pages back this much memory, or undefined when it is not a whole number of pages. */
export const pagesFor = (memory: KiB, size: PageSize): Pages | undefined =>
  memory % size === 0 ? Pages(memory / size) : undefined

export const memoryOf = (pages: Pages, size: PageSize): KiB => KiB(pages * size)

/** `a > b`, refusing to compare different units: TypeScript lets the bare operator through. */
export const exceeds = <U extends string>(a: Quantity<U>, b: NoInfer<Quantity<U>>): boolean => a > b

export const plus = <U extends string>(a: Quantity<U>, b: NoInfer<Quantity<U>>): Quantity<U> =>
  (a + b) as Quantity<U>

export const minus = <U extends string>(a: Quantity<U>, b: NoInfer<Quantity<U>>): Quantity<U> =>
  (a - b) as Quantity<U>

export const sum = <U extends string>(all: Iterable<Quantity<U>>): Quantity<U> => {
  let total = 0
  for (const one of all) total += one
  return total as Quantity<U>
}
