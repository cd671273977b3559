import { dayOf, type Ctx } from '#packages/core'
import { assignTemplates } from '#kernel/access/server/api.ts'
import type { SeededSchool } from '#kernel/org/server/api.ts'
import { getFirstDayOfSchoolYear, getSchoolYear } from '#kernel/schooling/contract.ts'
import {
  describeClasses,
  seedGradeHead,
  seedLessons,
  setClassHeads,
  findTermOn,
  type ClassDescription,
} from '#kernel/schooling/server/api.ts'
import { seedPosts, seedStaff, type SeedStaff } from '#kernel/staff/server/api.ts'
import { getNumberPrefix, type DemoLogin } from '../staff.ts'
import type { PersonGenerator } from '../random.ts'
import { planLessons, listVacancies, type TaughtSubject, type SubjectTeacher } from './lessons.ts'

/** The classes of a school, oldest first: the order in which the demo logins got classes. */
export async function listOpenClasses(ctx: Ctx, orgId: string): Promise<ClassDescription[]> {
  const year = getSchoolYear(dayOf(ctx.now))
  const all = [...(await describeClasses(ctx, { orgId }, dayOf(ctx.now))).values()]
  return all
    .filter(({ startYear, years, closedOn }) => closedOn === null && startYear <= year && startYear + years > year)
    .toSorted((a, b) => b.stage - a.stage || a.startYear - b.startYear || a.sort - b.sort)
}

const listSubjects = (ctx: Ctx): Promise<TaughtSubject[]> =>
  ctx.db.selectFrom('v_subject').select(['id', 'name', 'stages']).where('org_id', 'is', null).orderBy('sort').execute()

export interface SeedColleague {
  userId: string
  personId: string
  name: string
  sex: '男' | '女' | null
  departmentId: string | null
  userType: string
  post: string
  subject: string
  accountId: string | null
}

/** All staff members of a school by staff number. */
export const listColleagues = (ctx: Ctx, orgId: string): Promise<SeedColleague[]> =>
  ctx.db
    .selectFrom('v_membership as m')
    .innerJoin('v_person as p', 'p.id', 'm.person_id')
    .select(['m.id as userId', 'm.person_id as personId', 'p.name', 'p.sex', 'm.department_id as departmentId'])
    .select(['m.user_type as userType', 'm.post', 'm.subject', 'p.account_id as accountId'])
    .where('m.org_id', '=', orgId)
    .orderBy('m.number')
    .$narrowType<{ sex: SeedColleague['sex'] }>()
    .execute()

const sectionNames: Readonly<Record<number, string>> = { 1: '保教处', 2: '小学部', 3: '初中部' }
/** Subjects for teachers without a subject. */
const extraSubjects = ['道德与法治', '科学', '体育与健康', '美术']

/** The department of a stage, and in it the group of a subject where there is one. */
function findDepartment({ departments, stages }: SeededSchool, stage: number | null, subject: string) {
  const section = departments.find(({ name }) => name === sectionNames[stage ?? stages[0]!])
  const group = departments.find(
    ({ name, path }) => name === `${subject}教研组` && section && path.startsWith(`${section.path}.`),
  )
  return group ?? section ?? departments[0]!
}

function listTeachers(
  school: SeededSchool,
  colleagues: readonly SeedColleague[],
  logins: readonly DemoLogin[],
): SubjectTeacher[] {
  const stageOf = (departmentId: string | null) => {
    const own = school.departments.find(({ id }) => id === departmentId)
    const stage = school.stages.find((one) => {
      const section = school.departments.find(({ name }) => name === sectionNames[one])
      return section && own && (own.path === section.path || own.path.startsWith(`${section.path}.`))
    })
    return stage ?? school.stages[0]!
  }
  const userOf = (title: string) => logins.find((login) => login.title === title)?.membership?.userId
  const [teacher, gradeHead] = [userOf('语文教师'), userOf('年级组长')]
  const own: SubjectTeacher[] = []
  if (teacher) own.push({ userId: teacher, subject: '语文', stage: Math.max(...school.stages) })
  if (gradeHead) own.push({ userId: gradeHead, subject: '数学', stage: school.stages[0]! })
  const signIn = new Set(logins.flatMap(({ membership }) => membership?.userId ?? []))
  let extraCount = 0
  for (const { userId, userType, subject, departmentId } of colleagues) {
    if (signIn.has(userId) || userType !== 'teacher') continue
    if (subject) own.push({ userId, subject, stage: stageOf(departmentId) })
    else own.push({ userId, subject: extraSubjects[extraCount++ % extraSubjects.length]!, stage: null })
  }
  return own
}

interface StaffingOptions {
  school: SeededSchool
  logins: readonly DemoLogin[]
  invent: PersonGenerator
}

/**
 * Assigns teachers to every subject of every class, class teachers to the classes, heads to the grades, and somebody to
 * 德育处. Nobody has more than 18 lessons.
 */
export async function staffSchool(ctx: Ctx, { school, logins, invent }: StaffingOptions) {
  const hasLongDays = school.stages.every((stage) => stage === 3)
  const classes = (await listOpenClasses(ctx, school.id)).map((one) => ({ ...one, hasLongDays }))
  const term = await findTermOn(ctx, school.id, dayOf(ctx.now))
  if (classes.length === 0 || !term) return
  const taught = new Set(classes.map(({ stage }) => stage))
  const subjects = (await listSubjects(ctx)).filter(({ stages }) => stages.some((stage) => taught.has(stage)))
  const colleagues = await listColleagues(ctx, school.id)
  const there = listTeachers(school, colleagues, logins)
  const vacancies = listVacancies(classes, subjects, there)
  const hired = await seedStaff(
    ctx,
    vacancies.map(({ subject, stage }, at): SeedStaff => ({
      ...invent(),
      orgId: school.id,
      departmentId: findDepartment(school, stage, subject).id,
      userType: 'teacher',
      post: '任课教师',
      subject,
      workerType: 1,
      number: `${getNumberPrefix(school)}${String(colleagues.length + at + 1).padStart(4, '0')}`,
      sort: colleagues.length + at + 1,
      startsOn: `${2010 + (at % 15)}-08-20`,
    })),
  )
  const all: SubjectTeacher[] = [
    ...there,
    ...vacancies.map(({ subject, stage }, at) => ({ subject, stage, userId: hired[at]!.userId })),
  ]
  const first = logins.find(({ title }) => title === '语文教师')?.membership?.userId
  const { lessons, heads } = planLessons(classes, subjects, all, first)
  await seedLessons(ctx, school.id, term.id, lessons)
  await setClassHeads(ctx, heads, getFirstDayOfSchoolYear(getSchoolYear(dayOf(ctx.now))))
  const headIds = new Set(heads.map(({ userId }) => userId))
  await seedPosts(ctx, derivePosts(all, colleagues, headIds))
  await seedGradeHeads(ctx, { school, logins, classes, heads })
  await seedMoralOffice(ctx, school, colleagues, logins)
}

interface GradeHeadOptions {
  school: SeededSchool
  logins: readonly DemoLogin[]
  classes: readonly ClassDescription[]
  heads: readonly { classId: string; userId: string }[]
}

/** The demo login heads the first grade of the first stage, and a class teacher each of the others. */
async function seedGradeHeads(ctx: Ctx, { school, logins, classes, heads }: GradeHeadOptions) {
  const login = logins.find(({ title }) => title === '年级组长')?.membership?.userId
  const own = classes.find(({ stage }) => stage === school.stages[0])?.gradeId
  for (const id of new Set(classes.map(({ gradeId }) => gradeId))) {
    const inGrade = heads.filter(({ classId }) => classes.some((one) => one.id === classId && one.gradeId === id))
    const userId = login && id === own ? login : inGrade.at(-1)?.userId
    if (userId) await seedGradeHead(ctx, { id, orgId: school.id }, userId)
  }
}

/** Somebody of 德育处 is told about absent pupils and unclear leave. */
async function seedMoralOffice(
  ctx: Ctx,
  school: SeededSchool,
  colleagues: readonly SeedColleague[],
  logins: readonly DemoLogin[],
) {
  const office = school.departments.find(({ name }) => name === '德育处')
  const signIn = new Set(logins.flatMap(({ membership }) => membership?.userId ?? []))
  const others = colleagues.filter(({ userId }) => !signIn.has(userId))
  const holder = others.find(({ departmentId }) => departmentId === office?.id) ?? others[0]
  if (holder) await assignTemplates(ctx, holder.userId, ['moral'])
}

/** Posts follow from the lessons; group leaders and demo logins keep their title. */
function derivePosts(
  teachers: readonly SubjectTeacher[],
  colleagues: readonly SeedColleague[],
  heads: ReadonlySet<string>,
) {
  const known = new Map(colleagues.map((one) => [one.userId, one.post]))
  return teachers.map(({ userId, subject }) => {
    const post = known.get(userId) ?? '任课教师'
    const isPlain = ['任课教师', '班主任', '主任'].includes(post)
    return { userId, subject, post: isPlain ? (heads.has(userId) ? '班主任' : '任课教师') : post }
  })
}
