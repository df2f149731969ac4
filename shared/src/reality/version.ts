/** `2.1`, `7.2.22`, `9.0.0-4+deb12u2`: its leading numbers, or undefined for text that does not open with one. */
export function versionOf(text: string | undefined): readonly number[] | undefined {
  const numbers = /^\D*(\d+(?:\.\d+)*)/.exec(text ?? '')?.[1]
  return numbers?.split('.').map(Number)
}

/** Whether a version is this one or later, number by number; a missing number is zero. */
export function atLeast(version: readonly number[], least: readonly number[]): boolean {
  for (let i = 0; i < least.length; i += 1) {
    const difference = (version[i] ?? 0) - (least[i] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}
