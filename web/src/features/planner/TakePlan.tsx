import { proxy } from 'comlink'
import { useState } from 'react'
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { useDesk } from '../../api/desk.tsx'
import { Button } from '../../components/Button.tsx'
import { saveFile } from '../../components/save-file.ts'
import type { CloudAsk } from '../../worker/desk.ts'
import { untold } from '../../worker/long.ts'
import { type PlanFile, planFiles } from './plan-files.ts'
import type { PlanAsk } from './view-model.ts'

/** The plan as a file: to read, to run, to count with, to open again. */
export function TakePlan({ cloud, plan }: { readonly cloud: CloudAsk; readonly plan: PlanAsk }) {
  const desk = useDesk()
  const [state, setState] = useState('')
  const take = async (as: PlanFile) => {
    const { name, file, type } = planFiles[as]
    saveFile(file, type, await desk.planText(cloud, plan, as, proxy(untold)))
    setState(`${name} saved as ${file}.`)
  }
  const taken = (as: PlanFile) =>
    void take(as).catch((error: unknown) => setState(error instanceof Error ? error.message : String(error)))
  return (
    <>
      <span role="status" className="self-center text-xs text-muted">
        {state}
      </span>
      <MenuTrigger>
        <Button isDisabled={plan.actions.length === 0}>Export</Button>
        <Popover placement="bottom end" className="rounded-lg border border-edge bg-panel p-1 shadow-lg">
          <Menu className="outline-none" onAction={(key) => taken(key as PlanFile)}>
            {Object.entries(planFiles).map(([id, { name, file }]) => (
              <MenuItem
                key={id}
                id={id}
                textValue={name}
                className="cursor-default rounded-md px-2.5 py-1.5 text-sm outline-none data-focused:bg-soft"
              >
                {name} <span className="text-xs text-muted">{file}</span>
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </>
  )
}
