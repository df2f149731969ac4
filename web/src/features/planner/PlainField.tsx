import { figure, memoryText } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { releasesQuery } from '../../api/queries.ts'
import { CheckField, PickField, TextInput } from '../../components/Fields.tsx'
import { PickNamed } from '../../components/PickNamed.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import { choicesQuery, flavorsQuery } from './queries.ts'
import type { Field } from './step-fields.ts'
import type { PlanAsk } from './view-model.ts'

/** Where a step stands: the cloud as it is after these actions. */
export interface Where {
  readonly cloud: CloudAsk
  readonly after: PlanAsk
}

interface PlainFieldProps extends Where {
  readonly field: Field
  readonly value: string
  readonly onChange: (value: string) => void
}

export function PlainField({ field, value, onChange, ...where }: PlainFieldProps) {
  const { name, label, kind, hint, optional } = field
  const common = { name, label, value, onChange, ...(hint === undefined ? {} : { hint }) }
  if (typeof kind === 'object')
    return (
      <PickField
        {...common}
        options={kind.choices}
        none="There is none."
        {...(optional ? { empty: 'as by default' } : {})}
      />
    )
  switch (kind) {
    case 'guest':
    case 'host':
      return <PickNamed what={kind} {...common} {...where} />
    case 'flavor':
      return <PickFlavor cloud={where.cloud} value={value} onChange={onChange} />
    case 'release':
      return <PickRelease {...common} />
    case 'zone':
    case 'group':
      return <PickPlace what={kind} {...common} {...where} />
    case 'list':
      return <FilterList {...common} {...where} />
    case 'flag':
      return <CheckField {...common} value={value === 'true'} onChange={(on) => onChange(on ? 'true' : '')} />
    case 'words':
      return <TextInput {...common} rows={2} />
    default:
      return <TextInput {...common} />
  }
}

interface Common {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
}

function PickRelease(common: Common) {
  const { data: releases } = useQuery(releasesQuery(useDesk()))
  return <PickField {...common} options={releases ?? []} none="There is none." />
}

/** A zone or a server group of the cloud. */
function PickPlace({ what, cloud, after, ...common }: Common & Where & { readonly what: 'zone' | 'group' }) {
  const { data } = useQuery(choicesQuery(useDesk(), cloud, after))
  const known = (what === 'zone' ? data?.zones : data?.groups) ?? []
  const options =
    common.value === '' || known.some(({ id }) => id === common.value)
      ? known
      : [...known, { id: common.value, name: common.value }]
  return (
    <PickField
      {...common}
      options={options}
      empty={what === 'zone' ? 'any' : 'none'}
      none={what === 'zone' ? 'No host is in a zone.' : 'This snapshot lists no server groups.'}
    />
  )
}

/** Filters, one a line; those that are enabled now stand behind. */
function FilterList({ cloud, after, ...common }: Common & Where) {
  const { data } = useQuery(choicesQuery(useDesk(), cloud, after))
  return (
    <div className="col-span-full">
      <TextInput
        {...common}
        rows={Math.max(data?.filters.length ?? 0, 6)}
        placeholder={data?.filters.join('\n') ?? ''}
      />
    </div>
  )
}

export const Row = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid items-start gap-3 sm:grid-cols-2">{children}</div>
)

interface PickFlavorProps {
  readonly cloud: CloudAsk
  readonly value: string
  readonly onChange: (flavor: string) => void
}

export function PickFlavor({ cloud, value, onChange }: PickFlavorProps) {
  const { data: flavors } = useQuery(flavorsQuery(useDesk(), cloud))
  return (
    <PickField
      name="flavor"
      label="Flavor"
      options={(flavors ?? []).map(({ name, vcpus, memory, extraSpecs }) => ({
        id: name,
        name,
        note: [`${figure(vcpus)} vCPUs`, memoryText(memory), ...extraSpecs].join(' · '),
      }))}
      none="This snapshot lists no flavors."
      value={value}
      onChange={onChange}
    />
  )
}
