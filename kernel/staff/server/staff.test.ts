import { beforeEach, expect, it } from 'vitest'
import type { OrgNode } from '#kernel/org/server/example.ts'
import { aBureau, aSchool, aDepartment } from '#kernel/org/server/example.ts'
import { newId } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { addMembership, findMembership, listMembershipsOfPerson, recountMembers } from './api.ts'
import { requestRecount } from './service.ts'
import { aTeacher } from './example.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
const clerk = createActor()
let bureau: OrgNode, school: OrgNode, office: OrgNode

beforeEach(() =>
  as(clerk, async (ctx) => {
    bureau = await aBureau(ctx)
    school = await aSchool(ctx, bureau)
    office = await aDepartment(ctx, school)
  }),
)

const counts = async (id: string) =>
  (await database.sql('select child_count, user_count, own_user_count from tenant.organisation where id = $1', [id]))[0]

it('counts a person once in every node above their memberships', async () => {
  await as(clerk, async (ctx) => {
    const { personId } = await aTeacher(ctx, { at: school, department: office })
    await addMembership(ctx, { personId, orgId: school.id, userType: 'teacher', isMain: false })
    await aTeacher(ctx, { at: school })
    await aTeacher(ctx, { at: bureau })
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
  const { personId, userId } = await as(clerk, (ctx) => aTeacher(ctx, { at: school }))
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
  const { personId } = await as(clerk, (ctx) => aTeacher(ctx, { at: school }))
  await expect(
    as(clerk, (ctx) => addMembership(ctx, { personId, orgId: school.id, userType: 'worker' })),
  ).rejects.toThrow('membership_no_overlap')
})

it('refuses a membership in a school of another district', async () => {
  const stranger = createActor({ districtId: database.away })
  await expect(as(stranger, (ctx) => aTeacher(ctx, { at: school }))).rejects.toThrow(
    'membership_district_id_org_id_fkey',
  )
  await expect(
    as(clerk, (ctx) => addMembership(ctx, { personId: newId(), orgId: school.id, userType: 'worker' })),
  ).rejects.toThrow('membership_district_id_person_id_fkey')
})
