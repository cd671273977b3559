import { dayOf, type Ctx } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import type { SeededSchool } from '#kernel/org/server/api.ts'
import {
  listCalendarDays,
  seedFinishedSetUps,
  seedLocalSubject,
  seedSubjectStages,
  findTermOn,
  type ClassDescription,
} from '#kernel/schooling/server/api.ts'
import { seedSignIns } from '#kernel/session/server/api.ts'
import { recountMembers } from '#kernel/staff/server/api.ts'
import type { DemoLogin } from '../staff.ts'
import { createIdCardGenerator } from '../students.ts'
import type { SeedRun } from '../seed-run.ts'
import { createPersonGenerator, createRandom, type Random } from '../random.ts'
import { openStaffAccounts } from './accounts.ts'
import { seedCalendar } from './calendar.ts'
import { seedTransferRequests, seedEnrolmentChanges } from './enrolment-changes.ts'
import { seedFamilies } from './families.ts'
import { seedNewSchool } from './new-school.ts'
import { seedAvatars, seedPupilFaces } from './pictures.ts'
import { seedExports, seedImports, createSignIns, type StaffAccount } from './import-export-records.ts'
import { listOpenClasses, listColleagues, staffSchool } from './school-staff.ts'
import { DemoTermDays } from './term-days.ts'
import type { DemoTermRun } from './term-run.ts'

interface DemoTermOptions {
  area: string
  series: number
  schools: readonly SeededSchool[]
  /** Prefixes of the login names of the first `schools`, which get demo data. */
  schoolPrefixes: readonly string[]
  logins: readonly DemoLogin[]
  /** Prefix of the login name of the new school's administrator. */
  newSchoolPrefix: string
  password: string
  /** Whether there is an object store for pictures. */
  hasStore: boolean
  /** How many pupil photos are drawn at the first school and at each of the others; drawing takes most of the time. */
  faces?: { first: number; others: number }
}

interface DemoSchool {
  school: SeededSchool
  prefix: string
  isFirst: boolean
  logins: readonly DemoLogin[]
  classes: ClassDescription[]
  days: DemoTermDays
  random: Random
}

const changesAtOtherSchools = 12

/**
 * Demo data of a district in the middle of a term: every lesson has its teacher, families are bound, pupils moved,
 * files were exported. Only for the schools with demo logins; the others keep what `seedDistrict` created. All dates
 * count from today, and the data is the same each time. Returns the additional logins.
 */
export async function seedDemoTerm(run: SeedRun, options: DemoTermOptions): Promise<DemoLogin[]> {
  const { schools, schoolPrefixes, logins, series } = options
  const began = await run.step('term', async (ctx) => {
    await prepareDistrict(ctx, schools)
    return ctx.now.toISOString()
  })
  const now = new Date(began)
  const step: DemoTermRun['step'] = (key, work, generators) => run.step(key, (ctx) => work({ ...ctx, now }), generators)
  const term: DemoTermRun = { run, now, step }
  const invent = createPersonGenerator(createRandom(series + 1_000), '330198')
  const newIdCard = createIdCardGenerator('330198')
  const demoSchools: DemoSchool[] = []
  for (const [at, prefix] of schoolPrefixes.entries()) {
    const school = schools[at]
    if (!school) break
    const own = logins.filter(({ membership }) => membership?.orgId === school.id)
    const random = createRandom(series * 100 + at + 1)
    await step(`lessons of ${prefix}`, (ctx) => staffSchool(ctx, { school, logins: own, invent }), [invent])
    const demo = await run.inside((ctx) =>
      loadDemoSchool({ ...ctx, now }, { school, prefix, logins: own, random, isFirst: at === 0 }),
    )
    if (!demo) continue
    demoSchools.push(demo)
    await seedPeople(term, options, demo, newIdCard)
  }
  await step('office', async (ctx) => {
    await recountMembers(ctx)
    await seedOfficeRecords(ctx, run.bureau, demoSchools)
  })
  if (demoSchools.length < 2) return []
  const { area, password, newSchoolPrefix: prefix } = options
  return [await seedNewSchool(term, { area, prefix, invent, password })]
}

/**
 * In the curriculum of this province natural science is one subject until the ninth grade, and every class has a lesson
 * with its class teacher. All schools are open.
 */
async function prepareDistrict(ctx: Ctx, schools: readonly SeededSchool[]) {
  const oldest = new Date(ctx.now.getTime() - 90 * 86_400_000)
  for (const table of ['message_batch', 'message', 'message_delivery', 'login_log'])
    await ensureMonthPartitions(ctx.db, table, oldest, 5)
  await seedSubjectStages(ctx, ['物理', '化学', '生物'], [4, 5])
  await seedLocalSubject(ctx, { name: '班会', shortName: '班会', stages: [2, 3] })
  await seedFinishedSetUps(
    ctx,
    schools.map(({ id }) => id),
  )
}

async function loadDemoSchool(ctx: Ctx, demo: Omit<DemoSchool, 'classes' | 'days'>): Promise<DemoSchool | undefined> {
  const classes = await listOpenClasses(ctx, demo.school.id)
  const term = await findTermOn(ctx, demo.school.id, dayOf(ctx.now))
  if (!term || classes.length === 0) return undefined
  const calendar = await listCalendarDays(ctx, demo.school.id, term.startsOn, term.endsOn)
  const lessons = new Set(calendar.filter(({ kind }) => kind === 'class').map(({ day }) => day))
  return { ...demo, classes, days: new DemoTermDays(ctx, term, (day) => lessons.has(day)) }
}

/** Pupils, families, pictures and accounts of one school. */
async function seedPeople(
  term: DemoTermRun,
  { password, hasStore, faces = { first: 240, others: 40 } }: DemoTermOptions,
  demo: DemoSchool,
  newIdCard: ReturnType<typeof createIdCardGenerator>,
) {
  const { school, prefix, isFirst, classes, days, random } = demo
  const byPersonId = getPersonId(demo, '学校管理员')
  const most = isFirst ? undefined : changesAtOtherSchools
  await term.step(
    `enrolment changes of ${prefix}`,
    (ctx) => seedEnrolmentChanges(ctx, classes, { days, random, newIdCard, byPersonId }, most),
    [random, newIdCard],
  )
  const agreed = new Set(await seedFamilies(term, { prefix, classes, days, random }))
  await openStaffAccounts(term, { orgId: school.id, prefix, random, days, password })
  if (!hasStore) return
  await seedAvatars(term, { orgId: school.id, prefix, random })
  // The classes that are seen first: that of the demo teacher, then the youngest.
  const shown = [...classes.slice(0, 1), ...classes.slice(1).toReversed()]
  const faceCount = isFirst ? faces.first : faces.others
  await seedPupilFaces(term, { prefix, random, classes: shown, agreed, byPersonId, most: faceCount })
}

const getPersonId = ({ logins }: Pick<DemoSchool, 'logins'>, title: string) =>
  logins.find((login) => login.title === title)!.membership!.personId

/** Calendars, files, a transfer and sign-ins of these schools and the bureau. */
async function seedOfficeRecords(ctx: Ctx, bureau: { id: string }, demoSchools: readonly DemoSchool[]) {
  const bureauStaff = await listAccountHolders(ctx, bureau.id)
  const [first, second] = demoSchools
  const days = first?.days
  if (!days) return
  for (const demo of demoSchools) {
    const workers = await listAccountHolders(ctx, demo.school.id)
    const admin = workers.find(({ userId }) => userId === findUserId(demo.logins, '学校管理员'))!
    await seedCalendar(ctx, demo.school.id, demo.days.today)
    if (demo.isFirst) {
      await seedImports(ctx, admin, demo.school.name)
      await seedExports(ctx, admin, days)
    }
    const signedIn = workers.slice(0, demo.isFirst ? 30 : 8)
    const ofLogins = workers.filter(({ userId }) => demo.logins.some(({ membership }) => membership?.userId === userId))
    for (const worker of new Set([...ofLogins, ...signedIn]))
      await seedSignIns(ctx, createSignIns(worker, { random: demo.random, days: demo.days }))
  }
  await seedSignIns(
    ctx,
    bureauStaff.flatMap((worker) => createSignIns(worker, { random: first.random, days })),
  )
  // The second school requests a pupil of the first.
  const to = second?.classes.find(({ stage }) => stage === first.classes[0]!.stage)
  const from = to && first.classes.find(({ stage, startYear }) => stage === to.stage && startYear === to.startYear)
  const by = second?.logins.find(({ title }) => title === '学校管理员')?.membership
  if (from && to && by) await seedTransferRequests({ ...ctx, now: days.at(1, 9) }, { from, to, day: days.today, by })
}

const findUserId = (logins: readonly DemoLogin[], title: string) =>
  logins.find((login) => login.title === title)?.membership?.userId

/** The members of an organisation who have an account. */
const listAccountHolders = async (ctx: Ctx, orgId: string): Promise<StaffAccount[]> =>
  (await listColleagues(ctx, orgId)).flatMap(({ userId, personId, accountId }) =>
    accountId ? [{ userId, personId, accountId, orgId }] : [],
  )
