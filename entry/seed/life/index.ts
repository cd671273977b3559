import { dayOf, type Ctx, type DistrictId } from '#packages/core'
import { ensureMonthPartitions, inDistrict, type Cells } from '#packages/db'
import { platformCtx } from '#kernel/access/server'
import type { SeededSchool } from '#kernel/org/server'
import { calendarOf, seedFinished, seedSubjectStages, termOn, type ClassDescription } from '#kernel/schooling/server'
import { seedSignIns } from '#kernel/session/server'
import { recount } from '#kernel/staff/server'
import type { Login } from '../people.ts'
import { idCardsOfChildren } from '../pupils.ts'
import { peopleFrom, randomFrom, type Random } from '../random.ts'
import { openStaffAccounts } from './accounts.ts'
import { seedCalendar } from './calendar.ts'
import { seedAskedTransfer, seedChanges } from './changes.ts'
import { seedFamilies } from './families.ts'
import { openSchool } from './new-school.ts'
import { seedAvatars, seedPupilFaces } from './pictures.ts'
import { seedExports, seedImports, signInsOf, type Worker } from './records.ts'
import { classesOf, colleaguesOf, staffSchool } from './staffing.ts'
import { StoryDays } from './time.ts'

interface Living {
  district: DistrictId
  area: string
  series: number
  bureau: { id: string; path: string }
  schools: readonly SeededSchool[]
  /** Of the schools that are looked at, the first of `schools`, what the names of their people begin with. */
  schoolPrefixes: readonly string[]
  logins: readonly Login[]
  /** What the name of whoever sets the new school up begins with. */
  newSchoolPrefix: string
  password: string
  /** Whether there is a place for pictures. */
  hasStore: boolean
  /** How many pupils' faces are drawn at the first school, and at each of the others: most of the time goes there. */
  faces?: { first: number; others: number }
}

interface Told extends Living {
  cells: Cells
  now: Date
  inside: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
}

interface DemoSchool {
  school: SeededSchool
  prefix: string
  isFirst: boolean
  logins: readonly Login[]
  classes: ClassDescription[]
  days: StoryDays
  random: Random
}

const changesElsewhere = 5

/**
 * What a district looks like in the middle of a term: every lesson has its teacher, families are there, pupils came and
 * went, files were taken along. Only for the schools that people sign in to; the others keep what `seedDistrict` made.
 * Everything is told from this day, and the same each time. Answers who can sign in besides.
 */
export async function seedSchoolLife(cells: Cells, living: Living): Promise<Login[]> {
  const { district, schools, schoolPrefixes, logins, series } = living
  const now = new Date()
  const told: Told = {
    ...living,
    cells,
    now,
    inside: (work) => inDistrict(cells, district, (db) => work(platformCtx(district, db, now))),
  }
  const invent = peopleFrom(randomFrom(series + 1_000), '330198')
  const newIdCard = idCardsOfChildren('330198')
  await told.inside((ctx) => prepare(ctx, schools))
  const lived: DemoSchool[] = []
  for (const [at, prefix] of schoolPrefixes.entries()) {
    const school = schools[at]
    if (!school) break
    const own = logins.filter(({ place }) => place?.orgId === school.id)
    const random = randomFrom(series * 100 + at + 1)
    await told.inside((ctx) => staffSchool(ctx, { school, logins: own, invent }))
    const demo = await told.inside((ctx) => lookAt(ctx, { school, prefix, logins: own, random, isFirst: at === 0 }))
    if (!demo) continue
    lived.push(demo)
    await seedPeople(told, demo, newIdCard)
  }
  await told.inside(recount)
  await told.inside((ctx) => seedOffice(ctx, told, lived))
  if (lived.length < 2) return []
  const { bureau, area, password, newSchoolPrefix: prefix } = living
  return [await openSchool({ cells, district, now, bureau, area, prefix, invent, password })]
}

/** In the curriculum of this province natural science is one subject until the ninth grade. All schools are at work. */
async function prepare(ctx: Ctx, schools: readonly SeededSchool[]) {
  const oldest = new Date(ctx.now.getTime() - 60 * 86_400_000)
  for (const table of ['message_batch', 'message', 'message_delivery', 'login_log'])
    await ensureMonthPartitions(ctx.db, table, oldest, 4)
  await seedSubjectStages(ctx, ['物理', '化学', '生物'], [4, 5])
  await seedFinished(
    ctx,
    schools.map(({ id }) => id),
  )
}

async function lookAt(ctx: Ctx, demo: Omit<DemoSchool, 'classes' | 'days'>): Promise<DemoSchool | undefined> {
  const classes = await classesOf(ctx, demo.school.id)
  const term = await termOn(ctx, demo.school.id, dayOf(ctx.now))
  if (!term || classes.length === 0) return undefined
  const calendar = await calendarOf(ctx, demo.school.id, term.startsOn, term.endsOn)
  const lessons = new Set(calendar.filter(({ kind }) => kind === 'class').map(({ day }) => day))
  return { ...demo, classes, days: new StoryDays(ctx, term, (day) => lessons.has(day)) }
}

/** Pupils, families, pictures and accounts of one school. */
async function seedPeople(told: Told, demo: DemoSchool, newIdCard: ReturnType<typeof idCardsOfChildren>) {
  const { cells, district, now, inside, password, hasStore, faces = { first: 240, others: 40 } } = told
  const { school, prefix, isFirst, classes, days, random } = demo
  const byPersonId = personOf(demo, '学校管理员')
  await inside((ctx) =>
    seedChanges(ctx, classes, { days, random, newIdCard, byPersonId }, isFirst ? undefined : changesElsewhere),
  )
  const agreed = new Set(await seedFamilies({ cells, district, classes, days, random, now }))
  await openStaffAccounts({ cells, district, random, now, days, password }, { orgId: school.id, prefix })
  if (!hasStore) return
  const life = { cells, district, random, now }
  await seedAvatars(life, school.id)
  const most = isFirst ? faces.first : faces.others
  // Those whom one sees first: the class of the teacher who signs in, then the youngest.
  const shown = [...classes.slice(0, 1), ...classes.slice(1).toReversed()]
  await seedPupilFaces({ ...life, classes: shown, agreed, byPersonId, most })
}

const personOf = ({ logins }: Pick<DemoSchool, 'logins'>, title: string) =>
  logins.find((login) => login.title === title)!.place!.personId

/** Calendars, files, a transfer and who came in, of all these schools and the bureau. */
async function seedOffice(ctx: Ctx, { logins, bureau }: Told, lived: readonly DemoSchool[]) {
  const bureauStaff = await workersOf(ctx, bureau.id)
  const chief = bureauStaff.find(({ userId }) => userId === userOf(logins, '区管理员'))
  const [first, second] = lived
  const days = first?.days
  if (!chief || !days) return
  for (const demo of lived) {
    const workers = await workersOf(ctx, demo.school.id)
    const admin = workers.find(({ userId }) => userId === userOf(demo.logins, '学校管理员'))!
    await seedCalendar(ctx, demo.school.id, demo.days.today)
    if (demo.isFirst) {
      await seedImports(ctx, admin, demo.school.name)
      await seedExports(ctx, admin, { decider: chief, days })
    }
    const signedIn = workers.slice(0, demo.isFirst ? 30 : 8)
    const ofLogins = workers.filter(({ userId }) => demo.logins.some(({ place }) => place?.userId === userId))
    for (const worker of new Set([...ofLogins, ...signedIn]))
      await seedSignIns(ctx, signInsOf(worker, { random: demo.random, days: demo.days }))
  }
  await seedSignIns(
    ctx,
    bureauStaff.flatMap((worker) => signInsOf(worker, { random: first.random, days })),
  )
  // The second school would like to have a pupil of the first.
  const to = second?.classes.find(({ stage }) => stage === first.classes[0]!.stage)
  const from = to && first.classes.find(({ stage, startYear }) => stage === to.stage && startYear === to.startYear)
  const by = second?.logins.find(({ title }) => title === '学校管理员')?.place
  if (from && to && by) await seedAskedTransfer({ ...ctx, now: days.at(1, 9) }, { from, to, day: days.today, by })
}

const userOf = (logins: readonly Login[], title: string) => logins.find((login) => login.title === title)?.place?.userId

/** Those of an organisation who have an account. */
const workersOf = async (ctx: Ctx, orgId: string): Promise<Worker[]> =>
  (await colleaguesOf(ctx, orgId)).flatMap(({ userId, personId, accountId }) =>
    accountId ? [{ userId, personId, accountId, orgId }] : [],
  )
