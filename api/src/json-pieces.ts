/** So deep that no piece has more than what one host or one guest is told, times the hosts. */
const deepest = 8

/** What `JSON.stringify` makes of a value, in pieces: an answer about every host of a large cloud may be longer than a string. */
export function* jsonPieces(value: unknown, depth = deepest): Generator<string, void, void> {
  if (depth === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  const isList = Array.isArray(value)
  yield isList ? '[' : '{'
  let before = ''
  const members = Object.entries(value).filter(([, one]) => isList || one !== undefined)
  for (const [key, one] of members) {
    yield isList ? before : `${before}${JSON.stringify(key)}:`
    yield* jsonPieces(one, depth - 1)
    before = ','
  }
  yield isList ? ']' : '}'
}

/** Pieces joined to such a length at least, the last aside. */
export function* joined(pieces: Iterable<string>, length: number): Generator<string, void, void> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < length) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}
