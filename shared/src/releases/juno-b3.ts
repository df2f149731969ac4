import { icehouse } from './icehouse.ts'
import { after } from './release.ts'

export const junoB3 = after(icehouse, {
  id: 'juno-b3',
  name: 'Juno milestone 3',
  nova: '2014.2.b3',
  changes: {
    cellsOfMoves: {
      to: 'as the flavor asks',
      commit: '8b8710e819',
      since: '2014.2.b3',
      note: 'The other end of a resize is counted on the first cells of the host, one for each cell that its flavor asks for.',
    },
    xmlCellMemory: {
      to: 'MiB',
      commit: '1d17d4fc01',
      since: '2014.2.b3',
      bug: 1373159,
      note: 'The memory of a guest cell is written in MiB where libvirt reads KiB: the guest cells are 1024 times too small.',
    },
    ordinaryGuestCpus: {
      to: 'of one cell at random',
      commit: '1d17d4fc01',
      since: '2014.2.b3',
      bug: 1461777,
      note: 'A guest without cells is kept to the CPUs of one host cell that could hold it, picked at random and booked nowhere.',
    },
    constraintOrder: {
      to: 'node by node',
      commit: '9513c4d8c9',
      since: '2014.2.b3',
      note: 'A guest may ask for NUMA cells: hw:numa_nodes, hw:numa_cpus.N, hw:numa_mem.N.',
    },
    hostCellVersion: {
      to: 'dict',
      commit: '9513c4d8c9',
      since: '2014.2.b3',
      note: 'A compute node stores its NUMA cells.',
    },
    guestCellVersion: {
      to: 'dict',
      commit: '9513c4d8c9',
      since: '2014.2.b3',
      note: 'A guest stores its NUMA cells.',
    },
  },
})
