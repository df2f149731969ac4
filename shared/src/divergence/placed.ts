import type { GuestTopology } from '../model/cell.ts'
import type { Guest } from '../model/guest.ts'

/** Shelved and its host given up: Nova may still have it there while it comes back, and nothing of it is there. */
export const isOffloaded = ({ vmState }: Guest): boolean => vmState === 'shelved_offloaded'

/** The cells a guest is on; undefined for one without, for one whose cells were not read, and for one that is offloaded. */
export const placedOn = (guest: Guest): GuestTopology | undefined =>
  typeof guest.topology === 'string' || isOffloaded(guest) ? undefined : guest.topology
