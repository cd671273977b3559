import type { RoleTemplate } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { toPinyin } from '#packages/pinyin'
import { assignTemplates } from '#kernel/access/server/api.ts'
import { createPerson, invitePerson } from '#kernel/identity/server/api.ts'
import type { SeededSchool } from '#kernel/org/server/api.ts'
import { addMembership, seedStaff, type SeedStaff } from '#kernel/staff/server/api.ts'
import type { PersonGenerator, Random } from './random.ts'

export interface DemoLogin {
  userName: string
  title: string
  organisation: string
  name: string
  /** The token of the invitation that becomes the account. */
  invitation: string
  /** The membership, for people who work somewhere. */
  membership?: { personId: string; userId: string; orgId: string }
}

interface LoginPost {
  userName?: string
  title: string
  roles: RoleTemplate[]
  department?: string
}

const posts: LoginPost[] = [
  { userName: 'admin', title: '学校管理员', roles: ['school-admin'] },
  { userName: 'head', title: '校长', roles: ['head'] },
  { userName: 'grade', title: '年级组长', roles: ['grade-head', 'teacher'], department: '小学部' },
  { userName: 'teacher', title: '语文教师', roles: ['teacher', 'class-teacher'], department: '语文教研组' },
]

/** The people of a school with demo logins. */
export async function seedSchool(
  ctx: Ctx,
  school: SeededSchool,
  prefix: string,
  invent: PersonGenerator,
): Promise<DemoLogin[]> {
  const logins: DemoLogin[] = []
  const departmentOf = (name: string | undefined) =>
    school.departments.find((department) => department.name === name)?.id ?? null
  for (const { userName, title, roles, department } of posts) {
    const person = invent()
    const membership = {
      orgId: school.id,
      departmentId: departmentOf(department),
      userType: 'teacher' as const,
      post: title,
    }
    const [made] = await seedStaff(ctx, [
      {
        ...person,
        ...membership,
        workerType: 1,
        number: `${getNumberPrefix(school)}${userName}`,
        startsOn: '2022-08-25',
      },
    ])
    const { personId, userId } = made!
    await assignTemplates(ctx, userId, roles)
    const invitation = await invitePerson(ctx, personId)
    const known = { userName: `${prefix}.${userName}`, title, organisation: school.name, name: person.name }
    logins.push({ ...known, invitation, membership: { personId, userId, orgId: school.id } })
  }
  return logins
}

const diplomas = ['本科', '本科', '本科', '硕士研究生', '专科']
const levels = ['二级教师', '一级教师', '一级教师', '高级教师', '未定级']
const colleges = ['浙东师范大学', '钱江师范学院', '明州学院', '江南教育学院']

/** Creates colleagues for each school, spread over its departments. Returns each school with its colleagues. */
export async function seedColleagues(
  ctx: Ctx,
  schools: readonly SeededSchool[],
  each: number,
  { invent, random }: { invent: PersonGenerator; random: Random },
): Promise<[orgId: string, userIds: string[]][]> {
  const rows = schools.flatMap((school) =>
    Array.from({ length: each }, (_, at): SeedStaff => {
      const department = school.departments[at % school.departments.length]!
      return {
        ...invent(),
        orgId: school.id,
        departmentId: department.id,
        sort: at + 1,
        ...pickPost(department.name, at < school.departments.length),
        number: `${getNumberPrefix(school)}${String(at + 1).padStart(4, '0')}`,
        workerType: random.below(20) < 16 ? 1 : 2 + random.below(7),
        startsOn: `${2004 + random.below(22)}-08-25`,
        file: {
          nation: random.below(30) === 0 ? '15' : '01',
          diploma: random.pick(diplomas),
          teacherLevel: random.pick(levels),
          graduateSchool: random.pick(colleges),
        },
      }
    }),
  )
  const made = await seedStaff(ctx, rows)
  return schools.map(({ id }, at) => [id, made.slice(at * each, (at + 1) * each).map(({ userId }) => userId)])
}

/** The post of a person in a department of this name. */
function pickPost(department: string, isFirst: boolean): Pick<SeedStaff, 'userType' | 'post' | 'subject'> {
  const subject = /^(.+)教研组$/.exec(department)?.[1]
  if (subject) return { userType: 'teacher', post: isFirst ? '教研组长' : '任课教师', subject }
  const isOffice = /(处|室)$/.test(department)
  return { userType: isOffice ? 'worker' : 'teacher', post: isFirst ? '主任' : isOffice ? '干事' : '班主任' }
}

/** Prefix of the staff numbers of a school. */
export const getNumberPrefix = ({ name }: SeededSchool) => toPinyin(name).initials.slice(0, 4).toUpperCase()

interface SeedBureau {
  id: string
  name: string
  offices: { id: string; name: string }[]
}

/**
 * The district's staff: its administrator, an office user, and two colleagues in each office; with separation of duties
 * also the security and audit administrators.
 */
export async function seedBureau(
  ctx: Ctx,
  bureau: SeedBureau,
  { prefix, isSeparated }: { prefix: string; isSeparated?: boolean },
  invent: PersonGenerator,
): Promise<DemoLogin[]> {
  const hire = async (post: string, departmentId: string | null, role?: RoleTemplate) => {
    const person = invent()
    const personId = await createPerson(ctx, person)
    const userId = await addMembership(ctx, { personId, orgId: bureau.id, departmentId, userType: 'bureau', post })
    if (role) await assignTemplates(ctx, userId, [role])
    return { name: person.name, personId, userId }
  }
  const login = async (
    userName: string,
    title: string,
    departmentId: string | null,
    role: RoleTemplate,
  ): Promise<DemoLogin> => {
    const { name, personId, userId } = await hire(title, departmentId, role)
    const invitation = await invitePerson(ctx, personId)
    const known = { userName: `${prefix}.${userName}`, title, organisation: bureau.name, name }
    return { ...known, invitation, membership: { personId, userId, orgId: bureau.id } }
  }
  for (const { id, name } of bureau.offices) {
    await hire(name.endsWith('室') ? `${name}主任` : `${name}长`, id)
    await hire('科员', id)
  }
  const office = bureau.offices.find(({ name }) => name === '基础教育科')!
  return [
    await login('admin', '区管理员', null, 'district-admin'),
    await login('office', office.name, office.id, 'district-office'),
    ...(isSeparated
      ? [await login('security', '安全管理员', null, 'security-admin'), await login('audit', '审计', null, 'auditor')]
      : []),
  ]
}
