import { z } from 'zod'
import { cpuTopologyOf } from '../reality/cpu-topology.ts'
import { flavor, imageProps } from './flavor.ts'
import { type Op, raised } from './op.ts'

const request = z.object({ flavor, image_props: imageProps })

/** The sockets, cores and threads that a guest without cells is shown. */
export const cpuTopology: Op = (line, { rules }) => {
  const { flavor, image_props } = request.parse(line)
  const shown = cpuTopologyOf(flavor, image_props, undefined, rules)
  return shown.kind === 'raises'
    ? raised(shown.exception, shown.detail, 'topology')
    : { topology: shown.topology }
}
