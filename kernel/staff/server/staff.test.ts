import { beforeEach, expect, it } from 'vitest'
import { newId, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { addMembership, findMembership, listMembershipsOfPerson, recountMembers } from './api.ts'
import { requestRecount } from './service.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
const clerk = createActor()
type Node = { id: string; path: string }
let bureau: Node, school: Node, office: Node

beforeEach(() =>
  as(clerk, async (ctx) => {
    bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
    school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
    office = await createOrganisation(ctx, { parent: school, name: '教务处', type: 'department' })
  }),
)

const hire = async (ctx: Ctx, orgId: string, departmentId: string | null = null) => {
  const personId = await createPerson(ctx, { name: '周雅琴' })
  return { personId, userId: await addMembership(ctx, { personId, orgId, departmentId, userType: 'teacher' }) }
}
const counts = async (id: string) =>
  (await database.sql('select child_count, user_count, own_user_count from tenant.organisation where id = $1', [id]))[0]

it('counts a person once in every node above their memberships', async () => {
  await as(clerk, async (ctx) => {
    const { personId } = await hire(ctx, school.id, office.id)
    await addMembership(ctx, { personId, orgId: school.id, userType: 'teacher', isMain: false })
    await hire(ctx, school.id)
    await hire(ctx, bureau.id)
    await recountMembers(ctx)
  })
  expect(await counts(bureau.id)).toEqual({ child_count: 1, user_count: 3, own_user_count: 1 })
  expect(await counts(school.id)).toEqual({ child_count: 1, user_count: 2, own_user_count: 2 })
  expect(await counts(office.id)).toEqual({ child_count: 0, user_count: 1, own_user_count: 1 })
})

it('several recount requests leave one job', async () => {
  await as(clerk, async (ctx) => {
    await requestRecount(ctx)
    await requestRecount(ctx)
  })
  const jobs = await database.sql<{ data: { district: number } }>(
    "select data from pgboss.job where name = 'org.recount'",
  )
  expect(jobs.map(({ data }) => data.district)).toEqual([clerk.districtId])
})

it('lists the main membership first and omits ended ones and those of closed schools', async () => {
  const { personId, userId } = await as(clerk, (ctx) => hire(ctx, school.id))
  await as(clerk, (ctx) => addMembership(ctx, { personId, orgId: bureau.id, userType: 'bureau', isMain: false }))
  const listOrgNames = async () =>
    (await as(clerk, (ctx) => listMembershipsOfPerson(ctx, personId))).map(({ orgName }) => orgName)
  expect(await listOrgNames()).toEqual(['实验小学', '云禾区教育局'])

  await database.sql("update tenant.membership set valid = daterange('2020-01-01', '2020-02-01') where id = $1", [
    userId,
  ])
  expect(await listOrgNames()).toEqual(['云禾区教育局'])
  expect(await as(clerk, (ctx) => findMembership(ctx, userId))).toBeUndefined()

  await database.sql('update tenant.organisation set is_disabled = true where id = $1', [bureau.id])
  expect(await listOrgNames()).toEqual([])
  await database.sql('update tenant.organisation set is_disabled = false where id = $1', [bureau.id])
})

it('refuses overlapping memberships of a person in one unit', async () => {
  const { personId } = await as(clerk, (ctx) => hire(ctx, school.id))
  await expect(
    as(clerk, (ctx) => addMembership(ctx, { personId, orgId: school.id, userType: 'worker' })),
  ).rejects.toThrow('membership_no_overlap')
})

it('refuses a membership in a school of another district', async () => {
  const stranger = createActor({ districtId: database.away })
  await expect(as(stranger, (ctx) => hire(ctx, school.id))).rejects.toThrow('membership_district_id_org_id_fkey')
  await expect(
    as(clerk, (ctx) => addMembership(ctx, { personId: newId(), orgId: school.id, userType: 'worker' })),
  ).rejects.toThrow('membership_district_id_person_id_fkey')
})
