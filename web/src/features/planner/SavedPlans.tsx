import type { Action } from '@headroom/shared'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog, DialogTrigger, Form, Popover } from 'react-aria-components'
import {
  type OpenedPlan,
  openSaved,
  removeSaved,
  type SavedPlan,
  savedPlans,
  savePlan,
} from '../../api/plans.ts'
import { Button } from '../../components/Button.tsx'
import { TextInput } from '../../components/Fields.tsx'
import { formatPlan } from '../../url/plan-link.ts'
import { type CloudAsk, dropped } from '../../worker/desk.ts'
import { SavedSince } from './SavedSince.tsx'
import { plansKey } from './saved-plans-key.ts'

interface SavedPlansProps {
  readonly cloud: CloudAsk
  readonly actions: readonly Action[]
  /** Asks for a plan's file. */
  readonly onFile: () => void
}

/** Plans that the server keeps: saved under a name, opened, removed. */
export function SavedPlans({ cloud, actions, onFile }: SavedPlansProps) {
  const [current, setCurrent] = useState<SavedPlan>()
  return (
    <DialogTrigger>
      <Button>Saved plans</Button>
      <Popover
        placement="bottom end"
        className="w-96 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-lg border border-edge bg-panel p-4 shadow-lg"
      >
        <Dialog aria-label="Saved plans" className="flex flex-col gap-3 outline-none">
          {({ close }) => <Kept {...{ cloud, actions, onFile, current, setCurrent, close }} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

interface KeptProps extends SavedPlansProps {
  /** The plan that was opened or saved last: saving under its name changes that one. */
  readonly current: SavedPlan | undefined
  readonly setCurrent: (plan: SavedPlan | undefined) => void
  readonly close: () => void
}

function Kept({ cloud, actions, onFile, current, setCurrent, close }: KeptProps) {
  const router = useRouter()
  const client = useQueryClient()
  const { data: plans, error } = useQuery({ queryKey: plansKey, queryFn: savedPlans, staleTime: 0 })
  const [name, setName] = useState(current?.name ?? '')
  const [state, setState] = useState('')
  const [theirs, setTheirs] = useState<OpenedPlan>()
  const tried = (work: Promise<string | undefined>) =>
    void work
      .then((said) => setState(said ?? ''))
      .catch((wrong: unknown) => setState(wrong instanceof Error ? wrong.message : String(wrong)))
      .finally(() => void client.invalidateQueries({ queryKey: plansKey }))

  const save = async (over: SavedPlan | undefined) => {
    // What was dropped is gone with the page: the plan is then for whatever cloud it is opened on.
    const snapshot = cloud.snapshot === dropped ? undefined : cloud.snapshot
    const { release } = cloud
    const saving = await savePlan(name, { version: 1, snapshot, release, actions }, over)
    setTheirs(saving.kind === 'changed' ? saving.theirs : undefined)
    if (saving.kind === 'changed') return undefined
    setCurrent(saving.saved)
    return `Saved as ${saving.saved.name}.`
  }
  const show = async ({ saved, plan: { snapshot, release, actions: kept } }: OpenedPlan) => {
    setCurrent(saved)
    close()
    await router.navigate({
      to: '/plan',
      search: { snapshot: snapshot ?? cloud.snapshot, release },
      hash: formatPlan({ version: 1, snapshot: undefined, release: undefined, actions: kept }),
    })
    return undefined
  }
  const open = async ({ id }: SavedPlan) => show(await openSaved(id))
  const remove = async ({ id, name: removed }: SavedPlan) => {
    await removeSaved(id)
    if (current?.id === id) setCurrent(undefined)
    return `${removed} is removed.`
  }

  return (
    <>
      <Form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const over = current?.name === name.trim() ? current : undefined
          tried(name.trim() === '' ? Promise.resolve('Say under which name.') : save(over))
        }}
      >
        <TextInput name="name" label="Name of this plan" value={name} onChange={setName} />
        <Button type="submit" look="strong" isDisabled={actions.length === 0}>
          Save
        </Button>
      </Form>
      <p role="status" className="text-xs text-muted empty:hidden">
        {error ? error.message : state}
      </p>
      {theirs && (
        <SavedSince
          mine={actions}
          theirs={theirs}
          onSaveOver={() => tried(save(theirs.saved))}
          onOpen={() => tried(show(theirs))}
          onClose={close}
        />
      )}
      <ul aria-label="Saved plans">
        {plans?.map((plan) => (
          <li key={plan.id} className="flex items-center gap-2 border-t border-line py-1.5 first:border-t-0">
            <span className="min-w-0 flex-1 truncate">{plan.name}</span>
            <Button onPress={() => tried(open(plan))} aria-label={`Open ${plan.name}`}>
              Open
            </Button>
            <Button look="quiet" onPress={() => tried(remove(plan))} aria-label={`Remove ${plan.name}`}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {plans?.length === 0 && <p className="text-xs text-muted">No plan has been saved yet.</p>}
      <div className="border-t border-line pt-3">
        <Button
          onPress={() => {
            close()
            onFile()
          }}
        >
          Open a plan’s file
        </Button>
      </div>
    </>
  )
}
