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
  /** Who it is, for those of a school. */
  place?: { personId: string; userId: string; orgId: string }
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
    const userId = await addMembership(ctx, membership)
    await grantTemplates(ctx, userId, roles)
    const invitation = await invitePerson(ctx, personId)
    const place = { personId, userId, orgId: school.id }
    const known = { userName: `${prefix}.${userName}`, title, organisation: school.name, name: person.name }
    logins.push({ ...known, invitation, place })
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

interface Bureau {
  id: string
  name: string
  offices: { id: string; name: string }[]
}

/** The district's own people: its administrator, one who signs in from an office, and two colleagues in each. */
export async function seedBureau(ctx: Ctx, bureau: Bureau, prefix: string, random: Random): Promise<Login[]> {
  const hire = async (post: string, departmentId: string | null, role?: RoleTemplate) => {
    const person = inventPerson(random)
    const personId = await createPerson(ctx, person)
    const userId = await addMembership(ctx, { personId, orgId: bureau.id, departmentId, userType: 'bureau', post })
    if (role) await grantTemplates(ctx, userId, [role])
    return { name: person.name, personId }
  }
  const login = async (
    userName: string,
    title: string,
    departmentId: string | null,
    role: RoleTemplate,
  ): Promise<Login> => {
    const { name, personId } = await hire(title, departmentId, role)
    const invitation = await invitePerson(ctx, personId)
    return { userName: `${prefix}.${userName}`, title, organisation: bureau.name, name, invitation }
  }
  for (const { id, name } of bureau.offices) {
    await hire(name.endsWith('室') ? `${name}主任` : `${name}长`, id)
    await hire('科员', id)
  }
  const office = bureau.offices.find(({ name }) => name === '基础教育科')!
  return [
    await login('admin', '区管理员', null, 'district-admin'),
    await login('office', office.name, office.id, 'district-office'),
  ]
}
