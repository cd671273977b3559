import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayOf } from '#packages/core'
import { inDistrict } from '#packages/db'
import { useDatabase, type World } from '#packages/testing'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { recountMembers, seedStaff } from '#kernel/staff/server/api.ts'
import { loadModules } from '../modules.ts'
import { readDistrictState, findWrongCounts } from '../testing/organisation-counts-model.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let world: World & { people: PeopleBuilder }
let director: string
let large: { id: string; path: string }
const staff = 1_000

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  world = await buildWorld(database)
  const { home, people } = world
  director = await people.session(await people.hire(home.districtId, home.bureauId, ['district-admin']))
  await inDistrict(database.cells, home.districtId, async (db) => {
    const ctx = createPlatformCtx(database.app, home.districtId, db, new Date())
    const [{ path }] = (await database.sql<{ path: string }>(
      'select path::text as path from tenant.organisation where id = $1',
      [home.bureauId],
    )) as [{ path: string }]
    large = await createOrganisation(ctx, { parent: { id: home.bureauId, path }, name: '东街学校', type: 'school' })
    const departments: string[] = []
    // One has the name of a department of the remaining school.
    for (const name of ['甲一学校教务处', ...Array.from({ length: 19 }, (_, at) => `第${at + 1}组`)])
      departments.push((await createOrganisation(ctx, { parent: large, name, type: 'department' })).id)
    const longAgo = dayOf(new Date(Date.now() - 400 * 24 * 3600_000))
    await seedStaff(
      ctx,
      Array.from({ length: staff }, (_, at) => ({
        name: `东街教师${at + 1}`,
        orgId: large.id,
        userType: 'teacher' as const,
        departmentId: at % 21 === 20 ? null : departments[at % 21]!,
        startsOn: longAgo,
      })),
    )
    await recountMembers(ctx)
  })
})
afterAll(() => app.close())

async function send<T>(path: string, payload: object) {
  const headers = { authorization: `Bearer ${director}` }
  const response = await app.inject({ method: 'POST', url: `/api/${path}`, payload, headers })
  return response.json<{ ret: number; msg: string; data: T }>()
}
interface Preview {
  contents: { key: string; count: number }[]
  departments: { name: string; becomes: string; people: number }[]
  obstacles: string[]
}

it('an organisation with a thousand people is merged into another in seconds, and nobody stays behind', async () => {
  const { home } = world
  const both = { fromId: large.id, toId: home.school.id }
  const { data: preview } = await send<Preview>('orgs/mergePreview', both)
  expect(preview.contents).toContainEqual({ key: 'people', title: '人员', measure: '名', count: staff })
  expect(preview.departments).toHaveLength(20)
  expect(preview.departments[0]).toEqual({ name: '甲一学校教务处', becomes: 'joins', people: 48 })
  const before = await readDistrictState(database, home.districtId)
  expect(findWrongCounts(before)).toEqual([])

  const began = performance.now()
  expect(await send('orgs/merge', both)).toMatchObject({ ret: 1, msg: '' })
  const took = performance.now() - began
  console.log(`merging: ${staff} people and 20 departments in ${took.toFixed(0)} ms`)
  // Three times the goal: neighbours have the processors too.
  expect(took).toBeLessThan(15_000)

  const after = await readDistrictState(database, home.districtId)
  expect(findWrongCounts(after)).toEqual([])
  expect(after.memberships.filter(({ orgId }) => orgId === large.id)).toEqual([])
  expect(after.memberships).toHaveLength(before.memberships.length)
  expect(after.nodes.find(({ id }) => id === home.school.id)).toMatchObject({ userCount: staff + 1, childCount: 20 })
  // Records of the old school stay there: until yesterday everybody was a member of it.
  const ended = await database.sql(
    'select from tenant.membership where org_id = $1 and upper(valid) = $2::date and lower(valid) < upper(valid)',
    [large.id, dayOf(new Date())],
  )
  expect(ended).toHaveLength(staff)
})
