import { z } from 'zod'
import type { Flavor } from '../model/flavor.ts'
import { MiB } from '../units.ts'

const texts = z
  .record(z.string(), z.union([z.string(), z.number()]).transform(String))
  .nullish()
  .transform((texts) => texts ?? {})

/** `{"vcpus": 4, "memory_mb": 2048, "extra_specs": {…}}`. */
export const flavor = z
  .object({ vcpus: z.int().min(0), memory_mb: z.int().min(0), extra_specs: texts })
  .transform(
    ({ vcpus, memory_mb, extra_specs }): Flavor => ({
      name: '',
      vcpus,
      memory: MiB(memory_mb),
      rootGb: 0,
      ephemeralGb: 0,
      swap: MiB(0),
      extraSpecs: extra_specs,
    }),
  )

export const imageProps = texts
