import type { Flavor, ImageProps } from '../../model/flavor.ts'
import type { Rules } from '../../releases/rules.ts'
import type { Constraints } from './constraints.ts'

/** nova/virt/hardware.py: numa_get_constraints. */
export function numaConstraints(_flavor: Flavor, _image: ImageProps, _rules: Rules): Constraints {
  return { kind: 'rejected', exception: 'not modelled', detail: '' }
}
