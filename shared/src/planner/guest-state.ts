import type { Guest } from '../model/guest.ts'

/** nova/compute/power_state.py: RUNNING; a guest whose power was not read is taken at its state. */
export const isRunning = ({ vmState, powerState }: Guest): boolean =>
  powerState === undefined ? vmState === 'active' : powerState === 1
