import { oracleKinds } from '@headroom/shared/testing'
import { afterAll, expect, test } from 'vitest'
import { fuzz } from './fuzzing.ts'
import { startNova } from './nova.ts'

const nova = await startNova()
if (typeof nova === 'string') console.info(`not compared with a live Nova: ${nova}`)
afterAll(() => (typeof nova === 'string' ? undefined : nova.end()))

test.for(oracleKinds)(
  '%s: ours answers requests at random as the Nova installed does',
  async (kind, { skip }) => {
    if (typeof nova === 'string') return skip(nova)
    const { differences } = await fuzz(kind, { seed: 1, cases: 200 }, nova)
    expect(differences).toEqual([])
  },
)
