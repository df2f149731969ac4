import { formatCpus } from '../model/cpus.ts'
import { counted, expectedIn, type Headlines, observedIn } from './headline.ts'
import { say } from './sentence.ts'

/** Causes about cells, CPUs and moves of a host, as labels. */
export const hostCauses = {
  'move-holds-both-ends': 'move not confirmed',
  'cpus-pinned-twice': 'CPUs pinned twice',
  'cell-not-on-host': 'cell not on the host',
  'shared-over-pinned': 'shared over pinned CPUs',
  'audit-stops': 'audit stops',
  'reserved-small-pages-unused': 'reserved pages without effect',
  'memory-unlike-cells': 'memory unlike its cells',
  'memory-bound-nowhere': 'memory bound nowhere',
  'vcpus-kept-to-a-cell': 'vCPUs kept to one cell',
  'pages-behind-cell-memory': 'pages behind cell memory',
  'pages-behind-reserved-memory': 'pages behind reserved memory',
  'small-pages-overbooked': 'small pages overbooked',
  'node-memory-short': 'node short of memory',
  'siblings-not-in-placement': 'siblings not in Placement',
  'reserved-beyond-total': 'reserved beyond the total',
  'precheck-refuses': 'pre-check refuses',
  'cells-unlike-guest': 'cells unlike the guest',
  'bare-metal': 'bare metal',
} as const

/** What is said of them. */
export const hostHeadlines: Pick<Headlines, keyof typeof hostCauses> = {
  'move-holds-both-ends': (one) =>
    say`Nova counts ${expectedIn(one)} here for ${{ guest: one.guest, name: one.name }}, whose move nobody has confirmed or reverted; it takes ${one.observed?.amount ? observedIn(one) : 'nothing'}.`,
  'cpus-pinned-twice': (one) =>
    say`Nova has given CPUs ${{ code: formatCpus(one.cpus) }} to ${counted(one.guests.length, 'guest')} as their own: ${counted(one.expected?.amount ?? 0, 'dedicated vCPU')} run on ${observedIn(one)}.`,
  'cell-not-on-host': (one) =>
    say`${{ guest: one.guest, name: one.name }} is booked on cell ${{ code: one.cells.join(', ') }}, which this host does not have: it counts nowhere.`,
  'shared-over-pinned': (one) =>
    say`${counted(one.observed?.amount ?? 0, 'shared vCPU')} may run on CPUs ${{ code: formatCpus(one.cpus) }} that others are pinned to.`,
  'audit-stops': (one) =>
    say`Nova’s audit ends at ${{ guest: one.guest, name: one.name }} with ${{ code: one.exception }}: ${{ count: one.observed?.amount ?? 0 }} of ${expectedIn(one)} are counted, and the row keeps what it said before.`,
  'reserved-small-pages-unused': (one) =>
    say`${{ code: 'reserved_huge_pages' }} keeps ${expectedIn(one)} back, and guests with cells that name no page size are not kept off them.`,
  'memory-unlike-cells': (one) =>
    one.fileBacked
      ? say`${{ code: 'memory_mb' }} is ${expectedIn(one)} of files, and the cells have ${observedIn(one)} of RAM: filters of the whole host and of cells do not mean the same memory.`
      : say`${{ code: 'memory_mb' }} is ${expectedIn(one)}, and the cells have ${observedIn(one)}: filters of the whole host and of cells do not go by the same memory.`,
  'memory-bound-nowhere': (one) =>
    say`${expectedIn(one)} of ${counted(one.guests, 'guest')} are booked on cells, and the domain XML of this release binds no memory: it may be on any node.`,
  'vcpus-kept-to-a-cell': (one) =>
    say`Guests without cells, ${{ count: one.guests }} of them, are each kept to the ${observedIn(one)} of one cell, picked at random and booked nowhere, where the host has ${{ count: one.expected?.amount ?? 0 }}.`,
  'pages-behind-cell-memory': (one) =>
    say`Nova takes ${{ count: one.expected?.amount ?? 0 }} more of ${{ code: one.flavor }}, and pages are free for ${{ count: one.observed?.amount ?? 0 }}: the memory of the cells is used up, by guests without page size too.`,
  'pages-behind-reserved-memory': (one) =>
    say`Nova takes ${{ count: one.expected?.amount ?? 0 }} more of ${{ code: one.flavor }}, and pages are free for ${{ count: one.observed?.amount ?? 0 }}: ${{ code: 'reserved_host_memory_mb' }} keeps back more than the host has beside its huge pages.`,
  'small-pages-overbooked': (one) =>
    say`Nova takes ${{ count: one.expected?.amount ?? 0 }} more of ${{ code: one.flavor }}, and the kernel has memory free for ${{ count: one.observed?.amount ?? 0 }}: guests without page size are charged with the small pages.`,
  'node-memory-short': (one) => [
    ...say`Nova believes ${expectedIn(one)} are free here for ${{ code: one.flavor }}, and the kernel has ${observedIn(one)} at most: who is bound to this node and touches more is killed.`,
    ...(one.floating > 0
      ? say` Guests without cells have ${{ memory: one.floating }}, counted on no cell.`
      : []),
  ],
  'siblings-not-in-placement': (one) =>
    say`${counted(one.guests, 'guest')} with cores of their own take ${observedIn(one)} in Nova’s cells, and Placement counts ${{ count: one.expected?.amount ?? 0 }} of ${{ code: one.resourceClass }}.`,
  'reserved-beyond-total': (one) =>
    say`Placement keeps ${expectedIn(one)} of ${{ code: one.resourceClass }} back and has ${observedIn(one)}: nothing of it can be given.`,
  'precheck-refuses': (one) =>
    one.exactly
      ? say`A boot of ${observedIn(one)} is given room here; ${{ guest: one.guest, name: one.name }} with as much is refused when a live migration names this host, since the pre-check wants more than it finds.`
      : say`A boot of ${observedIn(one)} is given room here; ${{ guest: one.guest, name: one.name }} with as much is refused when a live migration names this host: the pre-check finds ${expectedIn(one)}.`,
  'cells-unlike-guest': (one) => [
    ...say`The cells of ${{ guest: one.guest, name: one.name }} add up to ${observedIn(one)} in its domain XML, its memory is ${expectedIn(one)}`,
    ...(one.inMiB ? say`: MiB stand where libvirt reads KiB.` : ['.']),
  ],
  'bare-metal': (one) =>
    one.resourceClass === undefined
      ? say`A bare-metal node is given away whole: there is nothing of a host’s book to compare, and no RAM to plan with.`
      : say`A bare-metal node is given away whole, as ${{ code: one.resourceClass }}: there is nothing of a host’s book to compare, and no RAM to plan with.`,
}
