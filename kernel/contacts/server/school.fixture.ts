import type { Ctx } from '#packages/core'
import { aUserWithRoles, twoSchoolsWithRoles } from '#kernel/access/server/example.ts'
import { aDepartment } from '#kernel/org/server/example.ts'
import { recountMembers } from '#kernel/staff/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'

/** A bureau with two schools, an office in the first, and people with visible or hidden numbers. */
export async function createSchools(ctx: Ctx) {
  const { bureau, school, other: otherSchool } = await twoSchoolsWithRoles(ctx)
  const office = await aDepartment(ctx, school)
  const group = await aDepartment(ctx, office, '排课组')
  const empty = await aDepartment(ctx, school, '校史馆')
  const people = {
    zhao: await aTeacher(ctx, {
      name: '赵文敏',
      at: school,
      department: office,
      phone: '13900000001',
      post: '教务主任',
    }),
    colleague: await aTeacher(ctx, { name: '王强', at: school, department: group, phone: '13900000002' }),
    head: await aUserWithRoles(ctx, ['head'], { name: '李校长', at: school, phone: '13900000003' }),
    stranger: await aTeacher(ctx, { name: '钱伟', at: otherSchool, phone: '13900000004' }),
    otherHead: await aUserWithRoles(ctx, ['head'], { name: '孙校长', at: otherSchool }),
    district: await aUserWithRoles(ctx, ['district-admin'], { name: '周局长', at: bureau }),
  }
  await recountMembers(ctx)
  return { bureau, school, otherSchool, office, group, empty, ...people }
}
export type Schools = Awaited<ReturnType<typeof createSchools>>
