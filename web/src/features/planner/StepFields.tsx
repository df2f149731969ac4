import { figure, Pages, pageSizeText, type ReservedPages } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '../../api/desk.tsx'
import { CheckField, Choice, NumberInput, PickField, TextInput } from '../../components/Fields.tsx'
import { PickHost } from '../../components/PickNamed.tsx'
import { PickFlavor, PlainField, Row, type Where } from './PlainField.tsx'
import { flavorsQuery, hostShapeQuery } from './queries.ts'
import { bootPlaces, fieldsOf } from './step-fields.ts'
import type { TypedStep } from './typed-step.ts'
import type { HostShape } from './view-model.ts'

interface FieldsProps<Do extends TypedStep['do'] = TypedStep['do']> extends Where {
  readonly typed: Extract<TypedStep, { readonly do: Do }>
  readonly onChange: (typed: TypedStep) => void
}

/** The fields of a step's form. */
export function Fields({ typed, ...rest }: FieldsProps) {
  switch (typed.do) {
    case 'boot':
      return <BootFields typed={typed} {...rest} />
    case 'take-pages':
    case 'give-pages-back':
      return <PagesFields typed={typed} {...rest} />
    case 'set-reserved-huge-pages':
      return <ReservedFields typed={typed} {...rest} />
    case 'reboot-host':
      return <RebootFields typed={typed} {...rest} />
    case 'plain':
      return <PlainFields typed={typed} {...rest} />
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
        name="on"
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
        {bootPlaces.map((field) => {
          const member = field.name === 'zone' ? 'zone' : 'group'
          return (
            <PlainField
              key={field.name}
              field={field}
              value={typed[member]}
              onChange={(value) => change({ [member]: value })}
              {...where}
            />
          )
        })}
      </Row>
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

/** The pools of a host; none while it is not chosen. */
function usePools({ cloud, after }: Where, host: string): HostShape['pools'] {
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

/** How many pages of each pool of a host; NaN where nothing is said of a pool. */
function PoolCounts({
  pools,
  counts,
  hint,
  onChange,
}: {
  readonly pools: HostShape['pools']
  readonly counts: readonly ReservedPages[]
  readonly hint: (pool: HostShape['pools'][number]) => string
  readonly onChange: (counts: readonly ReservedPages[]) => void
}) {
  const isOf = (one: ReservedPages, { cell, size }: HostShape['pools'][number]) =>
    one.cell === cell && one.size === size
  return (
    <Row>
      {pools.map((pool) => (
        <NumberInput
          key={`${pool.cell} ${pool.size}`}
          name={`${pool.cell} ${pool.size}`}
          label={`Cell ${pool.cell}, ${pageSizeText(pool.size)} pages`}
          hint={hint(pool)}
          value={counts.find((one) => isOf(one, pool))?.count ?? Number.NaN}
          onChange={(count) =>
            onChange([
              ...counts.filter((one) => !isOf(one, pool)),
              ...(Number.isNaN(count) ? [] : [{ cell: pool.cell, size: pool.size, count: Pages(count) }]),
            ])
          }
        />
      ))}
    </Row>
  )
}

function ReservedFields({ typed, onChange, ...where }: FieldsProps<'set-reserved-huge-pages'>) {
  const pools = usePools(where, typed.host)
  return (
    <>
      <PickHost name="host" value={typed.host} onChange={(host) => onChange({ ...typed, host })} {...where} />
      <PoolCounts
        pools={pools}
        counts={typed.reserved}
        hint={({ total, reserved }) => `of ${figure(total)}; ${figure(reserved)} now; empty is none`}
        onChange={(all) => onChange({ ...typed, reserved: all.filter(({ count }) => count > 0) })}
      />
    </>
  )
}

function RebootFields({ typed, onChange, ...where }: FieldsProps<'reboot-host'>) {
  const pools = usePools(where, typed.host)
  return (
    <>
      <PickHost name="host" value={typed.host} onChange={(host) => onChange({ ...typed, host })} {...where} />
      <PoolCounts
        pools={pools}
        counts={typed.pools}
        hint={({ total }) => `${figure(total)} now; empty keeps them`}
        onChange={(all) => onChange({ ...typed, pools: all })}
      />
      <CheckField
        name="resume_guests_state_on_host_boot"
        label="Guests that ran are started again"
        hint="resume_guests_state_on_host_boot"
        value={typed.resumeGuests ?? false}
        onChange={(resumeGuests) => onChange({ ...typed, resumeGuests })}
      />
    </>
  )
}
