/** What a process that holds huge pages is there for, by its command or program. */
export type HolderClass = 'switch' | 'storage' | 'database' | 'dpdk' | 'qemu' | 'other'

const classes: readonly (readonly [RegExp, HolderClass])[] = [
  [/^(ovs-vswitchd|vpp|vrouter|contrail-vrouter|snabb|bess|ovs-dpdk)/, 'switch'],
  [/^(spdk|nvmf_tgt|iscsi_tgt|vhost_tgt|reactor_\d|ceph-osd)/, 'storage'],
  [
    /^(postgres|mysqld|mariadbd|oracle|ora_|db2sysc|mongod|redis-server|hdbindexserver|memcached)/,
    'database',
  ],
  [/^(dpdk-|testpmd|pktgen|lcore-|l[23]fwd|pmd-)/, 'dpdk'],
  [/^(qemu-system-|qemu-kvm|kvm$)/, 'qemu'],
]

export const holderClass = (name: string): HolderClass =>
  classes.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
