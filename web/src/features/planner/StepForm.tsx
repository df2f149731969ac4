import { type Action, figure, memoryText, Pages, pageSizeText } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { useDesk } from '../../api/desk.tsx'
import { releasesQuery } from '../../api/queries.ts'
import { Button } from '../../components/Button.tsx'
import { Choice, NumberInput, PickField, TextInput } from '../../components/Fields.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import { PickHost, PickNamed } from './PickNamed.tsx'
import { flavorsQuery, hostShapeQuery } from './queries.ts'
import { type Field, fieldsOf } from './step-fields.ts'
import { type Faults, type Formed, readStep, type TypedStep } from './typed-step.ts'
import type { HostShape, PlanAsk } from './view-model.ts'

/** What a step can do, in the words of the menu that adds one. */
export const stepNames: Record<Action['do'], string> = {
  boot: 'Boot guests',
  'live-migrate': 'Live-migrate a guest',
  'cold-migrate': 'Cold-migrate a guest',
  resize: 'Resize a guest',
  confirm: 'Confirm a move',
  revert: 'Revert a move',
  delete: 'Delete a guest',
  'take-pages': 'A process takes pages',
  'give-pages-back': 'A process gives pages back',
  'set-reserved-huge-pages': 'Set reserved_huge_pages',
  'set-allocation-ratios': 'Set allocation ratios',
  'set-reserved-host-memory': 'Set reserved_host_memory_mb',
  'set-reserved-host-cpus': 'Set reserved_host_cpus',
  'set-cpu-sets': 'Set CPUs for guests',
  'set-packing': 'Pack or spread NUMA cells',
  'set-enabled-filters': 'Set enabled_filters',
  'upgrade-scheduler': 'Upgrade the scheduler',
  'upgrade-compute': 'Upgrade a compute',
  'power-off': 'Shut a guest off',
  'power-on': 'Start a guest',
  'set-service': 'Set a compute service',
  'add-host': 'Add a host like another',
  'lose-host': 'Lose a host',
  'reboot-host': 'Reboot a host',
  evacuate: 'Evacuate a guest',
  shelve: 'Shelve a guest',
  'shelve-offload': 'Offload a shelved guest',
  unshelve: 'Unshelve a guest',
  rebuild: 'Rebuild a guest',
}

/** The menu's, by what they are done to; a step without a form is opened, moved and removed, and written elsewhere. */
export const formed: readonly { readonly title: string; readonly steps: readonly Formed[] }[] = [
  {
    title: 'Guests',
    steps: [
      'boot',
      'live-migrate',
      'cold-migrate',
      'resize',
      'confirm',
      'revert',
      'evacuate',
      'rebuild',
      'power-off',
      'power-on',
      'shelve',
      'shelve-offload',
      'unshelve',
      'delete',
    ],
  },
  { title: 'Hosts', steps: ['add-host', 'lose-host', 'set-service'] },
  { title: 'Processes', steps: ['take-pages', 'give-pages-back'] },
  {
    title: 'Configuration',
    steps: [
      'set-reserved-huge-pages',
      'set-allocation-ratios',
      'set-reserved-host-memory',
      'set-reserved-host-cpus',
      'set-cpu-sets',
      'set-packing',
      'upgrade-scheduler',
      'upgrade-compute',
    ],
  },
]

interface StepFormProps {
  readonly title: string
  readonly start: TypedStep
  /** Where the step stands: the cloud as it is after these actions. */
  readonly cloud: CloudAsk
  readonly after: PlanAsk
  readonly save: string
  readonly onSave: (action: Action) => void
  readonly onCancel: () => void
}

export function StepForm({ title, start, cloud, after, save, onSave, onCancel }: StepFormProps) {
  const [typed, setTyped] = useState(start)
  const [faults, setFaults] = useState<Faults>({})
  const form = useFormKeys(onCancel)
  const submit = () => {
    const read = readStep(typed)
    if (read.action) onSave(read.action)
    else setFaults(read.faults)
  }

  return (
    <Form
      aria-label={title}
      validationErrors={faults}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      ref={form}
      className="panel flex flex-col gap-3 border-focus! px-4 py-3"
    >
      <h2 className="font-semibold">{title}</h2>
      <Fields typed={typed} onChange={setTyped} cloud={cloud} after={after} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="strong">
          {save}
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </Form>
  )
}

/** The first field has the focus as the form opens; Escape leaves it, but where it closes a list. */
function useFormKeys(onEscape: () => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const leave = useEffectEvent(onEscape)
  useEffect(() => {
    const element = form.current
    if (!element) return
    const fields = [...element.querySelectorAll<HTMLElement>('input, textarea, button')]
    fields.find((field) => !field.closest('[aria-hidden="true"]'))?.focus()
    const onKey = (event: KeyboardEvent) => {
      const list = event.target instanceof Element && event.target.closest('[aria-expanded="true"]')
      if (event.key === 'Escape' && !list) leave()
    }
    element.addEventListener('keydown', onKey)
    return () => element.removeEventListener('keydown', onKey)
  }, [])
  return form
}

interface FieldsProps<Do extends TypedStep['do'] = TypedStep['do']> {
  readonly typed: Extract<TypedStep, { readonly do: Do }>
  readonly onChange: (typed: TypedStep) => void
  readonly cloud: CloudAsk
  readonly after: PlanAsk
}

function Fields({ typed, ...rest }: FieldsProps) {
  switch (typed.do) {
    case 'boot':
      return <BootFields typed={typed} {...rest} />
    case 'live-migrate':
    case 'cold-migrate':
      return <MigrateFields typed={typed} {...rest} />
    case 'resize':
      return <ResizeFields typed={typed} {...rest} />
    case 'confirm':
    case 'revert':
    case 'delete':
      return <GuestFields typed={typed} {...rest} />
    case 'take-pages':
    case 'give-pages-back':
      return <PagesFields typed={typed} {...rest} />
    case 'set-reserved-huge-pages':
      return <ReservedFields typed={typed} {...rest} />
    case 'plain':
      return <PlainFields typed={typed} {...rest} />
    case 'written':
      return <p className="text-muted text-xs">This step is as it was written; it has no fields here yet.</p>
  }
}

function PlainFields({ typed, onChange, ...where }: FieldsProps<'plain'>) {
  return (
    <Row>
      {fieldsOf(typed.what).map((field) => (
        <PlainField
          key={field.name}
          field={field}
          value={typed.values[field.name] ?? ''}
          onChange={(value) => onChange({ ...typed, values: { ...typed.values, [field.name]: value } })}
          {...where}
        />
      ))}
    </Row>
  )
}

interface PlainFieldProps extends Pick<FieldsProps, 'cloud' | 'after'> {
  readonly field: Field
  readonly value: string
  readonly onChange: (value: string) => void
}

function PlainField({ field, value, onChange, ...where }: PlainFieldProps) {
  const { name, label, kind, hint } = field
  const { data: releases } = useQuery({ ...releasesQuery(useDesk()), enabled: kind === 'release' })
  const common = { name, label, value, onChange, ...(hint === undefined ? {} : { hint }) }
  if (kind === 'guest' || kind === 'host') return <PickNamed what={kind} {...common} {...where} />
  if (kind === 'flavor') return <PickFlavor cloud={where.cloud} value={value} onChange={onChange} />
  if (kind === 'release' || typeof kind === 'object') {
    const options = typeof kind === 'object' ? kind.choices.map((id) => ({ id, name: id })) : (releases ?? [])
    return <PickField {...common} options={options} none="There is none." />
  }
  return <TextInput {...common} {...(kind === 'words' ? { rows: 2 } : {})} />
}

const Row = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid items-start gap-3 sm:grid-cols-2">{children}</div>
)

interface PickFlavorProps {
  readonly cloud: CloudAsk
  readonly value: string
  readonly onChange: (flavor: string) => void
}

function PickFlavor({ cloud, value, onChange }: PickFlavorProps) {
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

function BootFields({ typed, onChange, ...where }: FieldsProps<'boot'>) {
  const { data: flavors } = useQuery(flavorsQuery(useDesk(), where.cloud))
  const change = (to: Partial<typeof typed>) => onChange({ ...typed, ...to })
  return (
    <>
      {flavors?.length === 0 ? (
        <p className="text-xs text-warn">
          No source of this snapshot lists flavors, so none can be booted. Add the flavors on Import.
        </p>
      ) : null}
      <Row>
        <PickFlavor cloud={where.cloud} value={typed.flavor} onChange={(flavor) => change({ flavor })} />
        <NumberInput
          name="count"
          label="How many"
          least={1}
          most={1000}
          value={typed.count}
          onChange={(count) => change({ count })}
        />
      </Row>
      <Choice
        label="Where"
        options={[
          { id: 'any', name: 'Nova chooses' },
          { id: 'requested', name: 'one host', hint: 'filters are asked' },
          { id: 'forced', name: 'forced host', hint: 'filters are skipped' },
        ]}
        value={typed.how}
        onChange={(how) => change({ how })}
      />
      {typed.how !== 'any' && (
        <PickHost name="host" value={typed.host} onChange={(host) => change({ host })} {...where} />
      )}
      <Row>
        <TextInput
          name="id"
          label="Names begin with"
          value={typed.id}
          onChange={(id) => change({ id })}
          hint={`The guests are ${typed.id || '…'}-1, ${typed.id || '…'}-2 …`}
        />
        <TextInput
          name="image"
          label="Image properties"
          value={typed.image}
          onChange={(image) => change({ image })}
          placeholder="hw_mem_page_size=large"
          rows={2}
          hint="name=value, one a line"
        />
      </Row>
    </>
  )
}

interface PickGuestProps extends Pick<FieldsProps, 'cloud' | 'after'> {
  readonly value: string
  readonly onChange: (guest: string) => void
}

const PickGuest = (props: PickGuestProps) => <PickNamed name="guest" label="Guest" what="guest" {...props} />

function GuestFields({ typed, onChange, ...where }: FieldsProps<'confirm' | 'revert' | 'delete'>) {
  return <PickGuest value={typed.guest} onChange={(guest) => onChange({ ...typed, guest })} {...where} />
}

function ResizeFields({ typed, onChange, ...where }: FieldsProps<'resize'>) {
  return (
    <Row>
      <PickGuest value={typed.guest} onChange={(guest) => onChange({ ...typed, guest })} {...where} />
      <PickFlavor
        cloud={where.cloud}
        value={typed.flavor}
        onChange={(flavor) => onChange({ ...typed, flavor })}
      />
    </Row>
  )
}

function MigrateFields({ typed, onChange, ...where }: FieldsProps<'live-migrate' | 'cold-migrate'>) {
  const change = (to: Partial<Pick<typeof typed, 'guest' | 'how' | 'to'>>) => onChange({ ...typed, ...to })
  return (
    <>
      <PickGuest value={typed.guest} onChange={(guest) => change({ guest })} {...where} />
      <Choice
        label="Destination"
        options={[
          { id: 'requested', name: 'this host' },
          { id: 'any', name: 'Nova chooses' },
        ]}
        value={typed.how}
        onChange={(how) => change({ how })}
      />
      {typed.how === 'requested' && (
        <PickHost name="to" value={typed.to} onChange={(to) => change({ to })} {...where} />
      )}
    </>
  )
}

/** The pools of a host; none while it is not chosen. */
function usePools({ cloud, after }: Pick<FieldsProps, 'cloud' | 'after'>, host: string): HostShape['pools'] {
  const { data } = useQuery({ ...hostShapeQuery(useDesk(), cloud, after, host), enabled: host !== '' })
  return data?.pools ?? []
}

function PagesFields({ typed, onChange, ...where }: FieldsProps<'take-pages' | 'give-pages-back'>) {
  const pools = usePools(where, typed.host)
  const change = (to: Partial<typeof typed>) => onChange({ ...typed, ...to })
  return (
    <>
      <Row>
        <TextInput
          name="by"
          label="Process"
          value={typed.by}
          onChange={(by) => change({ by })}
          placeholder="ovs-vswitchd"
        />
        <PickHost name="host" value={typed.host} onChange={(host) => change({ host })} {...where} />
      </Row>
      <Row>
        <PickField
          name="cell"
          label="Pool"
          options={pools.map(({ cell, size, total }) => ({
            id: `${cell} ${size}`,
            name: `cell ${cell}, ${pageSizeText(size)}`,
            note: `${figure(total)} pages`,
          }))}
          none={typed.host === '' ? 'Choose the host first.' : 'This host has no pool of huge pages.'}
          value={Number.isNaN(typed.cell) ? '' : `${typed.cell} ${typed.size}`}
          onChange={(id) => {
            const [cell, size] = id.split(' ').map(Number)
            change({ cell: cell ?? Number.NaN, size: size ?? Number.NaN })
          }}
        />
        <NumberInput
          name="pages"
          label="Pages"
          least={1}
          value={typed.pages}
          onChange={(pages) => change({ pages })}
        />
      </Row>
    </>
  )
}

function ReservedFields({ typed, onChange, ...where }: FieldsProps<'set-reserved-huge-pages'>) {
  const pools = usePools(where, typed.host)
  const countAt = (cell: number, size: number) =>
    typed.reserved.find((one) => one.cell === cell && one.size === size)?.count ?? 0
  return (
    <>
      <PickHost name="host" value={typed.host} onChange={(host) => onChange({ ...typed, host })} {...where} />
      <Row>
        {pools.map(({ cell, size, total, reserved }) => (
          <NumberInput
            key={`${cell} ${size}`}
            name={`${cell} ${size}`}
            label={`Cell ${cell}, ${pageSizeText(size)} pages`}
            hint={`of ${figure(total)}; ${figure(reserved)} now`}
            most={total}
            value={countAt(cell, size)}
            onChange={(count) =>
              onChange({
                ...typed,
                reserved: [
                  ...typed.reserved.filter((one) => one.cell !== cell || one.size !== size),
                  ...(count > 0 ? [{ cell, size, count: Pages(count) }] : []),
                ],
              })
            }
          />
        ))}
      </Row>
    </>
  )
}
