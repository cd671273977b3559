import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayOf, type Actor } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { enterLeave } from '#applications/teacher-leave/server/requests.ts'
import { ensureStandardTypes, listTypesAt } from '#applications/teacher-leave/server/types.ts'
import { aFile } from '#kernel/files/server/example.ts'
import { loadModules } from '../modules.ts'
import { callEndpoint } from '../testing/endpoint-calls.ts'
import { buildWorld } from '../testing/test-districts.ts'
import { createApi } from './app.ts'
import { listRoutes } from './list-routes.ts'

const loadedModules = await loadModules()
/** A route that is added is scanned too. */
const routes = listRoutes(loadedModules).filter(
  ({ method, path }) => method === 'GET' && path.startsWith('/api/teacherLeave'),
)
/** The form offers every type, and names colleagues as deputies: neither says who is on which leave. */
const offersTypes = new Set(['/api/teacherLeave/choices'])

const database = useDatabase({ withoutDistricts: true })
const reason = '不愿人知的事由'
let app: FastifyInstance
let tokens: Record<'keeper' | 'colleague', string>
let secret: { leaveId: string; fileId: string; typeName: string; applicant: Actor }
/** What any of the routes may ask for; each takes what it knows. */
let query: Record<string, string>

beforeAll(async () => {
  app = await createApi(loadedModules, database.cells, { ...database.redis, log: false })
  const { home, owner, people } = await buildWorld(database)
  const { id: orgId, departmentId } = home.school
  const applicant = await people.hire(home.districtId, orgId, ['teacher'], departmentId)
  const colleague = await people.hire(home.districtId, orgId, ['teacher'], departmentId)
  const fileId = await aFile(database, owner, '诊断证明.txt')
  const today = dayOf(new Date())
  const [from, to] = [today, addDays(today, 3)]
  const span = { startsOn: from, startHalf: 'am', endsOn: to, endHalf: 'pm' } as const
  const more = { startTime: null, endTime: null, contact: '', destination: '', leavesCity: false, files: [fileId] }
  const { leaveId, typeId, typeName } = await database.as(owner, async (ctx) => {
    await ensureStandardTypes(ctx)
    const type = (await listTypesAt(ctx, orgId)).find(({ kind }) => kind === 'injury')!
    const leave = await enterLeave(ctx, { ...span, ...more, typeId: type.id, reason, userId: applicant.userId })
    return { leaveId: leave.id, typeId: type.id, typeName: type.name }
  })
  secret = { leaveId, fileId, typeName, applicant }
  const page = { keyword: '', pageNumber: '1', pageSize: '50' }
  query = {
    id: leaveId,
    userId: applicant.userId,
    typeId,
    orgId,
    from,
    to,
    day: today,
    period: 'month',
    ...span,
    ...page,
  }
  tokens = { keeper: await people.session(owner), colleague: await people.session(colleague) }
})
afterAll(() => app.close())

async function read(who: keyof typeof tokens, route: (typeof routes)[number]) {
  // In lists this is a filter with two days.
  const { startsOn: _, ...withoutFilters } = query
  const isList = /\/(page|list)$/.test(route.path)
  return (await callEndpoint(app, route, { query: isList ? withoutFilters : query }, `Bearer ${tokens[who]}`)).body
}

it('the routes tell whoever keeps the attendance everything about a leave', async () => {
  let wire = ''
  for (const route of routes) {
    const answer = await read('keeper', route)
    // A request that is refused as malformed would hide what the route tells.
    const { ret, msg } = JSON.parse(answer) as { ret: number; msg: string }
    expect([route.path, [1, -5].includes(ret), msg]).toEqual([route.path, true, msg])
    wire += answer
  }
  for (const text of [reason, secret.fileId, secret.typeName]) expect(wire).toContain(text)
})

it.each(routes.map((route) => [route.path, route] as const))(
  'a colleague learns from %s neither type nor reason nor proof of a leave',
  async (path, route) => {
    const answer = await read('colleague', route)
    const isAboutHer = [secret.applicant.userId, secret.leaveId].some((id) => answer.includes(id))
    const secrets = [reason, secret.fileId, ...(isAboutHer && !offersTypes.has(path) ? [secret.typeName] : [])]
    expect(secrets.filter((text) => answer.includes(text))).toEqual([])
  },
)

it('a colleague learns from the calendar that she is away', async () => {
  const calendar = routes.find(({ path }) => path.endsWith('/calendar'))!
  expect(await read('colleague', calendar)).toContain(secret.applicant.userId)
})
