import type { RoleTemplate } from '#packages/contract'
import type { Actor, Ctx } from '#packages/core'
import { assignTemplates } from '#kernel/access/server/api.ts'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { addMembership, recountMembers } from '#kernel/staff/server/api.ts'

export type OrgRef = { id: string; path: string }

/** Creates an actor who has just signed in; provided by the tests. */
type MakeActor = (facts: Partial<Omit<Actor, 'permissions'>>) => Actor

interface NewStaff {
  name: string
  at: OrgRef
  office?: OrgRef
  role?: RoleTemplate
  phone?: string
  post?: string
}

/** Creates a member of staff and returns the actor. */
export async function createStaff(
  ctx: Ctx,
  somebody: MakeActor,
  { name, at, office, role, phone, post = '' }: NewStaff,
): Promise<Actor> {
  const personId = await createPerson(ctx, { name, ...(phone ? { phone } : {}) })
  const membership = { personId, orgId: at.id, departmentId: office?.id ?? null, userType: 'teacher' as const, post }
  const userId = await addMembership(ctx, membership)
  if (role) await assignTemplates(ctx, userId, [role])
  return somebody({ districtId: ctx.actor.districtId, personId, userId, orgId: at.id })
}

/** A bureau with two schools, an office in the first, and people with visible or hidden numbers. */
export async function createSchools(ctx: Ctx, somebody: MakeActor) {
  const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
  const school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
  const otherSchool = await createOrganisation(ctx, { parent: bureau, name: '文澜中学', type: 'school' })
  const office = await createOrganisation(ctx, { parent: school, name: '教务处', type: 'department' })
  const group = await createOrganisation(ctx, { parent: office, name: '排课组', type: 'department' })
  const empty = await createOrganisation(ctx, { parent: school, name: '校史馆', type: 'department' })
  const zhao = await createStaff(ctx, somebody, {
    name: '赵文敏',
    at: school,
    office,
    phone: '13900000001',
    post: '教务主任',
  })
  const colleague = await createStaff(ctx, somebody, { name: '王强', at: school, office: group, phone: '13900000002' })
  const head = await createStaff(ctx, somebody, { name: '李校长', at: school, role: 'head', phone: '13900000003' })
  const stranger = await createStaff(ctx, somebody, { name: '钱伟', at: otherSchool, phone: '13900000004' })
  const otherHead = await createStaff(ctx, somebody, { name: '孙校长', at: otherSchool, role: 'head' })
  const district = await createStaff(ctx, somebody, { name: '周局长', at: bureau, role: 'district-admin' })
  await recountMembers(ctx)
  return {
    bureau,
    school,
    otherSchool,
    office,
    group,
    empty,
    zhao,
    colleague,
    head,
    stranger,
    otherHead,
    district,
  }
}
export type Schools = Awaited<ReturnType<typeof createSchools>>
