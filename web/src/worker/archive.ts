import { strToU8, zipSync } from 'fflate'
import type { RemedyFile } from '../features/divergences/view-model.ts'

/** A zip of one text file a host, named by the host; what no file system takes becomes `_`. */
export const archiveOf = (files: readonly RemedyFile[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync(
      Object.fromEntries(
        files.map(({ host, text }) => [`${host.replaceAll(/[^\w.-]/g, '_')}.txt`, strToU8(text)]),
      ),
    ),
  )
