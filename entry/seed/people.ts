import type { RoleTemplate } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { grantTemplates } from '#kernel/access/server'
import { createPerson, invitePerson } from '#kernel/identity/server'
import type { SeededSchool } from '#kernel/org/server'
import { addMembership } from '#kernel/staff/server'
import { inventPerson, type Random } from './random.ts'

export interface Login {
  userName: string
  title: string
  organisation: string
  name: string
  /** The word of the invitation that becomes the account. */
  invitation: string
}

interface Post {
  userName?: string
  title: string
  roles: RoleTemplate[]
  department?: string
}

const posts: Post[] = [
  { userName: 'admin', title: '学校管理员', roles: ['school-admin'] },
  { userName: 'head', title: '校长', roles: ['head'] },
  { userName: 'grade', title: '年级组长', roles: ['grade-head', 'teacher'], department: '小学部' },
  { userName: 'teacher', title: '语文教师', roles: ['teacher', 'class-teacher'], department: '语文教研组' },
]

/** The people of a school: some who can sign in, and as many colleagues as asked. */
export async function seedSchool(
  ctx: Ctx,
  school: SeededSchool,
  prefix: string,
  colleagues: number,
  random: Random,
): Promise<Login[]> {
  const logins: Login[] = []
  const departmentOf = (name: string | undefined) =>
    school.departments.find((department) => department.name === name)?.id ?? null
  for (const { userName, title, roles, department } of posts) {
    const person = inventPerson(random)
    const personId = await createPerson(ctx, person)
    const membership = {
      personId,
      orgId: school.id,
      departmentId: departmentOf(department),
      userType: 'teacher' as const,
      post: title,
    }
    await grantTemplates(ctx, await addMembership(ctx, membership), roles)
    const invitation = await invitePerson(ctx, personId)
    logins.push({ userName: `${prefix}.${userName}`, title, organisation: school.name, name: person.name, invitation })
  }
  for (let at = 0; at < colleagues; at++) {
    const { id: departmentId } = school.departments[at % school.departments.length]!
    const personId = await createPerson(ctx, inventPerson(random))
    await addMembership(ctx, {
      personId,
      orgId: school.id,
      departmentId,
      userType: at % 6 === 5 ? 'worker' : 'teacher',
    })
  }
  return logins
}

/** The district's own people: its administrator and one of its offices. */
export async function seedBureau(
  ctx: Ctx,
  bureau: { id: string; name: string },
  prefix: string,
  random: Random,
): Promise<Login[]> {
  const staff: { userName: string; title: string; role: RoleTemplate }[] = [
    { userName: 'admin', title: '区管理员', role: 'district-admin' },
    { userName: 'office', title: '基础教育科', role: 'district-office' },
  ]
  const logins: Login[] = []
  for (const { userName, title, role } of staff) {
    const person = inventPerson(random)
    const personId = await createPerson(ctx, person)
    await grantTemplates(
      ctx,
      await addMembership(ctx, { personId, orgId: bureau.id, userType: 'bureau', post: title }),
      [role],
    )
    const invitation = await invitePerson(ctx, personId)
    logins.push({ userName: `${prefix}.${userName}`, title, organisation: bureau.name, name: person.name, invitation })
  }
  return logins
}
