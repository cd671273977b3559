import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAudience, getOutsideKind, isWrite, type Route } from '#packages/contract'
import { emptyId, listContributions, newId, type Actor, type Ctx, wholeDistrict } from '#packages/core'
import { inDistrict } from '#packages/db'
import { hashToken } from '#packages/http'
import {
  callersOutside,
  callersWithoutAccess,
  callersWithSession,
  useDatabase,
  writeOutsideSession,
  type Caller,
  type Isolation,
  type World,
} from '#packages/testing'
import { loadModules } from '../modules.ts'
import { callEndpoint, isolationCases, isolationDeclarations } from '../testing/endpoint-calls.ts'
import { findIdNumbers, minCandidates, getLowestCandidates, type KnownPerson } from '../testing/id-number-candidates.ts'
import { assignIdNumbers } from '../testing/assign-id-numbers.ts'
import { listRegisteredRoutes } from '../testing/registered-routes.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'
import { listRoutes } from './list-routes.ts'

const loadedModules = await loadModules()
const routes = listRoutes(loadedModules)
/**
 * One route per kind of mounting: for these the matrix also calls as callers whom the shared code refuses in the same
 * way at every route.
 */
const sample = new Set([...Map.groupBy(routes, mountingOf).values()].map(([first]) => first!))

const database = useDatabase({ withoutDistricts: true })
const figures = { endpoints: 0, cells: 0, refusals: 0 }
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let actors: Record<Exclude<Caller, OutsideCaller>, Actor>
type OutsideCaller = (typeof callersOutside)[number]
const isOutsideCaller = (caller: Caller): caller is OutsideCaller => callersOutside.includes(caller as never)
const extras = new Map<Isolation, unknown>()
/** Sessions that have only been used for reading since they were created. */
const sessions = new Map<Caller, string>()
let before: string
/** The ID numbers of everybody in the two districts. */
let numbers: KnownPerson[]
/** For each route that reveals parts of an ID number: how many numbers remain possible. */
const lowest = new Map<string, number>()

beforeAll(async () => {
  app = await createApi(loadedModules, database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  const { home, away, people } = world
  const teacher = await people.hire(home.districtId, home.school.id, ['teacher'], home.school.departmentId)
  const otherClassHead = await people.hire(home.districtId, home.school.id, ['teacher', 'class-teacher'])
  const otherSchoolAdmin = await people.hire(home.districtId, home.otherSchool.id, ['school-admin'])
  const otherDistrictAdmin = await people.hire(away.districtId, away.bureauId, ['district-admin'])
  const as = (kind: Actor['kind']): Actor => ({
    ...teacher,
    kind,
    userId: newId(),
    personId: newId(),
    accountId: newId(),
  })
  const { pupil, guardian } = await people.family(home.districtId, home.school.id)
  actors = {
    owner: world.owner,
    none: teacher,
    malformed: teacher,
    expired: world.owner,
    revoked: world.owner,
    pupil,
    guardian,
    device: as('device'),
    teacher,
    otherClassHead,
    otherSchoolAdmin,
    otherDistrictAdmin,
  }
  for (const isolation of isolationDeclarations) extras.set(isolation, await isolation.prepare?.(world))
  numbers = [
    ...(await assignIdNumbers(database, home.districtId)),
    ...(await assignIdNumbers(database, away.districtId)),
  ]
  before = await checksumOf(world.away.districtId)
})
afterAll(async () => {
  console.log(
    `isolation: ${figures.endpoints} endpoints, ${figures.cells} cells, ${figures.refusals} refusals asserted; ` +
      `${callersWithoutAccess.length} of ${callersWithoutAccess.length + callersWithSession.length + callersOutside.length + 1} callers at ${sample.size} ways of mounting`,
  )
  const lines = [...lowest].toSorted(([, one], [, two]) => one - two).map(([what, left]) => `${left} ${what}`)
  console.log(`ID numbers that remain possible, where an answer tells anything about one:\n  ${lines.join('\n  ')}`)
  await app?.close()
})

/** Routes that reveal a number for a reason. The login name on a slip may still be the number of the child. */
const revealsNumbers = ({ path, secretAnswer }: Route) => secretAnswer === true && path.endsWith('/reveal')

/** Records what an answer reveals about ID numbers. A number revealed with a reason and a log entry may be complete. */
function noteNumbers(what: string, answer: unknown, isRevealed: boolean) {
  const findings = findIdNumbers(answer, numbers)
  const least = getLowestCandidates(findings)
  if (least === undefined) return
  lowest.set(what, Math.min(least, lowest.get(what) ?? Infinity))
  const bad = isRevealed ? [] : findings.filter(({ left }) => left < minCandidates)
  expect(bad, `${what} leaves fewer than ${minCandidates} ID numbers possible`).toEqual([])
}

/** All the route properties that the shared code of packages/http reads: routes with equal values are handled alike. */
function mountingOf(route: Route): string {
  const { access, query, body } = route
  const content = ['module', 'path', 'title', 'access', 'query', 'body', 'data', 'done', 'deprecated']
  const flags = Object.entries(route).filter(([name]) => !content.includes(name))
  const isNamed = !['public', 'signed-in', 'staff', 'platform', 'developer'].includes(access)
  const mounting = {
    ...Object.fromEntries(flags.toSorted(([a], [b]) => a.localeCompare(b))),
    access: isNamed ? 'permission' : access,
    hasQuery: query !== undefined,
    hasBody: body !== undefined,
  }
  return JSON.stringify(mounting)
}

/** PostgreSQL keeps such a request from writing, so it cannot end a session or change permissions. */
const isReadOnly = (route: Route) => !isWrite(route) && !route.ownTransactions

/**
 * A session for each caller. Writing routes get separate sessions, because they may end a session or change its
 * permissions.
 */
async function authorizationsFor(route: Route, callers: readonly Caller[]) {
  if (!isReadOnly(route)) sessions.clear()
  await Promise.all(
    callers.map(async (caller) => {
      if (caller === 'none' || sessions.has(caller)) return
      if (isOutsideCaller(caller)) {
        sessions.set(caller, `Bearer ${await writeOutsideSession(database, { kind: caller })}`)
        return
      }
      const state = caller === 'expired' || caller === 'revoked' ? caller : 'live'
      const token =
        caller === 'malformed'
          ? `${actors[caller].districtId.toString(36)}.${'x'.repeat(43)}`
          : await world.people.session(actors[caller], state)
      sessions.set(caller, `Bearer ${token}`)
    }),
  )
  const authorizations = new Map(sessions)
  if (!isReadOnly(route)) sessions.clear()
  return authorizations
}

/** The answer that the route declares for a caller outside its audience or without a session. */
function promised(route: Route, caller: Caller): number | undefined {
  if (caller === 'none' || caller === 'malformed' || caller === 'expired') return -3
  if (caller === 'revoked') return -8
  if (isOutsideCaller(caller) || getOutsideKind(route)) return getOutsideKind(route) === caller ? undefined : -401
  if (caller === 'device') return -401
  if ((caller === 'pupil' || caller === 'guardian') && !getAudience(route).includes(caller)) return -401
  return undefined
}

// The routes share one data set and run in order: deletes come after reads.
describe('the isolation matrix', { shuffle: false }, () => {
  it('covers every endpoint, and nothing that is not one', () => {
    const missing = routes.filter((route) => !isolationCases.has(route)).map(({ method, path }) => `${method} ${path}`)
    expect(missing, 'an endpoint without a declared expectation: add it to the isolation.ts of its module').toEqual([])
    expect(isolationCases.size).toBe(routes.length)
    expect(routes.length).toBeGreaterThanOrEqual(11)
  })

  it('covers every route of the server, and all of them are mounted by the same function', async () => {
    await app.ready()
    const mounted = routes.flatMap(({ method, path }) =>
      method === 'GET' ? [`GET ${path}`, `HEAD ${path}`] : [`${method} ${path}`],
    )
    expect(listRegisteredRoutes(app).toSorted()).toEqual(mounted.toSorted())
  })

  it('no exported file has more of an ID number than a mask leaves', async () => {
    const { owner, home } = world
    const sources = loadedModules.modules.flatMap((module) => module.exports ?? [])
    expect(sources.length).toBeGreaterThan(4)
    for (const source of sources) {
      const keys = source.columns.map(({ key }) => key)
      const { rows } = await inDistrict(database.cells, home.districtId, (db) => {
        const ctx: Ctx = {
          app: database.app,
          // The logs are exported by auditors.
          actor: {
            ...owner,
            orgId: home.school.id,
            permissions: new Map([[source.permission, wholeDistrict], ...owner.permissions]),
          },
          db,
          now: new Date(),
          requestId: emptyId,
        }
        const exportRequest = { columns: keys, isWhole: false, after: null, limit: 1000 }
        const filter = source.filter.safeParse({})
        const day = '2026-11-16'
        const figures = { key: 'student', orgId: home.school.id, from: day, to: day }
        const everything = filter.success
          ? filter.data
          : source.filter.parse({ type: 'nation', day, month: '2026-11', ...figures })
        return source.read(ctx, everything as never, exportRequest)
      })
      for (const row of rows)
        noteNumbers(`export ${source.key}`, Object.fromEntries(keys.map((key, at) => [key, row[at]])), false)
    }
    expect(lowest.get('export student')).toBeGreaterThanOrEqual(minCandidates)
    expect(lowest.get('export staff')).toBeGreaterThanOrEqual(minCandidates)
  })

  it('gives the session of an opened application nothing but who the user is, and the way to sign out', async () => {
    const handed: readonly [Actor['kind'], string, module: string][] = [
      ['staff', await handedSession(actors.owner, 'https://app.example.cn'), ''],
      ['staff', await handedSession(actors.owner, 'TeacherAskForLeave'), 'teacher-leave'],
      ['pupil', await handedSession(actors.pupil, 'https://app.example.cn'), ''],
      ['guardian', await handedSession(actors.guardian, 'https://app.example.cn'), ''],
    ]
    const [served, others] = [true, false].map((isServed) =>
      routes.filter(({ access, forApplications = false }) => access !== 'public' && forApplications === isServed),
    )
    expect(served!.map(({ path }) => path).toSorted()).toEqual([
      '/api/access/menu',
      '/api/users/loginInof',
      '/api/users/logout',
    ])
    for (const route of others!) {
      const { isolation, expected } = isolationCases.get(route)!
      const request = expected.request?.(world, extras.get(isolation)) ?? {}
      for (const [kind, token, module] of handed.filter(([one]) => getAudience(route).includes(one))) {
        // An application of our own serves its own routes to its session.
        if (module !== '' && route.module === module && !route.ownSessionOnly) continue
        const { ret, msg } = JSON.parse((await callEndpoint(app, route, request, token)).body) as Refused
        expect(`${kind} at ${route.path}: ${ret} ${msg}`).toBe(`${kind} at ${route.path}: -6 请在门户中进行此操作`)
      }
    }
  })

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
    const { isolation, expected } = isolationCases.get(route)!
    figures.endpoints++
    const callers: Caller[] = [
      ...(['owner', ...callersWithSession, ...callersOutside] as const),
      ...(sample.has(route) ? callersWithoutAccess : []),
    ]
    const authorizations = await authorizationsFor(route, callers)
    const cells = callers.map((caller) => {
      const own = expected[caller as keyof typeof expected] as number | undefined
      const ret = route.access === 'public' ? expected.everybody : (promised(route, caller) ?? own)
      expect(ret, `${route.path} says nothing about ${caller}`).toBeTypeOf('number')
      return { caller, ret }
    })
    const call = async ({ caller, ret }: (typeof cells)[number]) => {
      const request = expected.request?.(world, extras.get(isolation)) ?? {}
      const { body } = await callEndpoint(app, route, request, authorizations.get(caller))
      return { caller, ret, body }
    }
    // Calls that change something run alone; reads and refused calls can run together.
    const alone = isReadOnly(route) ? [] : cells.filter(({ ret }) => ret === 1)
    const answers: Awaited<ReturnType<typeof call>>[] = []
    for (const cell of alone) answers.push(await call(cell))
    answers.push(...(await Promise.all(cells.filter((cell) => !alone.includes(cell)).map(call))))

    for (const { caller, ret, body } of answers) {
      const answer = JSON.parse(body) as { ret: number; msg: string }
      expect(`${caller} ${answer.ret}`, `${caller} at ${route.path}: ${answer.msg}`).toBe(`${caller} ${ret}`)
      figures.cells++
      if (answer.ret !== 1) figures.refusals++
      noteNumbers(`${route.method} ${route.path}`, answer, revealsNumbers(route))
      if (mayKnowHomeSchool(caller) || (expected.isForDistrict && caller === 'otherSchoolAdmin')) continue
      const leaked = world.home.school.secrets.filter((secret) => body.includes(secret))
      expect(leaked, `${caller} at ${route.path} was sent what belongs to another school`).toEqual([])
    }
  })

  it('has checked answers that contain ID numbers', () => {
    expect(lowest.get('POST /api/student/page')).toBeGreaterThanOrEqual(minCandidates)
    expect(lowest.get('GET /api/student/detail')).toBeGreaterThanOrEqual(minCandidates)
    expect(lowest.get('POST /api/users/search')).toBeGreaterThanOrEqual(minCandidates)
    expect(lowest.get('GET /api/users/getByUserID')).toBeGreaterThanOrEqual(minCandidates)
  })

  it('leaves the other district unchanged', async () => {
    expect(await checksumOf(world.away.districtId)).toBe(before)
  })
})

/** Tables of entities without an organisation: the other district's people create rows of their own there. */
const tablesOfOwnRows = listContributions(loadedModules, 'entities').flatMap(({ crud: { entity, table } }) =>
  entity.scope.org ? [] : [table],
)

/**
 * One checksum of all rows of a district, without the traces of its own people's sign-ins, started uploads and personal
 * settings.
 */
async function checksumOf(district: number) {
  const tables = await database.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'tenant'::regnamespace and relkind in ('r', 'p') and not relispartition
     and relname not in ('session', 'ticket', 'login_log', 'login_end', 'account_sms', 'identity_log', 'operation_log', 'operation_object', 'security_event', 'idempotency', 'effect', 'event', 'file', 'flow_phrase')
     and relname <> all($1) order by relname`,
    [tablesOfOwnRows],
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

interface Refused {
  ret: number
  msg: string
}

/** The session of an application that this person opened. */
async function handedSession(actor: Actor, name: string) {
  const token = await world.people.session(actor)
  const rest = 'update tenant.session set parent_id = id, app = $2 where district_id = $1 and token_hash = $3'
  await database.sql(rest, [actor.districtId, name, hashToken(token)])
  return `Bearer ${token}`
}

const mayKnowHomeSchool = (caller: Caller) =>
  ['owner', 'teacher', 'otherClassHead', 'pupil', 'guardian'].includes(caller)
