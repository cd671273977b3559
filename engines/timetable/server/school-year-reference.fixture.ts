/**
 * The lessons of a term as somebody would work them out on paper, from what a test did to a school. Written without the
 * code of the product, and slow: every day is looked at alone.
 */
export interface KnownSlot {
  id: string
  groupId: string
  weekday: number
  periodId: string
  weekRule: 'every' | 'odd' | 'even'
}
export interface KnownGroup {
  /** 七(1)班 is not known here; the name of a free group is. */
  freeName: string | null
  classId: string | null
  subject: string
  closedOn: string | null
  teachers: { userId: string; role: 'lead' | 'cover'; from: string; over: string | null }[]
}
interface KnownPeriod {
  id: string
  begins: string
  ends: string
}
export interface YearFacts {
  startsOn: string
  endsOn: string
  /** Days unlike those of a usual week: the weekday whose lessons take place, or none. */
  days: Map<string, number | null>
  /** In their order. */
  hours: { from: string; periods: KnownPeriod[] }[]
  groups: Map<string, KnownGroup>
  versions: { from: string; slots: KnownSlot[] }[]
  pupils: Map<string, { classes: Stay[]; groups: Stay[] }>
}
export interface Stay {
  id: string
  from: string
  over: string | null
}
export interface ExpectedLesson {
  slotId: string
  /** The day for which it was planned. */
  slotDay: string
  day: string
  begins: string
  ends: string
  groupId: string
  teachers: readonly string[]
  status: 'planned' | 'changed' | 'cancelled'
}

export const isDuring = ({ from, over }: { from: string; over: string | null }, day: string) =>
  from <= day && (over === null || day < over)

const oneDay = 86_400_000
export const nextDay = (day: string) => new Date(Date.parse(day) + oneDay).toISOString().slice(0, 10)
const weekdayOf = (day: string) => new Date(day).getUTCDay() || 7

/** All days of the term with their week, counted one after the other. */
export function walkTerm({ startsOn, endsOn }: YearFacts): { day: string; week: number }[] {
  const days: { day: string; week: number }[] = []
  let week = 1
  for (let day = startsOn; day <= endsOn; day = nextDay(day)) {
    if (day !== startsOn && weekdayOf(day) === 1) week++
    days.push({ day, week })
  }
  return days
}

/** The mistakes that the comparison has to notice. */
export interface Mistakes {
  /** A lesson keeps the position of its period in the day instead of the period. */
  byPosition?: boolean
  /** What changes also changes the past. */
  rewritesPast?: boolean
}

/** The lessons of the term by what is known now. */
export function listExpected(facts: YearFacts, { byPosition = false }: Mistakes = {}): ExpectedLesson[] {
  const expected: ExpectedLesson[] = []
  for (const { day, week } of walkTerm(facts)) {
    const usual = weekdayOf(day)
    const weekday = facts.days.has(day) ? facts.days.get(day) : usual <= 5 ? usual : null
    const version = facts.versions.filter(({ from }) => from <= day).pop()
    const hours = facts.hours.filter(({ from }) => from <= day).pop()!
    for (const slot of version?.slots ?? []) {
      const group = facts.groups.get(slot.groupId)!
      const isTurn = slot.weekRule === 'every' || (slot.weekRule === 'odd' ? week % 2 === 1 : week % 2 === 0)
      if (slot.weekday !== weekday || !isTurn || (group.closedOn !== null && group.closedOn <= day)) continue
      const position = facts.hours[0]!.periods.findIndex(({ id }) => id === slot.periodId)
      const period = byPosition ? hours.periods[position] : hours.periods.find(({ id }) => id === slot.periodId)
      if (!period) continue
      const there = group.teachers.filter((one) => isDuring(one, day))
      const covers = there.filter(({ role }) => role === 'cover')
      const teachers = (covers.length > 0 ? covers : there).map(({ userId }) => userId)
      const { begins, ends } = period
      const times = { slotId: slot.id, slotDay: day, day, begins, ends }
      expected.push({ ...times, groupId: slot.groupId, teachers: [...new Set(teachers)], status: 'planned' })
    }
  }
  return expected
}

const isOver = ({ day, begins }: ExpectedLesson, now: Date) => Date.parse(`${day}T${begins}:00+08:00`) <= now.getTime()
const meets = (a: ExpectedLesson, b: ExpectedLesson) => a.day === b.day && a.begins < b.ends && b.begins < a.ends

/** What stands there after something changed at a moment: the past and what was changed by hand stay. */
export function followChange(
  before: readonly ExpectedLesson[],
  facts: YearFacts,
  now: Date,
  mistakes: Mistakes = {},
): ExpectedLesson[] {
  const byHand = before.filter(({ status }) => status !== 'planned')
  const past = before.filter((lesson) => lesson.status === 'planned' && isOver(lesson, now) && !mistakes.rewritesPast)
  const coming = listExpected(facts, mistakes).flatMap((lesson) => {
    if (isOver(lesson, now) && !mistakes.rewritesPast) return []
    const there = byHand.filter((one) => meets(one, lesson))
    const isTaken = there.some(({ groupId }) => groupId === lesson.groupId)
    if (isTaken || byHand.some((one) => one.slotId === lesson.slotId && one.slotDay === lesson.slotDay)) return []
    const busy = there.filter(({ status }) => status === 'changed').flatMap(({ teachers }) => teachers)
    return { ...lesson, teachers: lesson.teachers.filter((userId) => !busy.includes(userId)) }
  })
  return [...byHand, ...past, ...coming]
}
