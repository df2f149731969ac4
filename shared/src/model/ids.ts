declare const of: unique symbol

/** A name that remembers what it names. */
export type Id<Of extends string> = string & { readonly [of]: Of }

/** Nova's `compute_nodes.host`; one host, one node, as with libvirt. */
export type HostId = Id<'host'>
/** Nova's instance uuid, libvirt's domain uuid. */
export type GuestId = Id<'guest'>
/** Nova's aggregate uuid, or its numeric id as text where a release has no uuid. */
export type AggregateId = Id<'aggregate'>
/** Where a piece of evidence came from; an entry of `Snapshot.sources`. */
export type SourceId = Id<'source'>

export const HostId = (text: string) => text as HostId
export const GuestId = (text: string) => text as GuestId
export const AggregateId = (text: string) => text as AggregateId
export const SourceId = (text: string) => text as SourceId

/** A NUMA cell of a host: libvirt's `<cell id=>`, the kernel's nodeN. Ids may be sparse: never an index. */
export type CellId = number & { readonly [of]: 'cell' }
export const CellId = (n: number) => n as CellId

/** An instant as ISO 8601 in UTC. The core compares such texts and never asks what time it is. */
export type Instant = Id<'instant'>
export const Instant = (text: string) => text as Instant
