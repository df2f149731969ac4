import { setTimeout } from 'node:timers/promises'

/** Where a cloud is and who asks, as `openrc` has it. */
export interface Access {
  readonly authUrl: string
  readonly username: string
  readonly password: string
  readonly project: string
}

export interface Server {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly host: string | undefined
  readonly task: string | undefined
  readonly fault: string | undefined
}

interface Event {
  readonly event: string
  readonly result: string | null
}

/** What the API calls of a named server's life need. */
export interface Compute {
  readonly servers: () => Promise<readonly Server[]>
  readonly server: (id: string) => Promise<Server>
  readonly flavors: () => Promise<ReadonlyMap<string, string>>
  readonly image: () => Promise<string>
  /** A server's id; undefined and the API's words where it refuses the call. */
  readonly create: (body: Readonly<Record<string, unknown>>) => Promise<string | Refused>
  readonly act: (id: string, action: Readonly<Record<string, unknown>>) => Promise<undefined | Refused>
  readonly remove: (id: string) => Promise<void>
  /** Once nothing is under way: no task, and neither its last action nor a migration. */
  readonly settled: (id: string) => Promise<Server>
}

export interface Refused {
  readonly refused: string
}

const microversion = 'compute 2.93'

/** Keystone's token, and Nova's calls with it. */
export async function computeOf({ authUrl, username, password, project }: Access): Promise<Compute> {
  const domain = { name: 'Default' }
  const answer = await fetch(`${authUrl}/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      auth: {
        identity: { methods: ['password'], password: { user: { name: username, password, domain } } },
        scope: { project: { name: project, domain } },
      },
    }),
  })
  if (!answer.ok) throw new Error(`Keystone at ${authUrl} answers ${answer.status} to ${username}`)
  const token = answer.headers.get('x-subject-token') ?? ''
  const { token: catalog } = await answer.json()
  const endpoint = (type: string): string => {
    const service = catalog.catalog.find((one: { type: string }) => one.type === type)
    const found = service?.endpoints.find((one: { interface: string }) => one.interface === 'public')
    if (!found) throw new Error(`the catalog of ${authUrl} has no public endpoint of ${type}`)
    return found.url
  }

  const ask = async (method: string, url: string, body?: unknown): Promise<Response> =>
    fetch(url, {
      method,
      headers: {
        'x-auth-token': token,
        'openstack-api-version': microversion,
        'content-type': 'application/json',
        connection: 'close',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const nova = (method: string, path: string, body?: unknown) =>
    ask(method, `${endpoint('compute')}${path}`, body)
  const get = async (path: string) => {
    const got = await nova('GET', path)
    if (!got.ok) throw new Error(`GET ${path} answers ${got.status}: ${await got.text()}`)
    return got.json()
  }
  const refusal = async (got: Response): Promise<Refused> => ({
    refused: `${got.status} ${await got.text()}`,
  })

  const server = async (id: string): Promise<Server> => serverOf((await get(`/servers/${id}`)).server)
  const underWay = async (id: string): Promise<boolean> => {
    const { instanceActions } = await get(`/servers/${id}/os-instance-actions`)
    const [last] = instanceActions
    if (!last) return true
    const { instanceAction } = await get(`/servers/${id}/os-instance-actions/${last.request_id}`)
    const [conductor] = instanceAction.events.filter(({ event }: Event) => event.startsWith('conductor_'))
    if (conductor ? conductor.result === null : instanceAction.events.length === 0) return true
    const { migrations } = await get(`/os-migrations?instance_uuid=${id}`)
    return migrations.some(({ status }: { status: string }) => inProgress.has(status))
  }

  return {
    server,
    servers: async () => (await get('/servers/detail?all_tenants=1')).servers.map(serverOf),
    flavors: async () => {
      const { flavors } = await get('/flavors?is_public=None')
      return new Map(flavors.map(({ id, name }: { id: string; name: string }) => [name, id]))
    },
    image: async () => {
      const { images } = await (await ask('GET', `${endpoint('image')}/v2/images`)).json()
      if (!images[0]) throw new Error('the cloud has no image')
      return images[0].id
    },
    create: async (body) => {
      const got = await nova('POST', '/servers', body)
      return got.ok ? (await got.json()).server.id : refusal(got)
    },
    act: async (id, action) => {
      const got = await nova('POST', `/servers/${id}/action`, action)
      return got.ok ? undefined : refusal(got)
    },
    remove: async (id) => {
      await nova('DELETE', `/servers/${id}`)
      while ((await nova('GET', `/servers/${id}`)).ok) await setTimeout(pollMs)
    },
    settled: async (id) => {
      for (let asked = 0; asked < patience; asked++) {
        const now = await server(id)
        if (now.task === undefined && now.status !== 'BUILD' && !(await underWay(id))) return now
        await setTimeout(pollMs)
      }
      throw new Error(`server ${id} is still busy`)
    },
  }
}

/** Of a migration that is neither over nor waits for its operator; an event of a compute may never be told as over. */
const inProgress = new Set([
  'queued',
  'accepted',
  'preparing',
  'pre-migrating',
  'migrating',
  'running',
  'post-migrating',
  'confirming',
  'reverting',
])

/** A real cloud is asked until it has done what it was told: this is no test of the suite, and has nothing to await. */
const pollMs = 500
const patience = 240

const serverOf = (body: Record<string, unknown>): Server => ({
  id: `${body.id}`,
  name: `${body.name}`,
  status: `${body.status}`,
  host: (body['OS-EXT-SRV-ATTR:host'] as string | null) ?? undefined,
  task: (body['OS-EXT-STS:task_state'] as string | null) ?? undefined,
  fault: (body.fault as { message: string } | undefined)?.message,
})
