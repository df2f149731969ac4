/** Exceptions of nova/exception.py that flavor and image can raise, and Python's own where Nova catches none. */
export type RequestException =
  | 'BadRequirementEmulatorThreadsPolicy'
  | 'CPUThreadPolicyConfigurationInvalid'
  | 'FlavorImageLockedMemoryConflict'
  | 'ImageCPUPinningForbidden'
  | 'ImageCPUThreadPolicyForbidden'
  | 'ImageNUMATopologyAsymmetric'
  | 'ImageNUMATopologyCPUDuplicates'
  | 'ImageNUMATopologyCPUOutOfRange'
  | 'ImageNUMATopologyCPUsUnassigned'
  | 'ImageNUMATopologyForbidden'
  | 'ImageNUMATopologyIncomplete'
  | 'ImageNUMATopologyMemoryOutOfRange'
  | 'Invalid'
  | 'InvalidCPUAllocationPolicy'
  | 'InvalidCPUThreadAllocationPolicy'
  | 'InvalidEmulatorThreadsPolicy'
  | 'InvalidMixedInstanceDedicatedMask'
  | 'InvalidNUMANodesNumber'
  | 'InvalidRequest'
  | 'LockMemoryForbidden'
  | 'MemoryPageSizeForbidden'
  | 'MemoryPageSizeInvalid'
  | 'RealtimeConfigurationInvalid'
  | 'RealtimeMaskNotFoundOrInvalid'
  | 'RequiredMixedInstancePolicy'
  | 'RequiredMixedOrRealtimeCPUMask'
  | 'ValueError'
  | 'ZeroDivisionError'

/** Thrown within this folder alone; numaConstraints catches it, so that callers get data. */
export class Refusal extends Error {
  constructor(
    readonly exception: RequestException,
    readonly detail: string,
  ) {
    super(exception)
  }
}

/** Stops as Nova would, naming the properties and values at fault: `hw:numa_nodes=0`. */
export const refuse = (exception: RequestException, detail = ''): never => {
  throw new Refusal(exception, detail)
}

/** `int(text)`, refused as Python refuses it. */
export const required = (value: number | undefined, detail: string): number =>
  value ?? refuse('ValueError', detail)
