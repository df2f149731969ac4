import { figure } from '@headroom/shared'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ToggleButton } from 'react-aria-components'
import { useDesk } from '../../api/desk.tsx'
import { cloudQuery } from '../../api/queries.ts'
import { FilterBox } from '../../components/FilterBox.tsx'
import { Page } from '../../components/Page.tsx'
import { PickOne } from '../../components/PickOne.tsx'
import { type ReleasesSearch, type RuleArea, ruleAreas } from '../../url/search.ts'
import { useCloud } from '../../url/use-cloud.ts'
import type { CloudAsk } from '../../worker/desk.ts'
import { ByRelease } from './ByRelease.tsx'
import { ByRule } from './ByRule.tsx'
import { areaTitles } from './rule-titles.ts'
import { byRelease, byRule, type ReleasesQuery, releasesFacts, rulesBehind } from './view-model.ts'

const route = getRouteApi('/releases')

/** The rules the core runs on, by release, with what proves each change. */
export function ReleasesPage() {
  const cloud = useCloud()
  return cloud ? <BesideCloud cloud={cloud} /> : <Releases own={undefined} />
}

function BesideCloud({ cloud }: { readonly cloud: CloudAsk }) {
  const { data } = useQuery(cloudQuery(useDesk(), cloud))
  return <Releases own={data?.release} />
}

interface Own {
  readonly id: string
  readonly name: string
}

function Releases({ own }: { readonly own: Own | undefined }) {
  const { filter, area, by, oldest } = route.useSearch()
  const query: ReleasesQuery = { filter, area, oldestFirst: oldest ?? false }
  return (
    <Page title="Releases">
      <Headline own={own} />
      <Filters search={{ filter, area, by, oldest }} />
      {by === 'rule' ? (
        <ByRule areas={byRule(query, own?.id)} own={own?.id} />
      ) : (
        <ByRelease releases={byRelease(query)} own={own?.id} />
      )}
    </Page>
  )
}

function Headline({ own }: { readonly own: Own | undefined }) {
  const { releases, oldest, newest, rules, changes } = releasesFacts
  const behind = own && rulesBehind(own.id)
  return (
    <p className="max-w-[110ch] text-base font-semibold">
      {own &&
        (behind === 0
          ? `This cloud is counted by the rules of ${own.name}, the same as in ${newest}. `
          : `This cloud is counted by the rules of ${own.name}: ${behind} of ${rules} are different in ${newest}. `)}
      <span className={own && 'text-sm font-normal text-muted'}>
        From {oldest} to {newest}, {releases} states of Nova differ in {rules} rules: {figure(changes)}{' '}
        changes, each with its commit and the first tag that has it.
      </span>
    </p>
  )
}

const areas: readonly { readonly id: RuleArea | 'all'; readonly name: string }[] = [
  { id: 'all', name: 'all' },
  ...ruleAreas.map((id) => ({ id, name: areaTitles[id] })),
]

/** The link is the state. */
function Filters({ search: { filter, area, by, oldest } }: { readonly search: ReleasesSearch }) {
  const navigate = route.useNavigate()
  const change = (to: ReleasesSearch, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...to }), replace, resetScroll: false })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterBox
        label="Filter rules"
        placeholder="Filter: rule, release, bug, commit…"
        value={filter ?? ''}
        onChange={(typed) => change({ filter: typed || undefined }, true)}
      />
      <PickOne
        label="area"
        options={areas}
        value={area ?? 'all'}
        onChange={(id) => change({ area: id === 'all' ? undefined : id })}
      />
      <nav aria-label="View" className="inline-flex rounded-full border border-edge bg-panel text-xs">
        <View name="By release" by={undefined} here={by === undefined} />
        <View name="By rule" by="rule" here={by === 'rule'} />
      </nav>
      {by === undefined && (
        <ToggleButton
          isSelected={oldest ?? false}
          onChange={(on) => change({ oldest: on || undefined })}
          className="min-h-6.5 cursor-default rounded-full border border-edge bg-panel px-2.5 py-0.5 text-xs text-muted hover:bg-soft data-selected:border-ink data-selected:font-semibold data-selected:text-ink"
        >
          oldest first{oldest && <span aria-hidden="true"> ✕</span>}
        </ToggleButton>
      )}
    </div>
  )
}

interface ViewProps {
  readonly name: string
  readonly by: 'rule' | undefined
  readonly here: boolean
}

const View = ({ name, by, here }: ViewProps) => (
  <Link
    from="/releases"
    to="/releases"
    search={(old) => ({ ...old, by })}
    resetScroll={false}
    aria-current={here ? 'page' : undefined}
    className={`inline-flex min-h-6.5 items-center rounded-full px-2.5 ${here ? 'bg-soft font-semibold text-ink' : 'text-muted hover:text-ink'}`}
  >
    {name}
  </Link>
)
