import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audienceOf, type Route } from '#packages/contract'
import { newId, type Actor } from '#packages/core'
import { knockers, useDatabase, type Isolation, type Knocker, type World } from '#packages/testing'
import { loadHouse } from '../modules.ts'
import { cases, declared, knock } from '../testing/knocking.ts'
import { aFamily } from '../testing/pupils.ts'
import { buildWorld, type People } from '../testing/world.ts'
import { createApi } from './app.ts'
import { routesOfHouse } from './routes-of-house.ts'

const house = await loadHouse()
const routes = routesOfHouse(house)

const database = useDatabase({ withoutDistricts: true })
const figures = { endpoints: 0, cells: 0, refusals: 0 }
let app: FastifyInstance
let world: World & { people: People }
let actors: Record<Knocker | 'owner', Actor>
const extras = new Map<Isolation, unknown>()
let before: string

beforeAll(async () => {
  app = await createApi(house, database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  const { home, away, people } = world
  const teacher = await people.hire(home.districtId, home.school.id, ['teacher'], home.school.departmentId)
  const otherClassHead = await people.hire(home.districtId, home.school.id, ['teacher', 'class-teacher'])
  const otherSchoolAdmin = await people.hire(home.districtId, home.otherSchool.id, ['school-admin'])
  const otherDistrictAdmin = await people.hire(away.districtId, away.bureauId, ['district-admin'])
  const as = (kind: Actor['kind']): Actor => ({ ...teacher, kind, userId: newId(), personId: newId() })
  const { pupil, guardian } = await aFamily(database, home.districtId, home.school.id)
  actors = {
    ...{ owner: world.owner, none: teacher, malformed: teacher, expired: world.owner, revoked: world.owner },
    ...{ pupil, guardian, developer: as('developer'), device: as('device') },
    ...{ teacher, otherClassHead, otherSchoolAdmin, otherDistrictAdmin },
  }
  for (const isolation of declared) extras.set(isolation, await isolation.prepare?.(world))
  before = await checksumOf(world.away.districtId)
})
afterAll(async () => {
  console.log(
    `isolation: ${figures.endpoints} endpoints, ${figures.cells} cells, ${figures.refusals} refusals asserted`,
  )
  await app.close()
})

const credentials: Record<Knocker | 'owner', (actor: Actor) => Promise<string | undefined>> = {
  none: async () => undefined,
  malformed: async (actor: Actor) => `Bearer ${actor.districtId.toString(36)}.${'x'.repeat(43)}`,
  expired: async (actor: Actor) => `Bearer ${await world.people.session(actor, 'expired')}`,
  revoked: async (actor: Actor) => `Bearer ${await world.people.session(actor, 'revoked')}`,
  ...Object.fromEntries(
    [
      'owner',
      'pupil',
      'guardian',
      'teacher',
      'otherClassHead',
      'otherSchoolAdmin',
      'otherDistrictAdmin',
      'developer',
      'device',
    ].map((name) => [name, async (actor: Actor) => `Bearer ${await world.people.session(actor)}`]),
  ),
} as never

/** What the route itself promises: who is not of its audience, or not signed in, gets nowhere. */
function promised(route: Route, knocker: Knocker | 'owner'): number | undefined {
  if (knocker === 'none' || knocker === 'malformed' || knocker === 'expired') return -3
  if (knocker === 'revoked') return -8
  if (knocker === 'developer' || knocker === 'device') return -401
  if ((knocker === 'pupil' || knocker === 'guardian') && !audienceOf(route).includes(knocker)) return -401
  return undefined
}

describe('the isolation matrix', () => {
  it('knows every endpoint, and nothing that is not one', () => {
    const missing = routes.filter((route) => !cases.has(route)).map(({ method, path }) => `${method} ${path}`)
    expect(missing, 'an endpoint without a declared expectation: add it to the isolation.ts of its module').toEqual([])
    expect(cases.size).toBe(routes.length)
    expect(routes.length).toBeGreaterThanOrEqual(11)
  })

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
    const { isolation, expected } = cases.get(route)!
    figures.endpoints++
    for (const knocker of ['owner', ...knockers] as const) {
      const isPublic = route.access === 'public'
      const own = expected[knocker as keyof typeof expected] as number | undefined
      const ret = isPublic ? expected.everybody : (promised(route, knocker) ?? own)
      expect(ret, `${route.path} says nothing about ${knocker}`).toBeTypeOf('number')

      const request = expected.request?.(world, extras.get(isolation)) ?? {}
      const response = await knock(app, route, request, await credentials[knocker](actors[knocker]))
      const answer = JSON.parse(response.body) as { ret: number; msg: string }
      expect(`${knocker} ${answer.ret}`, `${knocker} at ${route.path}: ${answer.msg}`).toBe(`${knocker} ${ret}`)
      figures.cells++
      if (answer.ret !== 1) figures.refusals++
      if (mayKnowHomeSchool(knocker) || (expected.isForDistrict && knocker === 'otherSchoolAdmin')) continue
      const leaked = world.home.school.secrets.filter((secret) => response.body.includes(secret))
      expect(leaked, `${knocker} at ${route.path} was sent what belongs to another school`).toEqual([])
    }
  })

  it('leaves the other district as it was', async () => {
    expect(await checksumOf(world.away.districtId)).toBe(before)
  })
})

/** One word for all that a district holds, but for the traces that its own people leave: by signing in, by beginning an upload. */
async function checksumOf(district: number) {
  const tables = await database.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'tenant'::regnamespace and relkind in ('r', 'p') and not relispartition
     and relname not in ('session', 'ticket', 'login_log', 'identity_log', 'operation_log', 'idempotency', 'effect', 'event', 'file') order by relname`,
  )
  const sums: string[] = []
  for (const { name } of tables) {
    const [row] = await database.sql<{ sum: string }>(
      `select count(*) || md5(coalesce(string_agg(row::text, '' order by row::text), '')) as sum from tenant.${name} row where district_id = $1`,
      [district],
    )
    sums.push(`${name} ${row!.sum}`)
  }
  return sums.join(' ')
}

const mayKnowHomeSchool = (knocker: string) =>
  ['owner', 'teacher', 'otherClassHead', 'pupil', 'guardian'].includes(knocker)
