import { figure } from '@headroom/shared'
import { Link, useLocation } from '@tanstack/react-router'
import { Empty } from '../../components/States.tsx'
import { type Agreement, type AreaView, type RuleView, releaseColumns, type Span } from './view-model.ts'

interface ByRuleProps {
  readonly areas: readonly AreaView[]
  /** Id of the release of the cloud that is open. */
  readonly own: string | undefined
}

/** Rule × release: a value stands over the releases it holds for. Where the page is narrow a rule is a card. */
export function ByRule({ areas, own }: ByRuleProps) {
  const here = useLocation({ select: ({ hash }) => hash })
  if (areas.length === 0) return <Empty title="No rule passes the filter.">Look for less.</Empty>
  return (
    <section
      aria-label="Rules by release, scrolls"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard too
      tabIndex={0}
      className="panel min-w-0 md:max-h-[calc(100dvh-11rem)] md:overflow-auto"
    >
      <table className="cards border-separate border-spacing-0 text-xs max-md:px-4">
        <caption className="sr-only">The value of each rule at each release</caption>
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className={`${corner} font-semibold md:top-0 md:z-3!`}>
              Rule
            </th>
            {releaseColumns.map(({ id, name, nova }) => (
              <th
                key={id}
                scope="col"
                aria-current={id === own ? 'true' : undefined}
                className="min-w-24 border-b border-l border-line bg-panel px-2 py-1.5 align-top font-semibold md:sticky md:top-0 md:z-2 aria-[current]:bg-soft aria-[current]:text-ink"
              >
                <Link to="/releases" hash={id} className="hover:underline">
                  {name}
                </Link>
                <code className="block font-normal">{nova}</code>
                {id === own && <span className="block">this cloud</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className={`${corner} font-normal text-muted`}>
              Recorded answers of the real Nova that Headroom gives too; a value says how many of them it
              decides
            </th>
            {releaseColumns.map(({ id, name, conformance }) => (
              <td
                key={id}
                data-name={name}
                data-wide="true"
                className={`align-top text-muted md:border-b md:border-l md:border-line md:px-2! md:py-1.5! ${conformance ? '' : 'max-md:hidden!'}`}
              >
                {conformance && <Agreed {...conformance} />}
              </td>
            ))}
          </tr>
        </tbody>
        {areas.map(({ area, title, rules }) => (
          <tbody key={area}>
            <tr>
              <th scope="rowgroup" className={`${corner} pt-4 text-sm font-bold`}>
                {title}
              </th>
            </tr>
            {rules.map((rule) => (
              <Rule key={rule.rule} rule={rule} isHere={rule.rule === here} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

/** All, or how many are not: nothing else is worth a colour. */
const Agreed = ({ agreeing, total }: Agreement) =>
  agreeing === total ? (
    <>all {figure(total)}</>
  ) : (
    <b className="text-bad">
      {figure(agreeing)} of {figure(total)}
    </b>
  )

const corner =
  'text-left align-top md:sticky md:left-0 md:z-1 md:w-64 md:min-w-64 md:border-b md:border-line md:bg-panel md:px-3! md:py-1.5!'

const Rule = ({
  rule: { rule, title, spans },
  isHere,
}: {
  readonly rule: RuleView
  readonly isHere: boolean
}) => (
  <tr
    id={rule}
    aria-current={isHere ? 'location' : undefined}
    className="group scroll-mt-24 max-md:border-t max-md:border-line"
  >
    <th scope="row" className={`${corner} group-aria-[current]:bg-soft`}>
      <span className="block font-semibold">{title}</span>
      <Link
        to="."
        search={true}
        hash={rule}
        hashScrollIntoView={false}
        resetScroll={false}
        className="font-normal break-words text-muted hover:underline"
      >
        <code>{rule}</code>
      </Link>
    </th>
    {spans.map((span) => (
      <Value key={span.from} span={span} />
    ))}
  </tr>
)

const Value = ({ span }: { readonly span: Span }) => (
  <td
    colSpan={span.releases}
    data-wide="true"
    data-name={span.from === span.to ? span.from : `${span.from} to ${span.to}`}
    className={`align-top md:border-b md:border-l md:border-line md:px-2! md:py-1.5! ${span.change ? 'md:border-l-ink' : ''} group-aria-[current]:bg-soft`}
  >
    <span className="min-w-0 md:sticky md:left-66 md:inline-block">
      {span.change ? (
        <Link to="/releases" hash={span.change} className="link font-semibold">
          {span.value}
        </Link>
      ) : (
        <span className={span.marked ? '' : 'text-muted'}>{span.value}</span>
      )}
      {span.decides !== undefined && span.decides > 0 && (
        <span className="block text-muted">
          decides {figure(span.decides)} {span.decides === 1 ? 'answer' : 'answers'}
        </span>
      )}
    </span>
  </td>
)
