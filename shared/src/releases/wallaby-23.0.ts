import { after } from './release.ts'
import { victoria } from './victoria.ts'

export const wallaby230 = after(victoria, {
  id: 'wallaby-23.0',
  name: 'Wallaby 23.0',
  nova: '23.0.0',
  changes: {
    requestFilters: {
      to: [...victoria.rules.requestFilters, 'routed_networks_filter'],
      commit: 'a1673d3118',
      since: '23.0.0',
      note: 'Placement may be asked for hosts of the network’s segment, where an option says so.',
    },
    pciRequests: {
      to: 'each by itself',
      commit: 'adc705ee0c',
      since: '23.0.0',
      note: 'Each alias is looked at as if the guest asked for no other: two may count on the same device, and the guest then starts without any.',
    },
    pciPolicies: {
      to: 'required, legacy, preferred, socket',
      commit: 'b2471dd578',
      since: '23.0.0',
      note: 'Devices may be required to be on the socket of a cell of the guest.',
    },
    mixedSharedVcpus: {
      to: 'checked',
      commit: '82528c83ac',
      since: '23.0.0',
      note: 'The shared vCPUs and the memory of a mixed guest are checked by allocation ratios.',
    },
    pinnedTopology: {
      to: 'cores of all vCPUs',
      commit: '583e85622b',
      since: '23.0.0',
      note: 'The CPU topology of a mixed guest cell has cores for its shared vCPUs too.',
    },
    hostCellVersion: {
      to: '1.5',
      commit: '95b9481aa4',
      since: '23.0.0',
      note: 'A host cell stores its socket.',
    },
  },
})
