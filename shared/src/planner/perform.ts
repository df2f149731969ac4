import type { Action } from './action.ts'
import { boot } from './boot.ts'
import type { Cloud } from './cloud.ts'
import { coldMigrate, resize } from './cold-move.ts'
import { setReservedHugePages } from './configure.ts'
import { setCpuSets } from './cpu-sets.ts'
import { evacuate } from './evacuate.ts'
import {
  setAllocationRatios,
  setPacking,
  setReservedHostCpus,
  setReservedHostMemory,
} from './host-options.ts'
import { givePages, takePages } from './host-pages.ts'
import { addHost, loseHost, setService } from './host-service.ts'
import { liveMigrate } from './live-migrate.ts'
import type { Long } from './long.ts'
import { type Performed, unchanged } from './performed.ts'
import { powerOff, powerOn } from './power.ts'
import { rebootHost } from './reboot.ts'
import { rebuild } from './rebuild.ts'
import { confirm, deleteGuest, revert } from './settle-move.ts'
import { shelve, shelveOffload, unshelve } from './shelve.ts'
import { countStates } from './states.ts'
import { setEnabledFilters, upgradeCompute, upgradeScheduler } from './upgrade.ts'

type Handler<Asked> = (cloud: Cloud, action: Asked) => Performed | Long<Performed>

/** For what asks every host: the first to ask a cloud counts all of them, which takes the longest and may be stopped. */
const countedFirst = <Asked>(handler: (cloud: Cloud, action: Asked) => Performed): Handler<Asked> =>
  function* (cloud, action) {
    yield* countStates(cloud)
    return handler(cloud, action)
  }

/** One handler an action; an action without a handler does not compile. */
const handlers: { readonly [Do in Action['do']]: Handler<Extract<Action, { do: Do }>> } = {
  boot,
  'live-migrate': countedFirst(liveMigrate),
  'cold-migrate': countedFirst(coldMigrate),
  resize: countedFirst(resize),
  confirm,
  revert,
  delete: deleteGuest,
  'take-pages': takePages,
  'give-pages-back': givePages,
  'set-reserved-huge-pages': setReservedHugePages,
  'set-allocation-ratios': setAllocationRatios,
  'set-reserved-host-memory': setReservedHostMemory,
  'set-reserved-host-cpus': setReservedHostCpus,
  'set-cpu-sets': setCpuSets,
  'set-packing': setPacking,
  'set-enabled-filters': setEnabledFilters,
  'upgrade-scheduler': upgradeScheduler,
  'upgrade-compute': upgradeCompute,
  'power-off': powerOff,
  'power-on': powerOn,
  'set-service': setService,
  'add-host': addHost,
  'lose-host': loseHost,
  'reboot-host': rebootHost,
  evacuate: countedFirst(evacuate),
  shelve,
  'shelve-offload': shelveOffload,
  unshelve: countedFirst(unshelve),
  rebuild,
}

export function* perform(cloud: Cloud, action: Action): Long<Performed> {
  if (action.disabled) return unchanged(cloud, { kind: 'left-out' })
  const handler = handlers[action.do] as Handler<Action>
  const performed = handler(cloud, action)
  return 'outcome' in performed ? performed : yield* performed
}
