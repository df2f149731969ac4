import { after } from './release.ts'
import { train202 } from './train-20.2.ts'

export const ussuri210 = after(train202, {
  id: 'ussuri-21.0',
  name: 'Ussuri 21.0',
  nova: '21.0.0',
  changes: {
    requestFilters: {
      to: [...train202.rules.requestFilters, 'transform_image_metadata', 'accelerators_filter'],
      commit: 'f002274c6a',
      since: '21.0.0',
      note: 'Placement names hosts with accelerator support alone where the flavor has a device profile; and by option those that have the buses and models the image names.',
    },
    pciPolicyOfGuest: {
      to: 'read',
      commit: '8c72241726',
      since: '21.0.0',
      note: 'Flavor and image may say which cells PCI devices come from, in place of the alias.',
    },
    rebuiltCells: {
      to: 'refused where they change',
      commit: '3f9411071d',
      since: '21.0.0',
      bug: 1804502,
      note: 'A rebuild no longer asks NUMATopologyFilter; an image that would change the cells is refused by the API.',
    },
  },
})
