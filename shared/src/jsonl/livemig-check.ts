import { z } from 'zod'
import { livePrecheck } from '../migration/live-precheck.ts'
import { inMiB, MiB } from '../units.ts'
import { type Op, raised } from './op.ts'

const request = z.object({
  free_ram_mb: z.int(),
  memory_mb: z.int(),
  ram_allocation_ratio: z.number().default(1),
  instance_memory_mb: z.int(),
})

/** The conductor's memory check of a forced live migration. */
export const livemigCheck: Op = (line, { rules }) => {
  const asked = request.parse(line)
  const destination = {
    total: MiB(asked.memory_mb),
    free: MiB(asked.free_ram_mb),
    ramAllocationRatio: asked.ram_allocation_ratio,
  }
  const { allowed, available, needed } = livePrecheck(destination, MiB(asked.instance_memory_mb), rules)
  if (allowed) return { allowed }
  return { allowed, ...raised('MigrationPreCheckError', `${inMiB(available)} <= ${inMiB(needed)}`) }
}
