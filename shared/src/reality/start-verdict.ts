import type { NonEmpty } from '../collections.ts'
import type { HostId } from '../model/ids.ts'
import type { Gap } from '../model/snapshot.ts'
import type { Refusal } from './refusal.ts'

/** What the host's book says of starting one guest there. */
export type StartVerdict =
  | {
      readonly host: HostId
      readonly outcome: 'starts'
      /** It starts, but not as asked, or not for sure as long as it runs. */
      readonly remarks: readonly Refusal[]
      /** What was not read and is taken to be in order. */
      readonly assumes: readonly Gap[]
    }
  | {
      readonly host: HostId
      readonly outcome: 'refuses'
      /** What stops it first, and whatever was found besides. */
      readonly refusals: NonEmpty<Refusal>
    }
  | { readonly host: HostId; readonly outcome: 'unknown'; readonly gaps: NonEmpty<Gap> }
