import { dalmatian } from './dalmatian.ts'
import { after } from './release.ts'

export const epoxy = after(dalmatian, {
  id: '2025.1',
  name: '2025.1 Epoxy',
  nova: '31.0.0',
  changes: {
    weighers: {
      to: [...dalmatian.rules.weighers, 'image properties'],
      commit: 'acd6c733c6',
      since: '31.0.0',
      note: 'Hosts may weigh by the image properties of the guests they have; by default they do not.',
    },
  },
})
