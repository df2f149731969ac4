/**
 * The least count above zero of which `is` is false, where it is true of every count before and of none after; `limit`
 * where it is of no less. Found by steps that double from `guess`, and then by halving.
 */
export function firstFalse(is: (count: number) => boolean, guess: number, limit: number): number {
  let no = Math.min(Math.max(guess, 1), limit)
  let yes = 0
  if (is(no)) {
    for (let step = 1; ; step *= 2) {
      yes = no
      if (yes === limit) return limit
      no = Math.min(yes + step, limit)
      if (!is(no)) break
    }
  } else {
    for (let step = 1; no - step > 0; step *= 2) {
      yes = no - step
      if (is(yes)) break
      no = yes
      yes = 0
    }
  }
  while (no - yes > 1) {
    const middle = (yes + no) >> 1
    if (is(middle)) yes = middle
    else no = middle
  }
  return no
}
