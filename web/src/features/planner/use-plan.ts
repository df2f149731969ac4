import { type Draft, type Edit, edited, openDraft, type Plan } from '@headroom/shared'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { type Broken, formatPlan, parsePlan } from '../../url/plan-link.ts'

/** The plan on the page. */
export interface OpenPlan {
  readonly draft: Draft
  /** What the link's own plan names, where it names it: links made here leave both to the address. */
  readonly names: Pick<Plan, 'snapshot' | 'release'>
  /** The link holds something that could not be read; it stays in the address until the plan is edited. */
  readonly broken: Broken | undefined
}

const nameless = { snapshot: undefined, release: undefined }

function opened(hash: string): OpenPlan {
  const link = parsePlan(hash)
  switch (link.kind) {
    case 'none':
      return { draft: openDraft([]), names: nameless, broken: undefined }
    case 'plan': {
      const { actions, snapshot, release } = link.plan
      return { draft: openDraft(actions), names: { snapshot, release }, broken: undefined }
    }
    case 'broken':
      return { draft: openDraft([]), names: nameless, broken: link.why }
  }
}

/** What stands after the `#` for a draft; the address itself names snapshot and release. */
export const hashOf = ({ actions }: Draft): string =>
  actions.length > 0 ? formatPlan({ version: 1, ...nameless, actions }) : ''

/**
 * The draft owns the plan. The address is written from it, in place, on every edit; it is read on load, on a link to
 * another plan, and on back and forward. A page address without a plan leaves the plan that is there.
 */
export function usePlan(): OpenPlan & { readonly edit: (edit: Edit) => void } {
  const router = useRouter()
  const path = router.history.location.pathname
  const [plan, setPlan] = useState(() => opened(router.history.location.hash.slice(1)))
  const { draft } = plan

  const write = useCallback(
    (draft: Draft) => {
      void router.navigate({
        to: '.',
        search: true,
        hash: hashOf(draft),
        replace: true,
        resetScroll: false,
        hashScrollIntoView: false,
      })
    },
    [router],
  )

  useEffect(
    () =>
      router.history.subscribe(({ location, action }) => {
        if (action.type === 'REPLACE' || location.pathname !== path) return
        const hash = location.hash.slice(1)
        if (hash === hashOf(draft)) return
        if (parsePlan(hash).kind === 'none') write(draft)
        else setPlan(opened(hash))
      }),
    [router, path, draft, write],
  )

  const edit = (change: Edit) => {
    const now = edited(draft, change)
    if (now === draft) return
    setPlan({ ...plan, draft: now, broken: undefined })
    write(now)
  }
  return { ...plan, edit }
}
