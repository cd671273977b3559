import { beforeEach, expect, it } from 'vitest'
import type { RoleTemplate } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import { createTemplateRoles, assignTemplates, listContactAdministrators } from './role-templates.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
let school: { id: string; path: string }
let otherSchool: { id: string; path: string }
let administratorId: string

async function hire(ctx: Ctx, name: string, orgId: string, role: RoleTemplate) {
  const personId = await createPerson(ctx, { name, phone: '13812345678' })
  const userId = await addMembership(ctx, { personId, orgId, userType: 'teacher' })
  await assignTemplates(ctx, userId, [role])
  return userId
}

beforeEach(() =>
  as(createActor(), async (ctx) => {
    await createTemplateRoles(ctx)
    const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
    school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
    otherSchool = await createOrganisation(ctx, { parent: bureau, name: '文澜中学', type: 'school' })
    administratorId = await hire(ctx, '李敏', school.id, 'school-admin')
    await hire(ctx, '赵校长', school.id, 'head')
    await hire(ctx, '王强', otherSchool.id, 'school-admin')
    for (let at = 1; at <= 7; at++) await hire(ctx, `区管${at}`, bureau.id, 'district-admin')
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
