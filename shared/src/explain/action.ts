import { reservedValue } from '../divergence/remedy.ts'
import type { ImageProps } from '../model/flavor.ts'
import type { Action } from '../planner/action.ts'
import { releaseById } from '../releases/index.ts'
import { listed } from './holder.ts'
import { inMb, type Sentence, say } from './sentence.ts'

/** What was asked, as a line of the plan. */
export function explainAction(action: Action): Sentence {
  switch (action.do) {
    case 'boot': {
      const group = action.group === undefined ? [] : say` into server group ${{ code: action.group }}`
      const zone = action.zone === undefined ? [] : say` in zone ${{ code: action.zone }}`
      const what = [...say`Boot ${{ count: action.count }} × ${{ code: action.flavor }}`, ...group, ...zone]
      if (!action.on) return what
      return action.on.how === 'forced'
        ? [...what, ...say`, forced to ${{ host: action.on.host }}`]
        : [...what, ...say` on ${{ host: action.on.host }}`]
    }
    case 'live-migrate': {
      const guest = { guest: action.guest, name: action.guest }
      const by = action.microversion === undefined ? [] : say`, microversion ${{ code: action.microversion }}`
      const forced = action.force ? say`, forced` : []
      return action.to === undefined
        ? [...say`Live-migrate ${guest}, Nova picks where`, ...by]
        : [...say`Live-migrate ${guest} to ${{ host: action.to }}`, ...forced, ...by]
    }
    case 'cold-migrate': {
      const guest = { guest: action.guest, name: action.guest }
      return action.to === undefined
        ? say`Cold-migrate ${guest}, Nova picks where`
        : say`Cold-migrate ${guest} to ${{ host: action.to }}`
    }
    case 'resize':
      return say`Resize ${{ guest: action.guest, name: action.guest }} to ${{ code: action.flavor }}`
    case 'confirm':
      return say`Confirm the move of ${{ guest: action.guest, name: action.guest }}`
    case 'revert':
      return say`Revert the move of ${{ guest: action.guest, name: action.guest }}`
    case 'delete':
      return say`Delete ${{ guest: action.guest, name: action.guest }}`
    case 'take-pages':
      return say`${action.by} takes ${{ pages: action.pages, size: action.size }} on ${{ host: action.host }}, cell ${{ count: action.cell }}`
    case 'give-pages-back':
      return say`${action.by} gives back ${{ pages: action.pages, size: action.size }} on ${{ host: action.host }}, cell ${{ count: action.cell }}`
    case 'set-reserved-huge-pages':
      return action.reserved.length === 0
        ? say`Set no ${{ code: 'reserved_huge_pages' }} on ${{ host: action.host }}`
        : say`Set ${{ code: 'reserved_huge_pages' }} on ${{ host: action.host }} to ${{ code: action.reserved.map(reservedValue).join(' ; ') }}`
    case 'set-allocation-ratios':
      return ratiosLine(action)
    case 'set-reserved-host-memory':
      return say`Set ${{ code: 'reserved_host_memory_mb' }} on ${{ host: action.host }} to ${inMb(action.memory)}`
    case 'set-reserved-host-cpus':
      return say`Set ${{ code: 'reserved_host_cpus' }} on ${{ host: action.host }} to ${{ count: action.cpus }}`
    case 'set-cpu-sets':
      return cpuSetsLine(action)
    case 'set-packing': {
      const on = say` guests’ cells on ${{ host: action.host }}`
      if (action.packing === undefined) return [...say`Pack or spread as the release does`, ...on]
      return action.packing ? ['Pack', ...on] : ['Spread', ...on]
    }
    case 'set-enabled-filters':
      return action.filters === undefined
        ? say`Set no ${{ code: 'enabled_filters' }}`
        : [
            ...say`Set ${{ code: 'enabled_filters' }} to `,
            ...listed(action.filters.map((name): Sentence => [{ code: name }])),
          ]
    case 'upgrade-scheduler':
      return say`Run the scheduler of ${{ release: releaseName(action.release) }}`
    case 'upgrade-compute':
      return action.host === undefined
        ? say`Run every compute on ${{ release: releaseName(action.release) }}`
        : say`Run ${{ host: action.host }} on ${{ release: releaseName(action.release) }}`
    case 'power-off':
      return say`Shut off ${{ guest: action.guest, name: action.guest }}`
    case 'power-on':
      return say`Start ${{ guest: action.guest, name: action.guest }}`
    case 'set-service':
      return serviceLine(action)
    case 'add-host':
      return say`Add ${{ host: action.id }}, a host like ${{ host: action.like }}`
    case 'evacuate': {
      const guest = { guest: action.guest, name: action.guest }
      const by = action.microversion === undefined ? [] : say`, microversion ${{ code: action.microversion }}`
      return action.to === undefined
        ? [...say`Evacuate ${guest}, Nova picks where`, ...by]
        : [...say`Evacuate ${guest} to ${{ host: action.to }}`, ...(action.force ? say`, forced` : []), ...by]
    }
    case 'shelve':
      return [
        ...say`Shelve ${{ guest: action.guest, name: action.guest }}`,
        ...(action.keep ? say`, on its host` : []),
      ]
    case 'shelve-offload':
      return say`Offload ${{ guest: action.guest, name: action.guest }}`
    case 'unshelve':
      return [
        ...say`Unshelve ${{ guest: action.guest, name: action.guest }}`,
        ...(action.to === undefined ? [] : say` on ${{ host: action.to }}`),
        ...(action.zone === undefined ? [] : say` in zone ${{ code: action.zone }}`),
        ...(action.unpin ? say`, in any zone from then on` : []),
      ]
    case 'rebuild':
      return [
        ...say`Rebuild ${{ guest: action.guest, name: action.guest }}`,
        ...(action.image === undefined ? [] : imageWords(action.image)),
      ]
    case 'reboot-host': {
      const pools = action.pools.map(
        ({ cell, size, count }): Sentence => say`${{ pages: count, size }} on node ${{ count: cell }}`,
      )
      const boots = say`Reboot ${{ host: action.host }}`
      return pools.length > 0 ? [...boots, ...say` with `, ...listed(pools)] : boots
    }
    case 'lose-host':
      return say`Lose ${{ host: action.host }}`
  }
}

function imageWords(image: ImageProps): Sentence {
  const props = Object.entries(image).map(([name, value]): Sentence => [{ code: `${name}=${value}` }])
  return props.length === 0 ? say` with another image` : [...say` with an image of `, ...listed(props)]
}

const releaseName = (id: string): string => releaseById(id)?.name ?? id

function ratiosLine({ host, cpu, ram, disk }: Extract<Action, { do: 'set-allocation-ratios' }>): Sentence {
  const set = Object.entries({ cpu, ram, disk }).flatMap(([of, ratio]): Sentence[] =>
    ratio === undefined ? [] : [say`${{ code: `${of}_allocation_ratio` }} to ${{ ratio }}`],
  )
  const where = host === undefined ? say` everywhere` : say` on ${{ host }}`
  return set.length > 0 ? ['Set ', ...listed(set), ...where] : [...say`Set no allocation ratio`, ...where]
}

function cpuSetsLine({ host, ...sets }: Extract<Action, { do: 'set-cpu-sets' }>): Sentence {
  const { vcpuPinSet, cpuSharedSet, cpuDedicatedSet } = sets
  const named = {
    vcpu_pin_set: vcpuPinSet,
    cpu_shared_set: cpuSharedSet,
    cpu_dedicated_set: cpuDedicatedSet,
  }
  const set = Object.entries(named).flatMap(([option, cpus]): Sentence[] =>
    cpus ? [say`${{ code: option }} to ${{ code: cpus }}`] : [],
  )
  return set.length > 0
    ? ['Set ', ...listed(set), ...say` on ${{ host }}`]
    : say`Let guests use every CPU of ${{ host }}`
}

function serviceLine({ host, state }: Extract<Action, { do: 'set-service' }>): Sentence {
  switch (state) {
    case 'enabled':
      return say`Enable the compute service of ${{ host }}`
    case 'disabled':
      return say`Disable the compute service of ${{ host }}`
    case 'up':
      return say`The compute service of ${{ host }} comes up`
    case 'down':
      return say`The compute service of ${{ host }} goes down`
  }
}
