import { beforeEach, expect, it } from 'vitest'
import type { OrgNode } from '#kernel/org/server/example.ts'
import type { RoleTemplate } from '#packages/contract'
import { createActor, useDatabase } from '#packages/testing'
import { listContactAdministrators } from './role-templates.ts'
import { aUserWithRoles, twoSchoolsWithRoles } from './example.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
let school: OrgNode
let otherSchool: OrgNode
let administratorId: string

beforeEach(() =>
  as(createActor(), async (ctx) => {
    const { bureau, ...schools } = await twoSchoolsWithRoles(ctx)
    ;({ school, other: otherSchool } = schools)
    const hire = (name: string, at: OrgNode, role: RoleTemplate) =>
      aUserWithRoles(ctx, [role], { name, at, phone: '13812345678' })
    administratorId = (await hire('李敏', school, 'school-admin')).userId
    await hire('赵校长', school, 'head')
    await hire('王强', otherSchool, 'school-admin')
    for (let at = 1; at <= 7; at++) await hire(`区管${at}`, bureau, 'district-admin')
    await ctx.db.updateTable('organisation').set({ phone: '0571-88880000' }).where('id', '=', bureau.id).execute()
  }),
)
const getAdministratorNames = async (orgId: string, districtId = database.home) =>
  (await as(createActor({ orgId, districtId }), listContactAdministrators)).administrators

it('lists the school’s administrators, then at most five of the district’s', async () => {
  expect(await getAdministratorNames(school.id)).toEqual([
    { name: '李敏', orgName: '实验小学', phone: '' },
    ...[1, 2, 3, 4, 5].map((at) => ({ name: `区管${at}`, orgName: '云禾区教育局', phone: '0571-88880000' })),
  ])
})

it('shows the office phone and never a private one', async () => {
  expect(
    JSON.stringify([await getAdministratorNames(school.id), await getAdministratorNames(otherSchool.id)]),
  ).not.toContain('138')
})

it('leaves out administrators of other schools and districts and those who left', async () => {
  expect((await getAdministratorNames(otherSchool.id)).map(({ name }) => name)).not.toContain('李敏')
  expect(await getAdministratorNames(school.id, database.away)).toEqual([])
  await database.sql("update tenant.membership set valid = daterange('2020-01-01', '2020-02-01') where id = $1", [
    administratorId,
  ])
  expect((await getAdministratorNames(school.id)).map(({ name }) => name)).not.toContain('李敏')
})
