/** One thing to foretell and then do, on a cloud with the flavors of `flavors`. Names are servers this run boots. */
export type Move =
  | {
      readonly do: 'boot'
      readonly server: string
      readonly flavor: string
      readonly host?: string
      readonly zone?: string
      readonly group?: string
    }
  | { readonly do: 'live-migrate'; readonly server: string; readonly to?: string }
  | { readonly do: 'cold-migrate'; readonly server: string; readonly to?: string }
  | { readonly do: 'resize'; readonly server: string; readonly flavor: string }
  | { readonly do: 'confirm' | 'revert' | 'delete'; readonly server: string }

const boot = (server: string, flavor: string, more: { host?: string; zone?: string } = {}): Move => ({
  do: 'boot',
  server,
  flavor,
  ...more,
})
const live = (server: string, to?: string): Move => ({ do: 'live-migrate', server, ...(to ? { to } : {}) })

/** Every flavor, every way to move, what fits and what does not. */
export const moves: readonly Move[] = [
  boot('f-small', 'm1.small'),
  boot('f-large', 'm1.large'),
  boot('f-2m', 'hp.2m.small'),
  boot('f-2m-medium', 'hp.2m.medium'),
  boot('f-2m-numa2', 'hp.2m.numa2'),
  boot('f-any-large', 'hp.large'),
  boot('f-any-large-s', 'hp.large.s'),
  boot('f-any', 'hp.any'),
  boot('f-small-pages', 'small.pages'),
  boot('f-pin-1g', 'pin.1g'),
  boot('f-pin-1g-numa2', 'pin.1g.numa2'),
  boot('f-pin-2m', 'pin.2m.xl'),
  boot('f-pin-isolate', 'pin.2m.iso'),
  boot('f-pin-asym', 'pin.asym'),
  boot('f-pin-mixed', 'pin.mixed'),
  boot('f-pin-4k', 'pin.4k'),
  boot('f-numa-4k', 'numa.4k'),
  boot('f-impossible', 'huge.impossible'),
  boot('f-odd', 'odd.1g'),
  boot('f-zone', 'm1.small', { zone: 'az2' }),
  boot('f-zone-2m', 'hp.2m.small', { zone: 'az2' }),
  boot('f-host', 'pin.1g', { host: 'compute-03' }),
  boot('f-host-2m', 'hp.2m.small', { host: 'compute-03' }),
  live('f-small'),
  live('f-2m'),
  live('f-2m-medium', 'compute-01'),
  live('f-2m-medium', 'compute-04'),
  live('f-pin-1g', 'compute-02'),
  live('f-any'),
  live('f-zone', 'compute-05'),
  live('f-pin-mixed'),
  { do: 'cold-migrate', server: 'f-large' },
  { do: 'confirm', server: 'f-large' },
  { do: 'cold-migrate', server: 'f-pin-asym' },
  { do: 'revert', server: 'f-pin-asym' },
  { do: 'cold-migrate', server: 'f-pin-2m', to: 'compute-05' },
  { do: 'resize', server: 'f-2m', flavor: 'hp.2m.medium' },
  boot('f-beside-resize', 'hp.2m.medium'),
  { do: 'confirm', server: 'f-2m' },
  { do: 'resize', server: 'f-pin-mixed', flavor: 'huge.impossible' },
  { do: 'resize', server: 'f-numa-4k', flavor: 'hp.2m.numa2' },
  { do: 'delete', server: 'f-2m-numa2' },
  boot('f-after-delete', 'hp.2m.numa2'),
]
