import type { Plan } from '@headroom/shared'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useFileDrop } from '../../components/file-drop.ts'
import { pickFile } from '../../components/pick-file.ts'
import { formatPlan } from '../../url/plan-link.ts'
import type { CloudAsk } from '../../worker/desk.ts'
import { type PlanFileRead, readPlanFile } from './read-plan-file.ts'

/**
 * A plan's file, picked or dropped, takes the place of the plan on the page; back brings that again. It is replayed on
 * the cloud that is open, or on its own where none is.
 */
export function usePlanFile(cloud: CloudAsk | undefined) {
  const navigate = useNavigate()
  const [read, setRead] = useState<PlanFileRead>()
  const show = ({ snapshot, release, actions }: Plan) =>
    navigate({
      to: '/plan',
      search: cloud ?? { snapshot, release },
      hash: formatPlan({ version: 1, snapshot: undefined, release: undefined, actions }),
    })
  const take = async (file: File | undefined) => {
    if (!file) return
    const now = await readPlanFile(file)
    setRead(now)
    if (now.kind === 'plan') await show(now.plan)
  }
  return {
    read,
    close: () => setRead(undefined),
    pick: () => void pickFile('.json,application/json').then(take),
    ...useFileDrop((file) => void take(file)),
  }
}
