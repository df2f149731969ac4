import { demos } from './demo.ts'
import type { Shelves } from './desk.ts'

export const scenarios: Shelves['scenarios'] = demos.map((snapshot, i) => ({
  id: `demo-${i}`,
  title: snapshot.name,
  shows: '',
  snapshot,
}))
