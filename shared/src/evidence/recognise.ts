import { located, readJson, shown, withoutEchoes } from '../parsing/json.ts'
import type { Parsed, Problem } from '../parsing/parsed.ts'
import { isSnapshot, readSnapshot } from '../wire/snapshot.ts'
import { isAllocationCandidates, readAllocationCandidates } from './allocation-candidates.ts'
import { parseCapabilities } from './capabilities.ts'
import { parseDomains } from './domain.ts'
import type { Facts } from './facts.ts'
import { isFreePages, parseFreePages } from './freepages.ts'
import { isMemInfo, parseMemInfo } from './meminfo.ts'
import { isNovaConf, parseNovaConf } from './nova-conf.ts'
import { readNovaRows, rowSetsOf } from './nova-rows.ts'
import { envelope, readGuestTopology, readHostTopology, topologyOf } from './numa-topology.ts'
import { isNumactl, parseNumactl } from './numactl.ts'
import { isProbe, parseProbe } from './probe.ts'
import { isSysfs, parseSysfs } from './sysfs.ts'
import { isVirshVersion, parseVirshVersion } from './virsh-version.ts'

/** A text and, where it is JSON, its value as far as it could be read. */
interface Opened {
  readonly text: string
  readonly json: Parsed<unknown>
}

interface Format {
  /** `Source.kind`. */
  readonly id: string
  /** What a text of this format has and no other. */
  readonly mark: string
  readonly is: (opened: Opened) => boolean
  readonly read: (opened: Opened) => Parsed<Facts>
}

/** The formats, told apart by content alone. The first that a text is of reads it. */
export const formats: readonly Format[] = [
  json('headroom snapshot', '"headroom_snapshot"', isSnapshot, readSnapshot, (snapshot) => ({
    of: 'snapshot',
    snapshot,
  })),
  {
    id: 'headroom-probe',
    mark: '"headroom_probe"',
    is: ({ json }) => isProbe(json.facts),
    read: ({ text }) => as(parseProbe(text), (probe) => ({ of: 'probe', probe })),
  },
  json(
    'nova compute_nodes.numa_topology',
    'NUMATopology, or cells with mem and cpu_usage',
    (value) => topologyOf(value) === 'host',
    readHostTopology,
    (cells) => ({ of: 'host topology', cells }),
  ),
  json(
    'nova instance_extra.numa_topology',
    'InstanceNUMATopology, or cells with mem and cpus',
    (value) => topologyOf(value) === 'guest',
    readGuestTopology,
    (guest) => ({ of: 'guest topology', ...guest }),
  ),
  json(
    'nova rows',
    'rows of compute_nodes, instances, instance_extra, flavors, resource_providers …',
    (value) => rowSetsOf(value).length > 0,
    readNovaRows,
    (rows) => ({ of: 'nova rows', rows }),
  ),
  json(
    'allocation candidates',
    'allocation_requests and provider_summaries, or rows with inventory used/capacity',
    isAllocationCandidates,
    readAllocationCandidates,
    (candidates) => ({ of: 'allocation candidates', candidates }),
  ),
  text(
    'virsh capabilities',
    '<capabilities>',
    (text) => /<capabilities[\s>]/.test(text),
    parseCapabilities,
    (capabilities) => ({
      of: 'capabilities',
      capabilities,
    }),
  ),
  text(
    'libvirt domain',
    '<domain>',
    (text) => /<domain[\s>]/.test(text),
    parseDomains,
    (domains) => ({ of: 'domains', domains }),
  ),
  text('virsh freepages', 'Node N: and SIZEKiB: PAGES', isFreePages, parseFreePages, (nodes) => ({
    of: 'free pages',
    nodes,
  })),
  text('virsh version', 'Running hypervisor:', isVirshVersion, parseVirshVersion, (versions) => ({
    of: 'versions',
    versions,
  })),
  text('sysfs', 'nodeN/PATH:VALUE', isSysfs, parseSysfs, (tree) => ({ of: 'sysfs', tree })),
  text('numactl --hardware', 'node N cpus:', isNumactl, parseNumactl, (nodes) => ({ of: 'numactl', nodes })),
  text('/proc/meminfo', 'MemTotal: N kB', isMemInfo, parseMemInfo, (meminfo) => ({ of: 'meminfo', meminfo })),
  text('nova.conf', '[section] and option = value', isNovaConf, parseNovaConf, (conf) => ({
    of: 'nova.conf',
    conf,
  })),
]

/** What a text is and says; `format` is undefined where it is of none. */
export function recognise(text: string): Parsed<Facts> & { readonly format: string | undefined } {
  const opened: Opened = {
    text,
    json: /^\s*[[{"]/.test(text) ? unquoted(readJson(text)) : { facts: undefined, problems: [] },
  }
  const format = formats.find(({ is }) => is(opened))
  if (format) {
    const { facts, problems } = format.read(opened)
    return { format: format.id, facts, problems: [...problems].sort(byLine) }
  }
  return {
    format: undefined,
    facts: undefined,
    problems: [
      {
        severity: 'error',
        at: { line: 1 },
        ...(text.trim() === '' ? {} : { found: shown(text) }),
        expected: `one of ${formats.map(({ id }) => id).join(', ')}`,
      },
      ...opened.json.problems,
    ],
  }
}

const byLine = (a: Problem, b: Problem): number => (a.at.line ?? 0) - (b.at.line ?? 0)

/** JSON within a JSON string, as a database's client may print a column. */
const unquoted = (json: Parsed<unknown>): Parsed<unknown> =>
  typeof json.facts === 'string' ? readJson(json.facts) : json

const as = <T>({ facts, problems }: Parsed<T>, fact: (facts: T) => Facts): Parsed<Facts> => ({
  facts: facts === undefined ? undefined : fact(facts),
  problems,
})

function text<T>(
  id: string,
  mark: string,
  is: (text: string) => boolean,
  parse: (text: string) => Parsed<T>,
  fact: (facts: T) => Facts,
): Format {
  return { id, mark, is: ({ text }) => is(text), read: ({ text }) => as(parse(text), fact) }
}

function json<T>(
  id: string,
  mark: string,
  is: (value: unknown) => boolean,
  read: (value: unknown) => Parsed<T>,
  fact: (facts: T) => Facts,
): Format {
  return {
    id,
    mark,
    is: ({ json }) => is(json.facts),
    read: ({ text, json }) => {
      const { facts, problems } = read(json.facts)
      return as({ facts, problems: withoutEchoes(json.problems, located(text, problems, envelope)) }, fact)
    },
  }
}
