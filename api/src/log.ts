export type Fields = Readonly<Record<string, unknown>>

/** One line of JSON an event; errors with their stack, for whoever has to find out. */
export interface Log {
  readonly info: (event: string, fields?: Fields) => void
  readonly error: (event: string, error: unknown) => void
}

const told = (error: unknown): Fields =>
  error instanceof Error
    ? { message: error.message, stack: error.stack, ...(error.cause ? { cause: told(error.cause) } : {}) }
    : { message: String(error) }

export const jsonLog = (write: (line: string) => void, now: () => string): Log => {
  const line = (level: string, event: string, fields: Fields) =>
    write(`${JSON.stringify({ time: now(), level, event, ...fields })}\n`)
  return {
    info: (event, fields = {}) => line('info', event, fields),
    error: (event, error) => line('error', event, told(error)),
  }
}
