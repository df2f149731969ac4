import { figure } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Text,
} from 'react-aria-components'
import { useDesk } from '../api/desk.tsx'
import { cloudQuery, scenariosQuery, storedQuery } from '../api/queries.ts'
import { useCloud } from '../url/use-cloud.ts'
import type { CloudAsk } from '../worker/desk.ts'

/** Which cloud is looked at: opens into the scenarios. */
export function CloudPicker() {
  const cloud = useCloud()
  const navigate = useNavigate()
  const { data: scenarios = [] } = useQuery(scenariosQuery(useDesk()))
  const { data: stored = [] } = useQuery(storedQuery)
  return (
    <MenuTrigger>
      <Button className="flex min-w-0 flex-1 items-center justify-between gap-2 rounded-lg border border-edge bg-panel px-2.5 py-1.5 text-left text-xs cursor-default hover:bg-soft md:flex-none">
        <span className="min-w-0 truncate">{cloud ? <CloudName cloud={cloud} /> : 'Open a cloud'}</span>
        <span aria-hidden="true" className="text-muted">
          ▾
        </span>
      </Button>
      <Popover className="flex w-88 max-w-[calc(100vw-2rem)] rounded-lg border border-edge bg-panel shadow-lg">
        <Menu
          className="max-h-[inherit] flex-1 overflow-auto p-1 outline-none"
          onAction={(key) =>
            void navigate({ to: '/', search: { snapshot: String(key), release: undefined } })
          }
        >
          {stored.length > 0 && (
            <Choices
              title="Stored snapshots"
              choices={stored.map(({ id, name, hosts, takenAt, storedAt }) => ({
                id,
                name,
                note: `${figure(hosts)} ${hosts === 1 ? 'host' : 'hosts'}, ${
                  takenAt ? `taken ${dayAndTime(takenAt)}` : `stored ${dayAndTime(storedAt)}`
                }`,
              }))}
            />
          )}
          <Choices
            title="Scenarios"
            choices={scenarios.map(({ id, title, says }) => ({ id, name: title, note: says }))}
          />
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

interface Choice {
  readonly id: string
  readonly name: string
  readonly note: string
}

const Choices = ({ title, choices }: { readonly title: string; readonly choices: readonly Choice[] }) => (
  <MenuSection>
    <Header className="px-2.5 pt-1.5 pb-1 text-xs text-muted">{title}</Header>
    {choices.map(({ id, name, note }) => (
      <MenuItem
        key={id}
        id={id}
        textValue={name}
        className="cursor-default rounded-md px-2.5 py-1.5 outline-none data-focused:bg-soft"
      >
        <Text slot="label" className="block font-semibold">
          {name}
        </Text>
        <Text slot="description" className="block text-xs text-muted">
          {note}
        </Text>
      </MenuItem>
    ))}
  </MenuSection>
)

/** In the reader's own time zone and way of writing. */
const dayAndTime = (instant: string): string =>
  new Date(instant).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

function CloudName({ cloud }: { readonly cloud: CloudAsk }) {
  const { data } = useQuery(cloudQuery(useDesk(), cloud))
  return <>{data?.name ?? cloud.snapshot}</>
}
