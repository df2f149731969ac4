/**
 * nova/scheduler/filters/extra_specs_ops.py: match. What a flavor asks against what a host or an aggregate has: plain text,
 * or an operator and its operands. `'raises'` is a number wanted of text that is none, which ends the whole request.
 */
export function matches(value: string, asked: string): boolean | 'raises' {
  const [operator = '', ...operands] = asked.split(/\s+/).filter((word) => word !== '')
  const [operand] = operands
  if (operator === '<or>') return oneOf(operands).includes(value)
  const compare = operators[operator]
  if (!compare) return value === asked
  return operand === undefined ? false : compare(value, operand, operands)
}

/** `v1 <or> v2 <or> v3`. */
const oneOf = (words: readonly string[]) => words.filter((_, index) => index % 2 === 0)

type Compare = (value: string, operand: string, operands: readonly string[]) => boolean | 'raises'

const numbers =
  (compare: (a: number, b: number) => boolean): Compare =>
  (value, operand) => {
    const [a, b] = [Number(value), Number(operand)]
    return Number.isNaN(a) || Number.isNaN(b) || value.trim() === '' ? 'raises' : compare(a, b)
  }

const operators: Readonly<Record<string, Compare>> = {
  '=': numbers((a, b) => a >= b),
  '==': numbers((a, b) => a === b),
  '!=': numbers((a, b) => a !== b),
  '>=': numbers((a, b) => a >= b),
  '<=': numbers((a, b) => a <= b),
  '<in>': (value, operand) => value.includes(operand),
  '<all-in>': (value, _, operands) => operands.every((word) => value.includes(word)),
  's==': (value, operand) => value === operand,
  's!=': (value, operand) => value !== operand,
  's<': (value, operand) => value < operand,
  's<=': (value, operand) => value <= operand,
  's>': (value, operand) => value > operand,
  's>=': (value, operand) => value >= operand,
}
