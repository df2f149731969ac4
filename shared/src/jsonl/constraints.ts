import { z } from 'zod'
import { numaConstraints } from '../placement/request/numa-constraints.ts'
import { flavor, imageProps } from './flavor.ts'
import { type Op, raised } from './op.ts'
import { guestTopologyJson } from './topology.ts'

const request = z.object({ flavor, image_props: imageProps })

/** What flavor and image ask for; a null topology is a guest without one. */
export const constraints: Op = (line, { rules }) => {
  const { flavor, image_props } = request.parse(line)
  const asked = numaConstraints(flavor, image_props, rules)
  if (asked.kind === 'rejected') return raised(asked.exception, asked.detail, 'constraints')
  return { topology: asked.topology ? guestTopologyJson(asked.topology, rules) : null }
}
