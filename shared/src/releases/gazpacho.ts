import { flamingo } from './flamingo.ts'
import { after } from './release.ts'

export const gazpacho = after(flamingo, {
  id: '2026.1',
  name: '2026.1 Gazpacho',
  nova: '33.0.0',
  changes: {
    requestFilters: {
      to: [
        'require_tenant_aggregate',
        'require_image_type_support',
        'compute_status_filter',
        'isolate_aggregates',
        'transform_image_metadata',
        'accelerators_filter',
        'routed_networks_filter',
        'ephemeral_encryption_filter',
        'packed_virtqueue_filter',
        'virtio_sound_filter',
        'tpm_secret_security_filter',
      ],
      commit: 'ad1dd5e594',
      since: '33.0.0',
      note: 'Placement names hosts that keep a TPM’s secret as the flavor wants alone.',
    },
    xmlIoThread: {
      to: 'one',
      commit: '76d64b9cb4',
      since: '33.0.0',
      note: 'A guest has one I/O thread; where the guest has cells it runs where the emulator threads do.',
    },
  },
})
