/** The first of the greatest of so many numbers, of which one at a time changes. */
export interface Tournament {
  /** Undefined where every place is empty. */
  readonly winner: () => number | undefined
  /** The number at that place is another; undefined leaves the place empty. */
  readonly set: (place: number, value: number | undefined) => void
  /** All numbers at once: a place without is empty where `isIn` says so. */
  readonly setAll: (values: Float64Array, isIn: (place: number) => boolean) => void
}

const nobody = -1

/** Each match is kept, so that a change costs the matches on its way up: their number is the logarithm of the places. */
export function tournament(places: number): Tournament {
  const values = new Float64Array(places)
  const leaves = 2 ** Math.ceil(Math.log2(Math.max(places, 1)))
  const winners = new Int32Array(2 * leaves).fill(nobody)

  const play = (match: number): void => {
    const [left, right] = [winners[2 * match] as number, winners[2 * match + 1] as number]
    const isRight =
      right !== nobody && (left === nobody || (values[right] as number) > (values[left] as number))
    winners[match] = isRight ? right : left
  }

  return {
    winner: () => (winners[1] === nobody ? undefined : winners[1]),
    set: (place, value) => {
      winners[leaves + place] = value === undefined ? nobody : place
      if (value !== undefined) values[place] = value
      for (let match = (leaves + place) >> 1; match > 0; match >>= 1) play(match)
    },
    setAll: (all, isIn) => {
      values.set(all)
      for (let place = 0; place < places; place += 1) winners[leaves + place] = isIn(place) ? place : nobody
      for (let match = leaves - 1; match > 0; match -= 1) play(match)
    },
  }
}
