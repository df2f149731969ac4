import { newton140 } from './newton-14.0.ts'
import { after } from './release.ts'

export const newton1404 = after(newton140, {
  id: 'newton-14.0.4',
  name: 'Newton 14.0.4',
  nova: '14.0.4',
  changes: {
    requestOfHosts: {
      to: 'each its own',
      commit: '2927ead260',
      since: '14.0.4',
      bug: 1655979,
      note: 'Each host is asked for what the flavor says.',
    },
    xmlRealtimeEmulatorPin: {
      to: 'CPUs of the other vCPUs',
      commit: '046b640e2f',
      since: '14.0.4',
      bug: 1614054,
      note: 'Emulator threads of a real-time guest run on the CPUs of its other vCPUs; before, numbers of vCPUs were taken for CPUs.',
    },
    loneThreads: {
      to: 'taken uncounted',
      commit: '2dcf8c22f8',
      since: '14.0.1',
      bug: 1578155,
      note: 'When no core size has room for all vCPUs, free threads are taken one by one, without counting whether they suffice.',
    },
    noFreeCore: {
      to: 'raises',
      commit: '2dcf8c22f8',
      since: '14.0.1',
      bug: 1578155,
      note: 'A cell whose known siblings are all taken ends the request with UnboundLocalError.',
    },
    threadsOfHost: {
      to: 'siblings in some cell',
      commit: '1c04e18ec9',
      since: '14.0.1',
      bug: 1596692,
      note: 'One cell with siblings is enough for cpu_thread_policy=require.',
    },
  },
})
