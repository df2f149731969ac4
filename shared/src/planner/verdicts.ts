import type { Flavor, ImageProps } from '../model/flavor.ts'
import type { HostId } from '../model/ids.ts'
import { enabledFilters } from '../placement/judge.ts'
import type { Verdict } from '../placement/verdict.ts'
import type { StartVerdict } from '../reality/start-verdict.ts'
import type { Cloud } from './cloud.ts'
import { placedBy, startOn } from './guest-start.ts'
import { judgeOnce, requestOf } from './judged.ts'
import { stateOf } from './nova-book.ts'

/** What both books say of one request on one host. */
export interface BothVerdicts {
  readonly host: HostId
  readonly nova: Verdict
  /** What the host says where Nova would put it; undefined where Nova puts it nowhere. */
  readonly start: StartVerdict | undefined
}

/** Where would this guest go, and what would each host say? Throws for a host the cloud does not have. */
export function verdictsOn(
  cloud: Cloud,
  hosts: readonly HostId[],
  flavor: Flavor,
  image: ImageProps,
): readonly BothVerdicts[] {
  const { release, snapshot } = cloud
  const names = enabledFilters(snapshot.settings.enabledFilters, release.rules)
  const request = requestOf(flavor, image, release.rules)
  return hosts.map((host) => {
    const nova = judgeOnce(stateOf(cloud, host), request, names)
    const start = nova.outcome === 'fits' ? startOn(cloud, host, placedBy(nova, flavor, image)) : undefined
    return { host, nova, start }
  })
}
