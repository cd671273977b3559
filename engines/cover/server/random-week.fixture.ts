import type { CoverTeacher, OpenLesson } from './candidate-facts.ts'
import type { CoverQuestion } from './propose-covers.ts'
import type { Proposal } from '../contract.ts'

/** The same numbers in every run. */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const upTo = (most: number) => Math.floor(next() * (most + 1))
  return { next, upTo, pick: <T>(list: readonly T[]): T => list[upTo(list.length - 1)]! }
}
type Random = ReturnType<typeof createRandom>

const times = [
  ['08:00', '08:40'],
  ['08:50', '09:30'],
  ['10:00', '10:40'],
  ['10:50', '11:30'],
  ['14:00', '14:40'],
  ['14:50', '15:30'],
  ['15:45', '16:25'],
] as const
export const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
const toSpan = (day: string, begins: string, ends: string) => ({
  startsAt: new Date(`${day}T${begins}:00+08:00`),
  endsAt: new Date(`${day}T${ends}:00+08:00`),
})

/** Hours a week, and how many classes a teacher has. */
const subjects = [
  ['语文', 6, 2],
  ['数学', 6, 2],
  ['英语', 5, 2],
  ['物理', 3, 4],
  ['历史', 2, 5],
  ['地理', 2, 5],
  ['体育', 3, 4],
  ['音乐', 2, 6],
  ['美术', 2, 6],
] as const

interface WeekFacts {
  classes: number
  /** Lessons without a teacher at most. */
  open: number
  /** Teachers of each subject beyond those who are needed. */
  spare?: number
}

interface Lesson extends OpenLesson {
  userId: string
}

/** A school in a week in which some teachers are away. Without a database; the same for the same seed. */
export function createRandomWeek(seed: number, { classes, open, spare = 0 }: WeekFacts): CoverQuestion {
  const random = createRandom(seed)
  const rows = Array.from({ length: classes }, (_, at) => ({
    id: `c${at}`,
    gradeId: `g${at % 3}`,
    name: `${'七八九'[at % 3]}(${Math.floor(at / 3) + 1})班`,
  }))
  const assigned = subjects.flatMap(([subject, hours, load]) =>
    rows.map(({ id, gradeId, name }, at) => {
      const userId = `${subject}${Math.floor(at / load)}`
      return { subject, hours, classId: id, gradeId, name: `${name}${subject}课`, userId }
    }),
  )
  const lessons = placeLessons(assigned, random)
  const spares = subjects.flatMap(([subject]) =>
    Array.from({ length: spare }, (_, at) => ({ subject, userId: `${subject}机动${at}` })),
  )
  const ids = [...new Set([...assigned, ...spares].map(({ userId }) => userId))]
  const away = new Map<string, { startsAt: Date; endsAt: Date }>()
  const lost: Lesson[] = []
  for (let tries = 0; lost.length < open && tries < ids.length * 3; tries++) {
    const userId = random.pick(ids)
    if (away.has(userId)) continue
    away.set(userId, someDays(random))
    const missed = lessons.filter((one) => one.userId === userId && overlaps(one, away.get(userId)!))
    lost.push(...missed.slice(0, open - lost.length))
  }
  const teachers = ids.map((userId): CoverTeacher => {
    const own = assigned.filter((one) => one.userId === userId)
    const subject = own[0]?.subject ?? spares.find((one) => one.userId === userId)!.subject
    return {
      userId,
      personId: `person ${userId}`,
      name: userId,
      from: '2020-08-01',
      over: random.next() < 0.03 ? random.pick(days) : null,
      subjectIds: new Set([subject]),
      classIds: new Set(own.map(({ classId }) => classId)),
      gradeIds: new Set(own.map(({ gradeId }) => gradeId)),
      duties: [
        ...lessons.filter((one) => one.userId === userId).map((lesson) => ({ ...lesson, isLesson: true })),
        ...otherDuties(random),
      ],
      away: away.has(userId) ? [away.get(userId)!] : [],
      covers: [
        { termId: 't', day: '2026-10-12', count: random.upTo(6) },
        ...(random.next() < 0.3 ? [{ termId: 't', day: random.pick(days), count: 1 + random.upTo(1) }] : []),
      ],
      pending: random.next() < 0.1 ? [{ lessonId: 'elsewhere', day: random.pick(days) }] : [],
    }
  })
  return {
    today: days[0]!,
    lessons: lost,
    teachers,
    rules: {
      weekMost: 1 + random.upTo(2),
      dayMost: 4 + random.upTo(2),
      askWhom: random.pick([undefined, undefined, 'school', 'grade', 'subject'] as const),
    },
  }
}

/** Every class has one lesson at a time, and so has every teacher; what finds no place is left out. */
function placeLessons(
  assigned: readonly {
    subject: string
    hours: number
    classId: string
    gradeId: string
    name: string
    userId: string
  }[],
  random: Random,
): Lesson[] {
  const taken = new Set<string>()
  const cells = days.flatMap((day) => times.map((time) => ({ day, time })))
  return assigned.flatMap(({ subject, hours, classId, gradeId, name, userId }) =>
    Array.from({ length: hours }, (_, number) => number).flatMap((number): Lesson[] => {
      const first = random.upTo(cells.length - 1)
      const cell = [...cells.slice(first), ...cells.slice(0, first)].find(
        ({ day, time }) => !taken.has(`${classId} ${day} ${time[0]}`) && !taken.has(`${userId} ${day} ${time[0]}`),
      )
      if (!cell) return []
      taken.add(`${classId} ${cell.day} ${cell.time[0]}`).add(`${userId} ${cell.day} ${cell.time[0]}`)
      const personIds = [`person ${userId}`]
      const facts = { termId: 't', day: cell.day, name, classId, gradeId, subjectId: subject, personIds, userId }
      return [{ id: `${classId} ${subject} ${number}`, ...facts, ...toSpan(cell.day, cell.time[0], cell.time[1]) }]
    }),
  )
}

/** One to three days, now and then only a morning. */
function someDays(random: Random) {
  const first = random.upTo(days.length - 1)
  const last = Math.min(days.length - 1, first + random.upTo(2))
  const isMorning = random.next() < 0.2
  return {
    startsAt: new Date(`${days[first]!}T00:00:00+08:00`),
    endsAt: new Date(isMorning ? `${days[first]!}T12:00:00+08:00` : `${days[last]!}T24:00:00+08:00`),
  }
}

/** An invigilation at times that are not those of lessons. */
const otherDuties = (random: Random) =>
  random.next() < 0.2 ? [{ ...toSpan(random.pick(days), '08:30', '10:30'), isLesson: false }] : []

interface Span {
  startsAt: Date
  endsAt: Date
}
const overlaps = (one: Span, other: Span) => one.startsAt < other.endsAt && one.endsAt > other.startsAt

/** What is wrong with a proposal, from the question alone: nothing here asks the code that made it. */
export function listMistakes(
  { lessons, teachers, rules }: CoverQuestion,
  { lessons: proposed, broken }: Proposal,
): string[] {
  const teacherOf = new Map(teachers.map((one) => [one.userId, one]))
  const given = lessons.map((lesson, at) => ({ lesson, userId: proposed[at]!.userId, note: proposed[at]!.note }))
  const coversInWeek = ({ userId, covers }: CoverTeacher) =>
    covers.filter(({ day }) => days.includes(day)).reduce((sum, { count }) => sum + count, 0) +
    given.filter((one) => one.userId === userId).length
  const cannot = (teacher: CoverTeacher, lesson: OpenLesson): string[] => {
    const isSameSubject = teacher.subjectIds.has(lesson.subjectId)
    const isAllowed = {
      subject: isSameSubject,
      grade: isSameSubject || teacher.gradeIds.has(lesson.gradeId),
      school: true,
    }
    return [
      ...(lesson.personIds.includes(teacher.personId) ? ['gives it herself'] : []),
      ...(teacher.over !== null && teacher.over <= lesson.day ? ['has left'] : []),
      ...(teacher.duties.some((duty) => overlaps(duty, lesson)) ? ['is busy'] : []),
      ...(teacher.away.some((one) => overlaps(one, lesson)) ? ['is away'] : []),
      ...(isAllowed[rules.askWhom ?? 'school'] ? [] : ['may not be asked']),
      ...(given.some((one) => one.userId === teacher.userId && one.lesson !== lesson && overlaps(one.lesson, lesson))
        ? ['covers another lesson then']
        : []),
    ]
  }
  const unsaid = (teacher: CoverTeacher, lesson: OpenLesson, note: string) => {
    const ofDay = given.filter((one) => one.userId === teacher.userId && one.lesson.day === lesson.day).length
    const dayLessons = teacher.duties.filter((one) => one.isLesson && overlaps(one, wholeDay(lesson.day))).length
    const wishes: [isBroken: boolean, words: string][] = [
      [!teacher.subjectIds.has(lesson.subjectId), '不是同科教师'],
      [!teacher.classIds.has(lesson.classId!), '不任教本班'],
      [dayLessons + ofDay > rules.dayMost, `当天将达${dayLessons + ofDay}节`],
    ]
    return wishes.filter(([isBroken, words]) => isBroken !== note.includes(words)).map(([, words]) => words)
  }
  const mistakes = given.flatMap(({ lesson, userId, note }) => {
    const where = `${lesson.day} ${lesson.id}`
    if (userId === null) {
      const left = teachers.filter((one) => cannot(one, lesson).length === 0 && coversInWeek(one) < rules.weekMost)
      return left.map(({ name }) => `${where}: nobody, and ${name} could`)
    }
    const teacher = teacherOf.get(userId)!
    return [
      ...cannot(teacher, lesson).map((reason) => `${where}: ${teacher.name} ${reason}`),
      ...unsaid(teacher, lesson, note).map((words) => `${where}: ${words} in “${note}”`),
      ...(note === '' || note.split('；').some((words) => broken.some((line) => line.includes(words.slice(-4))))
        ? []
        : [`${where}: “${note}” is not among the broken wishes`]),
    ]
  })
  const over = teachers.filter(
    (one) => given.some(({ userId }) => userId === one.userId) && coversInWeek(one) > rules.weekMost,
  )
  return [...mistakes, ...over.map((one) => `${one.name} covers ${coversInWeek(one)} lessons in the week`)]
}

const wholeDay = (day: string): Span => ({
  startsAt: new Date(`${day}T00:00:00+08:00`),
  endsAt: new Date(`${day}T24:00:00+08:00`),
})
