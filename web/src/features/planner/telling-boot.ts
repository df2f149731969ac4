import { type BootOutcome, type Cloud, type Played, play, type Step, withoutGuest } from '@headroom/shared'

/** The guest of a step that its tables are about. */
export interface TellingBoot {
  readonly outcome: BootOutcome
  readonly index: number
  readonly of: number
}

/** Of several guests, the first that does not run; else the last. */
export function tellingBoot({ outcome }: Step): TellingBoot | undefined {
  if (outcome.kind !== 'boots') return undefined
  const { boots } = outcome
  const failed = boots.findIndex(({ result }) => result.kind !== 'runs')
  const index = failed === -1 ? boots.length - 1 : failed
  const boot = boots[index]
  return boot && { outcome: boot, index, of: boots.length }
}

/**
 * Nova's book as the guest of this boot met it: the ones before it are there. Where none after it was placed, that is the
 * book after the step without this guest; a step of many guests is not played again for it.
 */
function justBefore(before: Cloud, after: Cloud, { action, outcome }: Step, boot: TellingBoot): Cloud {
  if (action.do !== 'boot' || outcome.kind !== 'boots' || boot.index === 0) return before
  const later = outcome.boots.slice(boot.index + 1)
  if (later.every(({ guest }) => !after.guests.get(guest))) {
    const guest = after.guests.get(boot.outcome.guest)
    return guest ? withoutGuest(after, guest) : after
  }
  return play(before, [{ ...action, count: boot.index }])[0]?.cloud ?? before
}

/** The boot of the last step that its tables are about, and Nova's book as it met it. */
export interface MetBoot {
  readonly boot: TellingBoot
  readonly cloud: Cloud
}

/** Undefined where the last step of the played is none that boots. */
export function metBoot(start: Cloud, played: readonly Played[]): MetBoot | undefined {
  const last = played.at(-1)
  const boot = last && tellingBoot(last.step)
  if (!boot) return undefined
  const before = played.at(-2)?.cloud ?? start
  return { boot, cloud: justBefore(before, last.cloud, last.step, boot) }
}
