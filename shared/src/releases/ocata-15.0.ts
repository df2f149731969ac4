import { newton1404 } from './newton-14.0.4.ts'
import { after } from './release.ts'

export const ocata150 = after(newton1404, {
  id: 'ocata-15.0',
  name: 'Ocata 15.0',
  nova: '15.0.0',
  changes: {
    isolatedPins: {
      to: 'their siblings, or the pins where none are known',
      commit: '9f12b592d1',
      since: '15.0.0',
      bug: 1635674,
      note: 'Thread policy isolate takes its pins where no siblings are known; before, the same CPUs were handed out again.',
    },
    constraintOrder: {
      to: 'nodes, threads, realtime',
      commit: '58db7d9c9e',
      since: '15.0.0',
      note: 'A thread policy that contradicts the image is refused even where no CPU is pinned.',
    },
    numaNodes: {
      to: 'the image, then at least one',
      commit: '48e0c000fe',
      since: '15.0.0',
      note: 'Nodes asked by both flavor and image are refused before either is looked at; an empty value asks for nothing.',
    },
    guestCellVersion: {
      to: '1.4',
      commit: 'af08620e96',
      since: '15.0.0',
      note: 'A guest cell stores the host CPUs its emulator threads have.',
    },
    placementService: {
      to: 'asked',
      commit: '4660333d0d',
      since: '15.0.0',
      note: 'The scheduler asks Placement which hosts have memory, vCPUs and disk before it filters any.',
    },
  },
})
