import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAudience } from '#packages/contract'
import type { Actor } from '#packages/core'
import { useDatabase, type Isolation, type World } from '#packages/testing'
import { loadModules } from '../modules.ts'
import { callEndpoint, isolationCases, isolationDeclarations, type EndpointRequest } from '../testing/endpoint-calls.ts'
import { keepJournal, type WriteJournal } from '../testing/write-journal.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'
import { listRoutes } from './list-routes.ts'

const loadedModules = await loadModules()
const routes = listRoutes(loadedModules).filter(
  (route) => route.access !== 'public' && isolationCases.get(route)?.expected.request,
)

const database = useDatabase({ withoutDistricts: true })
const figures = { endpoints: 0, swaps: 0, refused: 0, answered: 0 }
interface Neighbour {
  who: string
  world: World
  extras: Map<Isolation, unknown>
}
let app: FastifyInstance
let journal: WriteJournal
/** The tables that may hold rows about a neighbour. */
let tables: ReadonlySet<string>
/** The hash of each table for each neighbour at the last comparison. */
const known = new Map<Neighbour, Map<string, string>>()
/** The callers: where staff have no access, a guardian or a pupil. */
let authorizations: Record<'staff' | 'guardian' | 'pupil', string>
let home: World & { people: PeopleBuilder }
/** The data of two neighbours: another school of the district, and a school of another district. */
let neighbours: Neighbour[]
let own: Map<Isolation, unknown>

beforeAll(async () => {
  app = await createApi(loadedModules, database.cells, { ...database.redis, log: false })
  home = await buildWorld(database)
  const { people, away } = home
  // Only people with an account are asked to decide.
  const admin = { hasAccount: true }
  const otherAdmin = await people.hire(home.home.districtId, home.home.otherSchool.id, ['school-admin'], null, admin)
  const awayAdmin = await people.hire(away.districtId, away.school.id, ['school-admin'], null, admin)
  const seenFrom = (owner: Actor, homeOf: World['home']): World => ({ ...home, owner, home: homeOf })
  const worlds = [
    {
      who: 'the other school',
      world: seenFrom(otherAdmin, { ...home.home, school: home.home.otherSchool, otherSchool: home.home.school }),
    },
    { who: 'the other district', world: seenFrom(awayAdmin, { ...away, otherSchool: away.school }) },
  ]
  own = await prepared(home)
  neighbours = []
  for (const { who, world } of worlds) neighbours.push({ who, world, extras: await prepared(world) })
  const { pupil, guardian } = await people.family(home.home.districtId, home.home.school.id)
  const signedIn = async (actor: Actor) => `Bearer ${await people.session(actor)}`
  authorizations = {
    staff: await signedIn(home.owner),
    guardian: await signedIn(guardian),
    pupil: await signedIn(pupil),
  }
  journal = await keepJournal(database)
  tables = await listTables()
  for (const neighbour of neighbours) known.set(neighbour, await traceOf(neighbour, tables))
})
afterAll(async () => {
  const { endpoints, swaps, refused, answered } = figures
  console.log(
    `reference swap: ${endpoints} endpoints, ${swaps} ids replaced, ${refused} refused, ${answered} without a meaning there, 0 foreign rows changed`,
  )
  await app?.close()
})

async function prepared(world: World) {
  const extras = new Map<Isolation, unknown>()
  for (const isolation of isolationDeclarations) extras.set(isolation, await isolation.prepare?.(world))
  return extras
}

type Path = readonly (string | number)[]
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

/** The paths at which a request contains an id. */
function idsIn(value: unknown, path: Path = []): Path[] {
  if (isId(value)) return [path]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) =>
    idsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}
const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value)
function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >
  copy[key] = replaced(copy[key], rest, by)
  return copy
}

/** All tables except the logs and those that a call by the owner changes anyway. */
async function listTables(): Promise<ReadonlySet<string>> {
  const rows = await database.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'tenant'::regnamespace and relkind in ('r', 'p') and not relispartition
     and relname !~ '_log$' and relname not in ('session', 'ticket', 'idempotency', 'effect', 'event', 'operation_object')`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** One hash per table of the rows that name the neighbour's school, its departments or people. */
async function traceOf({ world, extras }: Neighbour, among: ReadonlySet<string>): Promise<Map<string, string>> {
  const { school } = world.home
  const ids = [school.id, school.departmentId, world.owner.userId, world.owner.personId]
  for (const extra of extras.values()) ids.push(...idsIn(extra).map((path) => at(extra, path) as string))
  const sums = [...among].map(
    (name) =>
      `select '${name}' as name, count(*) || md5(coalesce(string_agg(row::text, '' order by row::text), '')) as sum
       from tenant.${name} row where row::text ~ $1`,
  )
  const rows = await database.sql<{ name: string; sum: string }>(sums.join(' union all '), [
    [...new Set(ids)].join('|'),
  ])
  return new Map(rows.map(({ name, sum }) => [name, sum]))
}

/** The tables in which rows of a neighbour changed since the last call, each as `the other school: person`. */
async function listChangedTables(among: readonly Neighbour[] = neighbours): Promise<string[]> {
  const written = (await journal.takeTables()).intersection(tables)
  if (written.size === 0) return []
  const changed: string[] = []
  for (const neighbour of neighbours) {
    const before = known.get(neighbour)!
    for (const [name, sum] of await traceOf(neighbour, written)) {
      if (sum !== before.get(name) && among.includes(neighbour)) changed.push(`${neighbour.who}: ${name}`)
      before.set(name, sum)
    }
  }
  return changed
}

/** Requests where an id of a neighbour is accepted, with the reason. Every other request has to be refused. */
const harmless: Readonly<Record<string, string>> = {
  '/api/role/difference body.orgId': 'a role that is there knows its own organisation',
  '/api/role/save body.orgId': 'the same',
  '/api/app/getAppOrgRelationTree query.appKey': 'applications are the district’s',
  '/api/app/getUserRelations query.fAppKey': 'the same',
  '/api/app/relationPreview body.fAppKey': 'the same',
  '/api/app/requests/list query.orgId': 'a filter within the scope: the list is empty',
  '/api/app/accessRequests/list query.orgId': 'the same',
  '/api/teacherLeave/record/list query.orgId': 'the same',
  '/api/openManage/statDetail query.orgId': 'the same',
  '/api/openManage/collectTask/list query.orgId': 'the same',
  '/api/openManage/quarantine/list query.orgId': 'the same',
  '/api/logs/smsResend body.ids.0': 'only messages in scope are sent again: none',
  '/api/flow/batchApprove body.taskIds.0': 'each task has its own answer: there is no such task',
}

type EndpointCase = NonNullable<ReturnType<typeof isolationCases.get>>
interface Swap {
  neighbour: Neighbour
  path: Path
  foreign: unknown
  request: EndpointRequest
}

/**
 * The neighbours whose data an endpoint must not reveal. Data that every colleague of the district may read or note is
 * foreign only to another district.
 */
const listStrangers = ({ expected }: EndpointCase) =>
  neighbours.filter(({ world }) => !expected.isForDistrict || world.home.districtId !== home.home.districtId)

/** All requests of one's own to an endpoint in which one id is replaced by a neighbour's. */
const listSwaps = (endpoint: EndpointCase): Swap[] =>
  listStrangers(endpoint).flatMap((neighbour) => {
    const { isolation, expected } = endpoint
    const mine = expected.request!(home, own.get(isolation)) as EndpointRequest
    const theirs = expected.request!(neighbour.world, neighbour.extras.get(isolation)) as EndpointRequest
    return idsIn(mine).flatMap((path) => {
      const foreign = at(theirs, path)
      if (!isId(foreign) || foreign === at(mine, path)) return []
      return { neighbour, path, foreign, request: replaced(mine, path, foreign) as EndpointRequest }
    })
  })

describe('an id of a neighbour in place of one’s own', () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
    const endpoint = isolationCases.get(route)!
    const kinds = getAudience(route)
    const callerKind = (['staff', 'guardian', 'pupil'] as const).find((kind) => kinds.includes(kind))!
    for (const { neighbour, path, foreign, request } of listSwaps(endpoint)) {
      const { who, world } = neighbour
      const { body } = await callEndpoint(app, route, request, authorizations[callerKind])
      const { ret } = JSON.parse(body) as { ret: number }
      figures.swaps++
      const isAnswered = ret === 1
      figures[isAnswered ? 'answered' : 'refused']++
      const requestKey = `${route.path} ${path.join('.')}`
      // The test continues, so that it also reports whether a row was changed.
      expect.soft(isAnswered && !(requestKey in harmless), `${requestKey} of ${who} was answered`).toBe(false)
      const leaked = world.home.school.secrets.filter((secret) => secret !== foreign && body.includes(secret))
      expect(leaked, `${path.join('.')} of ${who}: the answer tells what is theirs`).toEqual([])
    }
    figures.endpoints++
    expect(await listChangedTables(listStrangers(endpoint)), 'a row of a neighbour was changed').toEqual([])
  })

  it('had many ids to replace', () => {
    expect(routes.flatMap((route) => listSwaps(isolationCases.get(route)!)).length).toBeGreaterThan(60)
  })

  it('notices a changed row of a neighbour, and covers every table that is written to', async () => {
    await listChangedTables()
    for (const { who, world } of neighbours) {
      const { departmentId } = world.home.school
      await database.sql('update tenant.organisation set sort = sort + 1 where id = $1', [departmentId])
      expect(await listChangedTables()).toEqual([`${who}: organisation`])
    }
    const watched = await database.sql<{ name: string }>(
      `select coalesce(root.relname, c.relname) as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
       left join pg_class root on root.oid = pg_partition_root(c.oid)
       where t.tgname = 'note_change' and c.relnamespace = 'tenant'::regnamespace`,
    )
    expect(new Set(watched.map(({ name }) => name)).intersection(tables)).toEqual(tables)
  })
})
