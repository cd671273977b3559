import { addDays, dayOf, newId, type Ctx } from '#packages/core'
import { seedLessonChanges, toSpan } from '#engines/timetable/server/api.ts'
import type { CoverSource } from '../contract.ts'
import { addCredits, correctCredit, getMonthStatistics, listMonthCredits, settleMonth } from './credits.ts'
import { insertSeedRows, type SeedLesson } from './seed-queries.ts'
import { SeedSchool, type SeedCover } from './seed-school.ts'

const sources: readonly (readonly [CoverSource, string])[] = [
  ['sick', '感冒发热'],
  ['official', '参加区教研活动'],
  ['private', '家中有事'],
  ['research', '外出听课'],
  ['official', '外出培训'],
]
/** As many lessons of the past weeks as are covered, and of one teacher at most: a longer leave has another teacher. */
const pastLessons = 80
const lessonsPerTeacher = 10
const aheadLessons = 8
/** Of the first day with lessons to come: what the office still has to arrange. */
const openLessons = 3

interface Demo {
  org: { id: string; path: string }
  /** The demo teacher who is asked on the phone. */
  teacherId: string | undefined
}

/**
 * The covers of a school's term: done ones with their credits, a chain, an exchange, one that was entered afterwards, a
 * settled month with a correction, and what waits for somebody today. The caller arranges the lessons. Returns the legs.
 */
export async function seedCovers(ctx: Ctx, { org, teacherId }: Demo): Promise<number> {
  const school = await SeedSchool.load(ctx, org.id, { daysBack: 75, daysAhead: 7 })
  if (!school || school.lessons.length < 100) return 0
  coverPast(school)
  exchangeAndCancel(school, teacherId)
  coverAhead(school, teacherId)
  await insertSeedRows(ctx.db, org.id, school)
  await seedLessonChanges(ctx, org.id, [...school.changes.values()])
  await addCredits(ctx, org.id, school.credits)
  await settleMonths(ctx, org)
  return school.legs.length
}

/** Lessons of somebody who is away; where there is no leave, some of the others. */
function chooseLessons(school: SeedSchool, lessons: readonly SeedLesson[], count: number): SeedLesson[] {
  const perTeacher = new Map<string, number>()
  const missed = lessons.filter((lesson) => {
    const teacher = school.teacherOf(lesson)
    const before = perTeacher.get(teacher) ?? 0
    if (before >= lessonsPerTeacher || !school.isAway(teacher, toSpan(lesson))) return false
    perTeacher.set(teacher, before + 1)
    return true
  })
  const others = lessons.filter((lesson) => !missed.includes(lesson))
  const lacking = Math.max(0, count - missed.length)
  const stride = Math.max(1, Math.floor(others.length / Math.max(1, lacking)))
  return [...missed, ...others.filter((_, at) => at % stride === 0).slice(0, lacking)]
    .slice(0, count)
    .toSorted((one, other) => (`${one.day} ${one.begins}` < `${other.day} ${other.begins}` ? -1 : 1))
}

/** Mostly given by a colleague; some were supervised, refused, cancelled, or not arranged in time. */
function coverPast(school: SeedSchool) {
  const past = school.lessons.filter((lesson) => school.isOver(lesson))
  for (const [at, lesson] of chooseLessons(school, past, pastLessons).entries()) {
    const found = school.findSubstitute(lesson)
    if (!found) continue
    const [source, reason] = sources[at % sources.length]!
    const common = { lesson, kind: 'substitute', source, reason, toId: found.id } as const
    if (at % 29 === 3) school.add({ ...common, status: 'declined', note: '当天已有安排' })
    else if (at % 29 === 11) school.add({ ...common, status: 'cancelled', note: '教师已回校' })
    else if (at % 29 === 19) school.add({ ...common, status: 'lapsed' })
    else if (at % 29 === 23) addChain(school, common, found.isSame)
    else if (at % 29 === 7)
      school.add(
        { ...common, status: 'done', source: 'office', isBackfilled: true, reason: '当天口头安排，课后补登' },
        found.isSame,
      )
    else if (at % 6 === 5) school.add({ ...common, kind: 'supervise', status: 'done' })
    else school.add({ ...common, status: 'done', askMode: at % 4 === 0 ? 'office' : 'one' }, found.isSame)
  }
}

/** Whoever said yes could not give the lesson either. */
function addChain(school: SeedSchool, cover: Omit<SeedCover, 'status'>, isSame: boolean) {
  const { toId, lesson } = cover
  const second = school.findSubstitute(lesson, [toId!])
  if (!second) return void school.add({ ...cover, status: 'done' }, isSame)
  const after = school.add({ ...cover, status: 'superseded' }, isSame)
  school.add({ ...cover, toId: second.id, status: 'done', source: 'sick', reason: '突发不适', after }, second.isSame)
}

/** As soon as possible, and in a class of the demo teacher: the demo has a pupil and a parent there. */
function exchangeAndCancel(school: SeedSchool, teacherId: string | undefined) {
  const own = new Set(
    school.lessons.filter((lesson) => school.teacherOf(lesson) === teacherId).map((one) => one.classId),
  )
  const rank = ({ classId }: SeedLesson) => (own.has(classId) ? 0 : 1)
  const ahead = school.lessons
    .filter((lesson) => !school.hasBegun(lesson) && !school.isTaken(lesson))
    .toSorted((a, b) => (a.day === b.day ? rank(a) - rank(b) : a.day < b.day ? -1 : 1))
  const byClass = Map.groupBy(
    ahead.filter(({ classId, roomId }) => classId !== null && roomId === null),
    ({ day, classId }) => `${day} ${classId}`,
  )
  const pairs = [...byClass.values()].flatMap((some) =>
    some.flatMap((one, at) => some.slice(at + 1).map((other) => [one, other] as const)),
  )
  const pair = pairs.find(([one, other]) => canExchange(school, one, other))
  if (pair) exchange(school, ...pair)
  const lesson = ahead.find((one) => !school.isTaken(one))
  const reason = '年级集体活动'
  if (lesson)
    school.add({ lesson, kind: 'cancel', status: 'effective', source: 'office', askMode: 'office', toId: null, reason })
}

function canExchange(school: SeedSchool, one: SeedLesson, other: SeedLesson) {
  const [mine, theirs] = [school.teacherOf(one), school.teacherOf(other)]
  return (
    mine !== theirs &&
    !school.isAway(mine, toSpan(one)) &&
    !school.isAway(theirs, toSpan(other)) &&
    school.isFree(mine, toSpan(other)) &&
    school.isFree(theirs, toSpan(one))
  )
}

function exchange(school: SeedSchool, one: SeedLesson, other: SeedLesson) {
  const common = {
    kind: 'swap',
    status: 'effective',
    source: 'exchange',
    requestId: newId(),
    reason: '上午有校外活动',
  } as const
  const placeOf = ({ day, periodId, begins, ends }: SeedLesson) => ({ day, periodId, begins, ends })
  school.add({ ...common, lesson: one, toId: school.teacherOf(other), to: placeOf(other), with: other.subjectName })
  school.add({ ...common, lesson: other, toId: school.teacherOf(one), to: placeOf(one), with: one.subjectName })
}

/** The next days: some are arranged, one asks the demo teacher, one is for everybody, one waits for its audit. */
function coverAhead(school: SeedSchool, demoTeacherId: string | undefined) {
  const ahead = school.lessons.filter((lesson) => !school.hasBegun(lesson) && !school.isTaken(lesson))
  const asksTeacher = ahead.find(
    (lesson) =>
      demoTeacherId !== undefined &&
      lesson.day > dayOf(school.ctx.now) &&
      school.teacherOf(lesson) !== demoTeacherId &&
      school.isFree(demoTeacherId, toSpan(lesson)),
  )
  if (asksTeacher)
    school.add({
      lesson: asksTeacher,
      kind: 'substitute',
      status: 'asking',
      source: 'official',
      toId: demoTeacherId!,
      reason: '参加区级评课',
    })
  keepOpen(school, ahead)
  const rest = ahead.filter((lesson) => !school.isTaken(lesson))
  for (const [at, lesson] of chooseLessons(school, rest, aheadLessons).entries()) {
    const found = school.findSubstitute(lesson)
    const [source, reason] = sources[at % sources.length]!
    const common = { lesson, kind: 'substitute', source, reason } as const
    if (at === 1) school.add({ ...common, status: 'asking', askMode: 'everybody', toId: null })
    else if (at === 2) school.add({ ...common, status: 'open', askMode: 'office', toId: null })
    else if (found && at === 3) school.add({ ...common, status: 'auditing', toId: found.id }, found.isSame)
    else if (found) school.add({ ...common, status: 'effective', toId: found.id }, found.isSame)
  }
}

/** Lessons of whoever is away, the last of the day first: they are open the longest; otherwise teachers ask the office. */
function keepOpen(school: SeedSchool, ahead: readonly SeedLesson[]) {
  const isMissed = (lesson: SeedLesson) => school.isAway(school.teacherOf(lesson), toSpan(lesson))
  const ofDay = ahead.filter((lesson) => lesson.day === ahead[0]!.day && !school.isTaken(lesson))
  const chosen = ofDay
    .toSorted((one, other) => (one.begins < other.begins ? 1 : -1))
    .toSorted((one, other) => Number(isMissed(other)) - Number(isMissed(one)))
    .slice(0, openLessons)
  for (const [at, lesson] of chosen.entries()) {
    if (isMissed(lesson)) {
      school.leaveOpen(lesson)
      continue
    }
    const [source, reason] = sources[at % sources.length]!
    school.add({ lesson, kind: 'substitute', source, reason, status: 'open', askMode: 'office', toId: null })
  }
}

/** The months that can be settled are, and of the last one a credit was corrected afterwards. */
async function settleMonths(ctx: Ctx, org: Demo['org']) {
  const last = addDays(`${dayOf(ctx.now).slice(0, 7)}-01`, -1)
  const months = [addDays(`${last.slice(0, 7)}-01`, -1), last].map((day) => day.slice(0, 7))
  let paid: { userId: string; month: string } | undefined
  for (const month of months) {
    const { rows, maySettle } = await getMonthStatistics(ctx, org, month)
    if (!maySettle || rows.length === 0) continue
    await settleMonth(ctx, org, month)
    const row = rows.find(({ byKind }) => byKind.same + byKind.other > 0)
    if (row) paid = { userId: row.userId, month }
  }
  const credits = paid ? await listMonthCredits(ctx, paid.userId, paid.month) : []
  const credit = credits.find(({ kind }) => kind !== 'supervise')
  if (credit) await correctCredit(ctx, { creditId: credit.id, hours: 50, reason: '实际为自习看管' })
}
