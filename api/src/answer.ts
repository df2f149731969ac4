import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

/** Whether the caller would rather have sentences than data. */
export const prefersText = (c: Context): boolean =>
  accepts(c, {
    header: 'Accept',
    supports: ['application/json', 'text/plain'],
    default: 'application/json',
  }) === 'text/plain'
