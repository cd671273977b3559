import { dayOf, idCardCheckDigit, emptyScope, type Ctx } from '#packages/core'
import type { SeededSchool } from '#kernel/org/server/api.ts'
import { getFirstDayOfSchoolYear, getSchoolYear, stages, type Stage } from '#kernel/schooling/contract.ts'
import {
  assignTeacher,
  ensureDefaultPeriods,
  ensureNationalSubjects,
  ensureTerms,
  openGrade,
  setClassHeads,
  findTermOn,
} from '#kernel/schooling/server/api.ts'
import { seedStudents, type NewStudent } from '#kernel/student/server/api.ts'
import { surnames, type AreaCode, type Random } from './random.ts'

/** The size of a school: classes per grade, and pupils per class. */
export interface StudentPlan {
  classes: number
  each: number
  /** Classes differ in size, and pupils were enrolled when the school year began. */
  isRealistic?: boolean
}

const commonClassSize = 45
/** Classes of the usual size, until a school has about the wanted number of pupils. */
export function planStudents(school: SeededSchool, pupils: number, isRealistic = false): StudentPlan {
  const grades = listGradeYears(school).length
  const classes = Math.max(1, Math.round(pupils / grades / commonClassSize))
  return { classes, each: Math.max(1, Math.round(pupils / grades / classes)), isRealistic }
}

const listGradeYears = ({ stages: own }: SeededSchool) =>
  own.flatMap((stage) => Array.from({ length: stages[stage as Stage].years }, (_, at) => ({ stage, at })))

/** Data of the whole district: terms and subjects. */
export async function seedSchooling(ctx: Ctx) {
  await ensureTerms(ctx)
  await ensureNationalSubjects(ctx)
}

interface StudentSeedOptions {
  plan: StudentPlan
  /** Possible class teachers; the first of them gets the first class of the last grade. */
  staff: readonly string[]
  random: Random
  newIdCard: IdCardGenerator
}

/**
 * Grades, classes with their class teachers, and pupils with their guardians. Also returns the first pupil of the first
 * class teacher.
 */
export async function seedClassesAndStudents(
  ctx: Ctx,
  school: SeededSchool,
  { plan, staff, random, newIdCard }: StudentSeedOptions,
) {
  await ensureDefaultPeriods(ctx, school.id)
  const year = getSchoolYear(dayOf(ctx.now))
  const classes: { gradeId: string; classId: string; stage: number; startYear: number }[] = []
  for (const { stage, at } of listGradeYears(school).toReversed()) {
    const startYear = year - at
    const { gradeId, classIds } = await openGrade(ctx, { orgId: school.id, stage, startYear, classes: plan.classes })
    classes.push(...classIds.map((classId) => ({ gradeId, classId, stage, startYear })))
  }
  const heads = classes.slice(0, staff.length).map(({ classId }, at) => ({ classId, userId: staff[at]! }))
  await setClassHeads(ctx, heads, getFirstDayOfSchoolYear(year))
  const varyBy = plan.isRealistic ? Math.floor(plan.each / 12) : 0
  const sizeOf = () => plan.each + (varyBy > 0 ? random.below(2 * varyBy + 1) - varyBy : 0)
  const rows = classes.flatMap(({ classId, gradeId, stage, startYear }) =>
    Array.from({ length: sizeOf() }, (_, at) => ({
      ...inventStudent(random, newIdCard, startYear, stage),
      orgId: school.id,
      gradeId,
      classId,
      seatNo: at + 1,
      on: getFirstDayOfSchoolYear(startYear),
      schoolNo: `${startYear}${String(classes.findIndex((one) => one.classId === classId) + 1).padStart(2, '0')}${String(at + 1).padStart(2, '0')}`,
    })),
  )
  const began = new Date(`${getFirstDayOfSchoolYear(year)}T08:30:00+08:00`)
  const ids = await seedStudents(plan.isRealistic ? { ...ctx, now: began } : ctx, rows)
  return { classes, firstPupil: { id: ids[0]!, name: rows[0]!.name, guardian: rows[0]!.guardians[0]! } }
}

/**
 * The first colleague teaches Chinese to the first classes, the next mathematics, because a demo without lessons looks
 * empty.
 */
export async function seedTeaching(
  ctx: Ctx,
  school: SeededSchool,
  classIds: readonly string[],
  staff: readonly string[],
) {
  const term = await findTermOn(ctx, school.id, dayOf(ctx.now))
  if (!term) return
  const scope = { ...emptyScope, district: true }
  const acting: Ctx = {
    ...ctx,
    actor: { ...ctx.actor, orgId: school.id, permissions: new Map([['teaching.edit', scope]]) },
  }
  for (const [at, name] of ['语文', '数学', '英语'].entries()) {
    const subject = await ctx.db
      .selectFrom('v_subject')
      .select('id')
      .where('name', '=', name)
      .where('org_id', 'is', null)
      .executeTakeFirst()
    const userId = staff[at]
    if (!subject || !userId) continue
    const form = { termId: term.id, classIds: [...classIds], groupId: null, subjectId: subject.id, userId }
    await assignTeacher(acting, { ...form, role: 'lead', weekHours: 5, from: null })
  }
}

/** The age at enrolment. */
const ages: Record<Stage, number> = { 1: 3, 2: 6, 3: 12, 4: 15, 5: 15, 6: 6 }

// prettier-ignore
const girls = ['知夏', '雨桐', '欣怡', '子萱', '梓涵', '思齐', '语嫣', '若曦', '一诺', '清越', '书瑶', '诗涵', '可馨', '佳琪', '沐瑶', '安琪', '晨曦', '妙可', '朵朵', '悦']
// prettier-ignore
const boys = ['浩宇', '子轩', '宇航', '梓睿', '一鸣', '承安', '景行', '俊熙', '睿泽', '星辰', '嘉树', '明轩', '书言', '天佑', '致远', '奕辰', '乐天', '启航', '晨阳', '勋']
const elders = {
  1: ['志强', '建军', '文斌', '立明', '海涛', '永刚'],
  2: ['丽华', '晓燕', '雪梅', '静', '红霞', '敏'],
} as const

export type IdCardGenerator = ReturnType<typeof createIdCardGenerator>

/** Distinct ID numbers of children, with an area code that does not exist. */
export function createIdCardGenerator(area: AreaCode = '330199') {
  let taken = new Map<string, number>()
  const newIdCard = (born: string, sex: '男' | '女') => {
    const key = born + sex
    const order = taken.get(key) ?? 0
    taken.set(key, order + 1)
    const first17 = `${area}${born}${String(order * 2 + (sex === '男' ? 1 : 0)).padStart(3, '0')}`
    return first17 + idCardCheckDigit(first17)
  }
  return Object.assign(newIdCard, {
    save: (): unknown => [...taken],
    restore: (saved: unknown) => {
      taken = new Map(saved as [string, number][])
    },
  })
}

const padTwo = (value: number) => String(value).padStart(2, '0')

/** An invented child who enrolled in that year. */
export const inventStudent = (random: Random, newIdCard: IdCardGenerator, startYear: number, stage: number) =>
  invent(random, newIdCard, startYear - ages[stage as Stage])

function invent(random: Random, newIdCard: IdCardGenerator, bornIn: number) {
  const sex = random.below(100) < 52 ? ('男' as const) : ('女' as const)
  const surname = random.pick(surnames)
  // A child who enrols in September was six by the end of August.
  const month = 1 + random.below(12)
  const born = `${month > 8 ? bornIn - 1 : bornIn}${padTwo(month)}${padTwo(1 + random.below(28))}`
  const idCard = newIdCard(born, sex)
  const phone = () =>
    `1${random.pick(['35', '38', '39', '58', '87'])}${String(random.below(100_000_000)).padStart(8, '0')}`
  const mother = { name: random.pick(surnames) + random.pick(elders[2]), relation: 2 as const, phone: phone() }
  const father = { name: surname + random.pick(elders[1]), relation: 1 as const, phone: phone() }
  const guardians: NewStudent['guardians'] = random.below(10) < 7 ? [mother, father] : [mother]
  return {
    name: surname + random.pick(sex === '女' ? girls : boys),
    sex,
    idCard,
    studentNo: `G${idCard}`,
    guardians,
    birthday: `${born.slice(0, 4)}-${born.slice(4, 6)}-${born.slice(6)}`,
    nation: random.below(40) === 0 ? '15' : '01',
    isBoarding: random.below(20) === 0,
    household: '云禾区',
    address: `学苑路${1 + random.below(400)}号`,
  }
}
