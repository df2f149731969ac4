/**
 * Guests that share what is alike. Each is read with a flavor and an image of its own, of which a cloud has few: as one
 * value they are kept once, and what is known of one is known of all.
 */
export function sharingAlike<Guest extends { readonly flavor: object; readonly image: object }>(
  guests: Iterable<Guest>,
): readonly Guest[] {
  const flavor = sharer<Guest['flavor']>()
  const image = sharer<Guest['image']>()
  return Array.from(guests, (guest) => ({
    ...guest,
    flavor: flavor(guest.flavor),
    image: image(guest.image),
  }))
}

function sharer<T>(): (one: T) => T {
  const known = new Map<string, T>()
  return (one) => {
    const key = JSON.stringify(one)
    const first = known.get(key) ?? one
    known.set(key, first)
    return first
  }
}
