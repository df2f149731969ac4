import {
  type Action,
  type Cloud,
  type PlanReplayed,
  type Played,
  planCsv,
  planMarkdown,
  planScript,
  writePlan,
} from '@headroom/shared'

/** What a plan can be taken away as. */
export const planFiles = {
  report: { name: 'Report', file: 'headroom-plan.md', type: 'text/markdown' },
  commands: { name: 'Commands, with checks', file: 'headroom-plan.sh', type: 'text/x-shellscript' },
  table: { name: 'Table', file: 'headroom-plan.csv', type: 'text/csv' },
  plan: { name: 'The plan itself', file: 'headroom-plan.json', type: 'application/json' },
} as const

export type PlanFile = keyof typeof planFiles

/** A plan as the text of a file. `snapshot` is the id others know the cloud by; undefined where it has none. */
export function planText(
  cloud: Cloud,
  snapshot: string | undefined,
  actions: readonly Action[],
  played: readonly Played[],
  as: PlanFile,
): string {
  const { release } = cloud
  const replayed: PlanReplayed = { name: 'Plan', start: cloud, played }
  switch (as) {
    case 'report':
      return planMarkdown(replayed)
    case 'commands':
      return planScript(replayed)
    case 'table':
      return planCsv(replayed)
    case 'plan':
      return `${JSON.stringify(
        writePlan({ version: 1, snapshot, release: release.id, actions }),
        undefined,
        2,
      )}\n`
  }
}
