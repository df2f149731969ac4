#!/usr/bin/python3
"""What Nova itself answers: JSON Lines in, JSON Lines out.

A request is an object with `op` and its fields; the answer to each is one line, `{"id": ..., "out": {...}}`, in the
order asked. Every answer is made by the Nova installed for /usr/bin/python3 (Debian: python3-nova, python3-libvirt;
Victoria and later): this program makes Nova's objects from JSON, calls Nova, and makes JSON of what comes back. It starts
no service and reaches no database and no libvirtd.

Memory is MiB, page sizes are KiB, pages are counted. `error.class` is the exception Nova raised.

Nova walks Python sets, so which of equal CPUs it takes is not defined. Where pins are in an answer, Nova is asked once
more with every set of free CPUs walked upwards: `sorted_order` is that answer where it is another.
"""

import contextlib
import copy
import json
import logging
import math
import sys
import tempfile
import time
import types

try:
    from nova import exception, objects, version
    from nova.conductor.tasks import live_migrate
    from nova.conf import CONF, neutron
    from nova.pci import stats
    from nova.virt import hardware
except ImportError as missing:
    sys.exit(f"ask_nova: no Nova here ({missing}); on Debian: apt-get install python3-nova python3-libvirt")

logging.disable(logging.CRITICAL)
objects.register_all()

PACKING = "packing_host_numa_cells_allocation_strategy"


class Raised(Exception):
    """What Nova raised, and while it did what."""

    def __init__(self, error, stage):
        super().__init__(stage)
        self.answer = {"error": {"class": type(error).__name__, "message": str(error), "stage": stage}}


@contextlib.contextmanager
def stage(name):
    try:
        yield
    except Exception as error:
        raise Raised(error, name) from error


# JSON to Nova's objects


def flavor_of(asked):
    specs = {key: str(value) for key, value in (asked.get("extra_specs") or {}).items()}
    return objects.Flavor(vcpus=asked["vcpus"], memory_mb=asked["memory_mb"], extra_specs=specs)


def image_of(properties):
    return objects.ImageMeta.from_dict({"properties": dict(properties or {})})


def pages_of(pool):
    return objects.NUMAPagesTopology(
        size_kb=pool["size_kb"],
        total=pool["total"],
        used=pool.get("used", 0),
        reserved=pool.get("reserved", 0),
    )


def host_cell_of(cell):
    shared = set(cell.get("cpuset") or [])
    dedicated = cell.get("pcpuset")
    return objects.NUMACell(
        id=cell["id"],
        socket=cell.get("socket"),
        cpuset=shared,
        pcpuset=set(shared if dedicated is None else dedicated),
        siblings=[set(core) for core in cell.get("siblings") or []],
        memory=cell["memory_mb"],
        memory_usage=cell.get("memory_usage", 0),
        cpu_usage=cell.get("cpu_usage", 0),
        pinned_cpus=set(cell.get("pinned_cpus") or []),
        mempages=[pages_of(pool) for pool in cell.get("mempages") or []],
    )


def host_of(asked):
    return objects.NUMATopology(cells=[host_cell_of(cell) for cell in asked["cells"]])


def guest_cell_of(cell):
    pinning = cell.get("cpu_pinning")
    reserved = cell.get("cpuset_reserved")
    return objects.InstanceNUMACell(
        id=cell["id"],
        cpuset=set(cell.get("cpuset") or []),
        pcpuset=set(cell.get("pcpuset") or []),
        memory=cell["memory_mb"],
        pagesize=cell.get("pagesize"),
        cpu_policy=cell.get("cpu_policy"),
        cpu_thread_policy=cell.get("cpu_thread_policy"),
        cpu_pinning_raw=None if pinning is None else {str(vcpu): pcpu for vcpu, pcpu in pinning.items()},
        cpuset_reserved=None if reserved is None else set(reserved),
    )


def guest_of(asked):
    return objects.InstanceNUMATopology(
        cells=[guest_cell_of(cell) for cell in asked["cells"]],
        emulator_threads_policy=asked.get("emulator_threads_policy"),
    )


def limits_of(asked):
    if asked is None:
        return None
    return objects.NUMATopologyLimits(
        cpu_allocation_ratio=asked["cpu_allocation_ratio"], ram_allocation_ratio=asked["ram_allocation_ratio"]
    )


def devices_of(asked, host):
    """The arguments of a fit that speak of PCI devices."""
    if asked is None:
        return {}
    pools = [
        objects.PciDevicePool(
            vendor_id=pool["vendor_id"],
            product_id=pool["product_id"],
            numa_node=pool["numa_node"],
            count=pool["count"],
            tags=pool["tags"],
        )
        for pool in asked["pools"]
    ]
    requests = [
        objects.InstancePCIRequest(
            count=request["count"],
            spec=request["specs"],
            alias_name=request["alias"],
            numa_policy=request["policy"],
            request_id=None,
        )
        for request in asked["requests"]
    ]
    free = stats.PciDeviceStats(host, objects.PciDevicePoolList(objects=pools))
    return {"pci_requests": requests, "pci_stats": free}


# Nova's objects to JSON


def usage_json(cell):
    return {
        "id": cell.id,
        "cpu_usage": cell.cpu_usage,
        "memory_usage": cell.memory_usage,
        "pinned_cpus": sorted(cell.pinned_cpus),
        "mempages": [
            {"size_kb": pool.size_kb, "total": pool.total, "used": pool.used, "reserved": pool.reserved}
            for pool in cell.mempages
        ],
    }


def host_usage_json(host):
    return {"cells": [usage_json(cell) for cell in host.cells]}


def whole_host_json(host):
    return {
        "cells": [
            {
                **usage_json(cell),
                "cpuset": sorted(cell.cpuset),
                "pcpuset": sorted(cell.pcpuset),
                "memory_mb": cell.memory,
                "siblings": [sorted(core) for core in cell.siblings],
                **({"socket": cell.socket} if "socket" in cell.fields else {}),
            }
            for cell in host.cells
        ]
    }


def guest_json(guest):
    def cell_json(cell):
        return {
            "id": cell.id,
            "cpuset": sorted(cell.cpuset),
            "pcpuset": sorted(cell.pcpuset),
            "memory_mb": cell.memory,
            "pagesize": cell.pagesize,
            "cpu_policy": cell.cpu_policy,
            "cpu_thread_policy": cell.cpu_thread_policy,
            "cpuset_reserved": None if cell.cpuset_reserved is None else sorted(cell.cpuset_reserved),
            "cpu_pinning": None if cell.cpu_pinning_raw is None else dict(cell.cpu_pinning_raw),
        }

    return {
        "cells": [cell_json(cell) for cell in guest.cells],
        "emulator_threads_policy": guest.emulator_threads_policy,
    }


# The order in which sets are walked


class Ascending(set):
    """A set of CPUs that is walked upwards."""

    def __iter__(self):
        return iter(sorted(set.__iter__(self)))


walked_upwards = False
free_siblings = objects.NUMACell.free_siblings


def maybe_upwards(cell):
    cores = free_siblings.fget(cell)
    return [Ascending(core) for core in cores] if walked_upwards else cores


objects.NUMACell.free_siblings = property(maybe_upwards)


def in_both_orders(op):
    """`op`, asked again with sets walked upwards where the first answer has pins."""

    def both(asked):
        global walked_upwards
        out = op(asked)
        if not any(has_pins(topology) for topology in topologies_in(out)):
            return out
        walked_upwards = True
        try:
            again = op(asked)
        finally:
            walked_upwards = False
        if again == out:
            return out
        other = again if "results" in again or "xml" in again else again["topology"]
        return {**out, "set_order_sensitive": True, "sorted_order": other}

    return both


def topologies_in(out):
    of_steps = [step.get("topology") for step in out.get("results", [])]
    return filter(None, [out.get("topology"), *of_steps])


def has_pins(topology):
    return any(cell["cpu_pinning"] for cell in topology["cells"])


# What can be asked


def constraints_of(asked):
    with stage("image"):
        image = image_of(asked.get("image_props"))
    with stage("constraints"):
        return hardware.numa_get_constraints(flavor_of(asked["flavor"]), image)


def constraints(asked):
    topology = constraints_of(asked)
    return {"topology": topology and guest_json(topology)}


def set_packing(asked):
    if asked.get("packing") is None:
        CONF.clear_override(PACKING, group="compute")
    else:
        CONF.set_override(PACKING, asked["packing"], group="compute")


def fit(asked):
    wanted = constraints_of(asked)
    if wanted is None:
        return {"result": "no_numa", "topology": None}
    host, limits = host_of(asked["host"]), limits_of(asked.get("limits"))
    set_packing(asked)
    with stage("fit"):
        placed = hardware.numa_fit_instance_to_host(host, wanted, limits, **devices_of(asked.get("pci"), host))
    return {"result": "fit" if placed else "no_fit", "topology": guest_json(placed) if placed else None}


def topologies_of(step):
    return step["topologies"] if "topologies" in step else [step["topology"]]


def usage(asked):
    host = host_of(asked["host"])
    hosts = []
    steps = asked.get("steps")
    if steps is None:
        steps = [{"topologies": [one], "free": asked.get("free")} for one in topologies_of(asked)]

    def so_far():
        return {"hosts": hosts} if len(steps) > 1 else {}

    for index, step in enumerate(steps):
        try:
            for topology in topologies_of(step):
                guest = guest_of(topology)
                with stage("usage"):
                    host = hardware.numa_usage_from_instance_numa(host, guest, step.get("free") or False)
        except Raised as raised:
            return {**raised.answer, "step": index, **so_far()}
        hosts.append(host_usage_json(host))
    return {"host": host_usage_json(host), **so_far()}


def sequence(asked):
    host, limits = host_of(asked["host"]), limits_of(asked.get("limits"))
    set_packing(asked)
    results, placed = [], {}

    def boot(step):
        nonlocal host
        try:
            wanted = constraints_of(step)
            if wanted is None:
                return {"result": "no_numa"}
            with stage("fit"):
                guest = hardware.numa_fit_instance_to_host(host, wanted, limits)
        except Raised as raised:
            return raised.answer
        if not guest:
            return {"result": "no_fit"}
        result = {"result": "fit", "topology": guest_json(guest)}
        try:
            with stage("usage"):
                host = hardware.numa_usage_from_instance_numa(host, guest)
        except Raised as raised:
            return {**result, **raised.answer}
        placed[len(results)] = guest
        return result

    def delete(index):
        nonlocal host
        guest = placed.pop(index, None)
        if guest is None:
            return {"result": "nothing_to_delete"}
        try:
            with stage("usage"):
                host = hardware.numa_usage_from_instance_numa(host, guest, free=True)
        except Raised as raised:
            return raised.answer
        return {"result": "deleted"}

    def is_over():
        refused = bool(results) and results[-1].get("result") == "no_fit"
        return bool(asked.get("stop_at_first_failure")) and refused

    for step in asked["boots"]:
        if is_over():
            break
        if "delete" in step:
            results.append(delete(step["delete"]))
            continue
        for _ in range(step.get("count", 1)):
            if not is_over():
                results.append(boot(step))
    return {"results": results, "host": host_usage_json(host)}


def parse_reserved(asked):
    with configured({"DEFAULT": {"reserved_huge_pages": asked["values"]}}):
        with stage("config"):
            CONF.reserved_huge_pages
        with stage("parse"):
            by_node = hardware.numa_get_reserved_huge_pages()
    return {
        "reserved": [
            {"node": node, "size_kb": size, "count": by_node[node][size]}
            for node in sorted(by_node)
            for size in sorted(by_node[node])
        ]
    }


def livemig_check(asked):
    task = live_migrate.LiveMigrationTask.__new__(live_migrate.LiveMigrationTask)
    task.instance = types.SimpleNamespace(uuid="guest", memory_mb=asked["instance_memory_mb"])
    task.destination = "destination"
    task._get_compute_info = lambda host: types.SimpleNamespace(
        free_ram_mb=asked["free_ram_mb"],
        memory_mb=asked["memory_mb"],
        ram_allocation_ratio=asked["ram_allocation_ratio"],
    )
    try:
        with stage("pre-check"):
            task._check_destination_has_enough_memory()
    except Raised as raised:
        return {"allowed": False, **raised.answer}
    return {"allowed": True}


def host_from_capabilities(asked):
    with configured(asked.get("conf") or {}):
        with stage("host"):
            topology = driver_of(asked)._get_host_numa_topology()
    return {"host": topology and whole_host_json(topology)}


def domain_xml(asked):
    """`host` and `topology` where the request has them; else the driver's own host, and the fit's answer on it."""
    with stage("image"):
        image = image_of(asked.get("image_props"))
    flavor = flavor_of(asked["flavor"])
    with configured(asked.get("conf") or {}):
        with stage("host"):
            driver = driver_of(asked)
            host = host_of(asked["host"]) if asked.get("host") else driver._get_host_numa_topology()
        if asked.get("topology"):
            guest = guest_of(asked["topology"])
        else:
            guest = constraints_of(asked)
            if guest and host:
                set_packing(asked)
                with stage("fit"):
                    guest = hardware.numa_fit_instance_to_host(host, guest, limits_of(asked.get("limits")))
                if guest is None:
                    return {"result": "no_fit"}
        try:
            with stage("xml"):
                xml = xml_of(driver, guest, flavor, image)
        except Raised as raised:
            return {**raised.answer, "topology": guest and guest_json(guest)}
    return {"result": "fit" if guest else "no_numa", "topology": guest and guest_json(guest), "xml": xml}


def xml_of(driver, guest, flavor, image):
    """The domain, as far as memory, cells, pages and CPUs go."""
    from nova.virt.libvirt import config as vconfig

    domain = vconfig.LibvirtConfigGuest()
    domain.virt_type = "kvm"
    domain.uuid = domain.name = "guest"
    domain.memory = flavor.memory_mb * 1024
    domain.vcpus = flavor.vcpus
    numa = driver._get_guest_numa_config(guest, flavor, image)
    domain.cpuset = numa.cpuset
    domain.cputune = numa.cputune
    domain.numatune = numa.numatune
    domain.membacking = driver._get_guest_memory_backing_config(guest, numa.numatune, flavor, image)
    domain.cpu = driver._get_guest_cpu_config(flavor, image, numa.numaconfig, guest)
    return domain.to_xml()


def cpu_topology(asked):
    with stage("image"):
        image = image_of(asked.get("image_props"))
    with stage("topology"):
        best = hardware.get_best_cpu_topology(flavor_of(asked["flavor"]), image)
    return {"topology": {"sockets": best.sockets, "cores": best.cores, "threads": best.threads}}


def weigh(asked):
    """What Nova's own weighers make of hosts, in whole millionths, and whether the filters that count pass them."""
    from nova.scheduler import weights
    from nova.scheduler.filters import io_ops_filter, num_instances_filter

    def state_of(host, number):
        metadata = host.get("aggregate") or {}
        return types.SimpleNamespace(
            number=number,
            aggregates=[types.SimpleNamespace(metadata=metadata)],
            pci_stats=None,
            metrics=[],
            instances={},
            cell_uuid=None,
            uuid=str(number),
            host=str(number),
            nodename=str(number),
            vcpus_total=host["vcpus"],
            **host,
        )

    conf = {option: [str(value)] for option, value in asked["conf"].items()}
    with configured({"filter_scheduler": conf}):
        handler = weights.HostWeightHandler()
        weighers = [cls() for cls in handler.get_matching_classes(["nova.scheduler.weights.all_weighers"])]
        spec = objects.RequestSpec(instance_group=None, requested_destination=None)
        states = [state_of(host, number) for number, host in enumerate(asked["hosts"])]
        weighed = handler.get_weighed_objects(weighers, states, spec)
        by_number = {one.obj.number: one.weight for one in weighed}
        filters = {
            "io_ops": io_ops_filter.IoOpsFilter(),
            "aggregate_io_ops": io_ops_filter.AggregateIoOpsFilter(),
            "num_instances": num_instances_filter.NumInstancesFilter(),
            "aggregate_num_instances": num_instances_filter.AggregateNumInstancesFilter(),
        }
        return {
            "millionths": [math.floor(by_number[number] * 1e6 + 0.5) for number in range(len(states))],
            **{name: [one.host_passes(state, spec) for state in states] for name, one in filters.items()},
        }


def stored(asked):
    """What Nova writes of a host and a guest into its database."""

    def plain(value):
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items() if key != "nova_object.changes"}
        if isinstance(value, list):
            members = [plain(inner) for inner in value]
            return sorted(members) if all(isinstance(one, int) for one in members) else members
        return value

    def written(obj):
        return plain(json.loads(obj._to_json()))

    host, guest = host_of(asked["host"]), guest_of(asked["topology"])
    return {
        "compute_nodes": {"numa_topology": written(host)},
        "instance_extra": {"numa_topology": written(guest)},
    }


def time_fit(asked):
    """Microseconds of one fit, the middle of so many; objects are made and copied outside of the time taken."""
    host, limits, wanted = host_of(asked["host"]), limits_of(asked.get("limits")), constraints_of(asked)
    set_packing(asked)
    times = []
    placed = None
    for _ in range(asked["runs"]):
        guest = copy.deepcopy(wanted)
        start = time.perf_counter_ns()
        placed = hardware.numa_fit_instance_to_host(host, guest, limits)
        times.append(time.perf_counter_ns() - start)
    return {"result": "fit" if placed else "no_fit", "median_us": sorted(times)[len(times) // 2] / 1000}


def info(_asked):
    return {"version": version.version_string(), "python": sys.version.split()[0]}


OPS = {
    "constraints": constraints,
    "cpu_topology": cpu_topology,
    "domain_xml": in_both_orders(domain_xml),
    "fit": in_both_orders(fit),
    "host_from_capabilities": host_from_capabilities,
    "info": info,
    "livemig_check": livemig_check,
    "parse_reserved": parse_reserved,
    "sequence": in_both_orders(sequence),
    "stored": stored,
    "time_fit": time_fit,
    "usage": usage,
    "weigh": weigh,
}


# Configuration, and a driver whose libvirt is the request


@contextlib.contextmanager
def configured(conf):
    """Nova's options as they come out of a file that has these values, {section: {option: value or values}}."""
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        for section, options in conf.items():
            file.write(f"[{section}]\n")
            for option, value in options.items():
                for one in value if isinstance(value, list) else [value]:
                    file.write(f"{option} = {one}\n")
        file.flush()
        with stage("config"):
            CONF([], project="nova", default_config_files=[file.name])
            neutron.register_dynamic_opts(CONF)
        try:
            yield
        finally:
            CONF([], project="nova", default_config_files=[])


def driver_of(asked):
    """nova-compute's libvirt driver, of which nothing is started."""
    from nova.virt.libvirt import config as vconfig
    from nova.virt.libvirt import driver as libvirt_driver

    capabilities = vconfig.LibvirtConfigCaps()
    capabilities.parse_str(asked["caps_xml"])
    of_cells = {cpu.id for cell in capabilities.host.topology.cells for cpu in cell.cpus}
    online = asked.get("online_cpus")
    driver = libvirt_driver.LibvirtDriver.__new__(libvirt_driver.LibvirtDriver)
    driver._host = types.SimpleNamespace(
        get_capabilities=lambda: capabilities,
        get_online_cpus=lambda: of_cells if online is None else set(online),
        has_min_version=lambda *_args, **_kwargs: True,
        supports_amd_sev=False,
    )
    driver._reserved_hugepages = hardware.numa_get_reserved_huge_pages()
    return driver


def answer(line):
    asked = json.loads(line)
    try:
        out = OPS[asked["op"]](asked)
    except Raised as raised:
        out = raised.answer
    return {**({"id": asked["id"]} if "id" in asked else {}), "out": out}


def main():
    CONF([], project="nova", default_config_files=[])
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer(line)), flush=True)


if __name__ == "__main__":
    main()
