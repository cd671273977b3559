import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audienceOf } from '#packages/contract'
import type { Actor } from '#packages/core'
import { useDatabase, type Isolation, type World } from '#packages/testing'
import { loadHouse } from '../modules.ts'
import { cases, declared, knock, type Knock } from '../testing/knocking.ts'
import { aFamily } from '../testing/pupils.ts'
import { buildWorld, type People } from '../testing/world.ts'
import { createApi } from './app.ts'
import { routesOfHouse } from './routes-of-house.ts'

const house = await loadHouse()
const routes = routesOfHouse(house).filter((route) => route.access !== 'public' && cases.get(route)?.expected.request)

const database = useDatabase({ withoutDistricts: true })
const figures = { endpoints: 0, swaps: 0, refused: 0, answered: 0 }
interface Neighbour {
  who: string
  world: World
  extras: Map<Isolation, unknown>
}
let app: FastifyInstance
/** What stood about the neighbours when it was looked at last. */
let known: { stamp: string; traces: Awaited<ReturnType<typeof tracesNow>> }
/** Who asks: where staff have no business, somebody of a family. */
let authorizations: Record<'staff' | 'guardian' | 'pupil', string>
let home: World & { people: People }
/** The same house seen from a neighbour: another school of the district, and a school of another district. */
let neighbours: Neighbour[]
let own: Map<Isolation, unknown>

beforeAll(async () => {
  app = await createApi(house, database.cells, { ...database.redis, log: false })
  home = await buildWorld(database)
  const { people, away } = home
  const otherAdmin = await people.hire(home.home.districtId, home.home.otherSchool.id, ['school-admin'])
  const awayAdmin = await people.hire(away.districtId, away.school.id, ['school-admin'])
  const seenFrom = (owner: Actor, place: World['home']): World => ({ ...home, owner, home: place })
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
  const { pupil, guardian } = await aFamily(database, home.home.districtId, home.home.school.id)
  const signedIn = async (actor: Actor) => `Bearer ${await people.session(actor)}`
  authorizations = {
    staff: await signedIn(home.owner),
    guardian: await signedIn(guardian),
    pupil: await signedIn(pupil),
  }
  known = { stamp: await stampNow(), traces: await tracesNow() }
})
afterAll(async () => {
  const { endpoints, swaps, refused, answered } = figures
  console.log(
    `reference swap: ${endpoints} endpoints, ${swaps} ids replaced, ${refused} refused, ${answered} without a meaning there, 0 foreign rows changed`,
  )
  await app.close()
})

async function prepared(world: World) {
  const extras = new Map<Isolation, unknown>()
  for (const isolation of declared) extras.set(isolation, await isolation.prepare?.(world))
  return extras
}

type Path = readonly (string | number)[]
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

/** Where a request names something by its id. */
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

/** What may hold something about a neighbour. */
const tables = () =>
  database.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'tenant'::regnamespace and relkind in ('r', 'p') and not relispartition
     and relname !~ '_log$' and relname not in ('session', 'ticket', 'idempotency', 'effect', 'event') order by relname`,
  )

/** Another one as soon as a row of anybody is written or goes: how many there are, and the sum of the transactions that wrote them. */
async function stampNow() {
  const stamps = (await tables()).map(
    ({ name }) => `select '${name}' as name, count(*), sum(xmin::text::bigint) as writers from tenant.${name}`,
  )
  return JSON.stringify(await database.sql(`${stamps.join(' union all ')} order by name`))
}

/** Everything that stands anywhere about a neighbour: rows that name the school, its departments or people. */
async function traceOf({ world, extras }: Neighbour) {
  const { school } = world.home
  const ids = [school.id, school.departmentId, world.owner.userId, world.owner.personId]
  for (const extra of extras.values()) ids.push(...idsIn(extra).map((path) => at(extra, path) as string))
  const sums = (await tables()).map(
    ({ name }) =>
      `select '${name}' as name, count(*) || md5(coalesce(string_agg(row::text, '' order by row::text), '')) as sum
       from tenant.${name} row where row::text ~ $1`,
  )
  return database.sql<{ name: string; sum: string }>(`${sums.join(' union all ')} order by name`, [
    [...new Set(ids)].join('|'),
  ])
}
const tracesNow = async () => {
  const found = new Map<Neighbour, Awaited<ReturnType<typeof traceOf>>>()
  for (const neighbour of neighbours) found.set(neighbour, await traceOf(neighbour))
  return found
}

/** Where an id of a neighbour is answered, and why that is right. Whatever is not here has to be refused. */
const harmless: Readonly<Record<string, string>> = {
  '/api/role/difference body.orgId': 'a role that is there knows its own organisation',
  '/api/role/save body.orgId': 'the same',
  '/api/jiaowu/saveSubject body.orgId': 'a subject that is there knows its own organisation',
  '/api/jiaowu/saveRoom body.orgId': 'and so does a room',
  '/api/app/getAppOrgRelationTree query.appKey': 'applications are the district’s',
  '/api/app/getUserRelations query.fAppKey': 'the same',
  '/api/app/relationPreview body.fAppKey': 'the same',
}

describe('an id of a neighbour in place of one’s own', () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
    const { isolation, expected } = cases.get(route)!
    const kinds = audienceOf(route)
    const asker = (['staff', 'guardian', 'pupil'] as const).find((kind) => kinds.includes(kind))!
    // What every colleague of the district may know or note down is foreign only to another district.
    const strangers = neighbours.filter(
      ({ world }) => !expected.isForDistrict || world.home.districtId !== home.home.districtId,
    )
    for (const { who, world, extras } of strangers) {
      const mine = expected.request!(home, own.get(isolation)) as Knock
      const theirs = expected.request!(world, extras.get(isolation)) as Knock
      for (const path of idsIn(mine)) {
        const foreign = at(theirs, path)
        if (!isId(foreign) || foreign === at(mine, path)) continue
        const { body } = await knock(app, route, replaced(mine, path, foreign) as Knock, authorizations[asker])
        const { ret } = JSON.parse(body) as { ret: number }
        figures.swaps++
        const isAnswered = ret === 1
        figures[isAnswered ? 'answered' : 'refused']++
        const asked = `${route.path} ${path.join('.')}`
        expect(isAnswered && !(asked in harmless), `${asked} of ${who} was answered`).toBe(false)
        const leaked = world.home.school.secrets.filter((secret) => secret !== foreign && body.includes(secret))
        expect(leaked, `${path.join('.')} of ${who}: the answer tells what is theirs`).toEqual([])
      }
    }
    figures.endpoints++
    const stamp = await stampNow()
    if (stamp === known.stamp) return
    const before = known.traces
    known = { stamp, traces: await tracesNow() }
    for (const stranger of strangers)
      expect(known.traces.get(stranger), `a row of ${stranger.who} was changed`).toEqual(before.get(stranger))
  })

  it('had many ids to replace', () => {
    expect(figures.swaps).toBeGreaterThan(60)
  })
})
