import { getMonday, Refusal } from '#packages/core'
import { solve, type Constraint, type Variable } from '#packages/solver'
import type { Proposal } from '../contract.ts'
import {
  indexTeacher,
  judgeCandidate,
  mayCover,
  overlap,
  type CandidateFacts,
  type CoverRules,
  type CoverTeacher,
  type OpenLesson,
} from './candidate-facts.ts'
import { describeFacts, describeNobody, formatDay, nameOpenLesson } from './candidate-words.ts'

/** Everything that a proposal depends on. */
export interface CoverQuestion {
  today: string
  lessons: readonly OpenLesson[]
  teachers: readonly CoverTeacher[]
  rules: CoverRules
}

/** Somebody who may give a lesson. */
interface Option {
  id: string
  lesson: OpenLesson
  teacher: CoverTeacher
  facts: CandidateFacts
}

/** What a broken wish costs. A lesson without a teacher is worse than all of them together. */
const penalties = { nobody: 10_000, subject: 60, secondOfDay: 40, longDay: 30, class: 20, inARow: 15 }
/** What decides between teachers for whom the same wishes are broken. */
const costs = { cover: 5, pending: 8, otherGrade: 3 }
/** So many covers more than the others had cost as much as it gets: less than another subject. */
const coversCounted = 10
/** More lessons one after the other are a broken wish. */
const inARowMost = 4
/** Far more than it needs on a machine that has time. */
const seconds = 10

/** A colleague for each lesson, so that nobody is busy, away or over a limit, with as few broken wishes as possible. */
export async function proposeFrom(question: CoverQuestion): Promise<Proposal> {
  const options = listOptions(question)
  const within = options.filter(({ facts }) => facts.weekCovers < question.rules.weekMost)
  const coverCost = getCoverCost(within)
  const open = listBestOptions(within, question, coverCost)
  const wishes = listWishes(open, question.rules, coverCost)
  const { values, relaxed } = await solve(
    {
      variables: listVariables(open, coverCost),
      constraints: [...listRules(open, question.rules), ...wishes.map(({ constraint }) => constraint)],
    },
    { seconds },
  )
  if (!values) throw new Refusal('推荐用时过长，请减少课程后再试')
  const chosen = open.filter(({ id }) => values.get(id) === 1)
  const broken = new Set(relaxed.map(({ name }) => name))
  const described = wishes.flatMap(({ constraint, describe }) => (broken.has(constraint.name) ? describe(chosen) : []))
  return describeProposal(question, options, chosen, described)
}

function listOptions({ lessons, teachers, rules }: CoverQuestion): Option[] {
  const indexed = teachers.map(indexTeacher)
  return lessons.flatMap((lesson, at) =>
    indexed.flatMap((one, number): Option[] => {
      if (!mayCover(one.teacher, lesson)) return []
      const facts = judgeCandidate(one, lesson, rules)
      const { teacher } = one
      return facts.isFree && facts.isAllowed ? [{ id: `${at} ${number}`, lesson, teacher, facts }] : []
    }),
  )
}

/**
 * For each lesson as many teachers as there are lessons, the best first. More would change nothing: if somebody else gave
 * the lesson, one of these would give none and be better.
 */
function listBestOptions(
  options: readonly Option[],
  { lessons, rules }: CoverQuestion,
  coverCost: CoverCost,
): Option[] {
  const rated = options.map((option) => ({ option, cost: getCost(option, rules, coverCost) }))
  return [...Map.groupBy(rated, ({ option }) => option.lesson).values()].flatMap((some) =>
    some
      .toSorted((a, b) => a.cost - b.cost)
      .slice(0, lessons.length)
      .map(({ option }) => option),
  )
}

/** What it costs that somebody gives a lesson and no other. */
function getCost({ facts }: Option, { dayMost }: CoverRules, coverCost: CoverCost): number {
  const { isSameSubject, knowsClass, inARow, dayCovers, dayLessons } = facts
  return (
    getOwnCost(facts, coverCost) +
    (isSameSubject ? 0 : penalties.subject) +
    (knowsClass ? 0 : penalties.class) +
    (inARow > inARowMost ? penalties.inARow : 0) +
    (dayCovers > 0 ? penalties.secondOfDay : 0) +
    (dayLessons >= dayMost ? penalties.longDay : 0)
  )
}

interface CoverCost {
  least: number
  /** What each cover costs more than the one before: so the sum of squares gets small, and with it the spread. */
  step: number
}

function getCoverCost(options: readonly Option[]): CoverCost {
  const covers = options.map(({ facts }) => facts.termCovers)
  const least = Math.min(...covers)
  return { least, step: costs.cover * Math.min(1, coversCounted / (Math.max(...covers) - least)) }
}

/** The part of the cost that is no wish. */
const getOwnCost = ({ termCovers, weekPending, isSameGrade }: CandidateFacts, { least, step }: CoverCost) =>
  step * (termCovers - least) + costs.pending * Math.min(weekPending, 3) + (isSameGrade ? 0 : costs.otherGrade)

const listVariables = (options: readonly Option[], coverCost: CoverCost): Variable[] => [
  ...options.map(({ id, facts }): Variable => ({ id, kind: 'binary', cost: getOwnCost(facts, coverCost) })),
  ...new Set(options.map(({ teacher }) => teacher))
    .values()
    .map((teacher): Variable => ({ id: countId(teacher), kind: 'continuous' })),
]

const sumOf = (options: readonly Option[]) => options.map(({ id }) => [id, 1] as const)

/** Each lesson has one teacher, who is in one place at a time and covers no more in a week than she may. */
function* listRules(options: readonly Option[], { weekMost }: CoverRules): Generator<Constraint> {
  for (const [lesson, some] of Map.groupBy(options, (one) => one.lesson))
    yield { name: `teacher of ${lesson.id}`, terms: sumOf(some), least: 1, most: 1, penalty: penalties.nobody }
  for (const [teacher, some] of Map.groupBy(options, (one) => one.teacher)) {
    yield { name: countId(teacher), terms: [...sumOf(some), [countId(teacher), -1]], least: 0, most: 0 }
    for (const { lesson } of some) {
      // Of lessons that overlap, one begins while all others are held.
      const atOnce = some.filter((other) => overlap(other.lesson, lesson) && other.lesson.startsAt <= lesson.startsAt)
      if (atOnce.length > 1) yield { name: `${teacher.userId} at ${lesson.id}`, terms: sumOf(atOnce), most: 1 }
    }
    for (const [monday, week] of Map.groupBy(some, ({ lesson }) => getMonday(lesson.day))) {
      const left = weekMost - week[0]!.facts.weekCovers
      if (week.length > left) yield { name: `${teacher.userId} in ${monday}`, terms: sumOf(week), most: left }
    }
  }
}

interface Broken {
  /** The lessons at which it is said. */
  lessonIds: string[]
  /** 周梅不任教本班 */
  note: string
  /** With the day and the lesson: read without the list of lessons. */
  line: string
}

interface Wish {
  constraint: Constraint & { penalty: number }
  /** What the choice breaks. */
  describe: (chosen: readonly Option[]) => Broken[]
}

function wishesOfLesson(lesson: OpenLesson, options: readonly Option[]): Wish[] {
  const avoid = (
    name: string,
    penalty: number,
    isAvoided: (facts: CandidateFacts) => boolean,
    describe: (facts: CandidateFacts) => string,
  ): Wish => {
    const avoided = options.filter(({ facts }) => isAvoided(facts))
    return {
      constraint: { name: `${name} of ${lesson.id}`, terms: sumOf(avoided), most: 0, penalty },
      describe: (chosen) =>
        chosen
          .filter((option) => option.lesson === lesson)
          .map(({ teacher, facts }) => {
            const note = `${teacher.name}${describe(facts)}`
            return { lessonIds: [lesson.id], note, line: `${nameOpenLesson(lesson)}：${note}` }
          }),
    }
  }
  return [
    avoid(
      'subject',
      penalties.subject,
      ({ isSameSubject }) => !isSameSubject,
      () => '不是同科教师',
    ),
    avoid(
      'class',
      penalties.class,
      ({ knowsClass }) => !knowsClass && lesson.classId !== null,
      () => '不任教本班',
    ),
    avoid(
      'lessons in a row',
      penalties.inARow,
      ({ inARow }) => inARow > inARowMost,
      ({ inARow }) => `将连上${inARow}节`,
    ),
  ]
}

function wishesOfDay(teacher: CoverTeacher, options: readonly Option[], dayMost: number): Wish[] {
  const { lesson, facts } = options[0]!
  const { day } = lesson
  const atMost = (name: string, penalty: number, most: number, describe: (given: number) => string): Wish => ({
    constraint: {
      name: `${name} of ${teacher.userId} on ${day}`,
      terms: sumOf(options),
      most: Math.max(0, most),
      penalty,
    },
    describe: (chosen) => {
      const given = chosen.filter((option) => option.teacher === teacher && option.lesson.day === day)
      const words = describe(given.length)
      const lessonIds = given.map((option) => option.lesson.id)
      return [{ lessonIds, note: `${teacher.name}当天${words}`, line: `${teacher.name}${formatDay(day)}${words}` }]
    },
  })
  const { dayCovers, dayLessons } = facts
  return [
    atMost('covers', penalties.secondOfDay, 1 - dayCovers, (given) => `将代${dayCovers + given}节`),
    atMost('lessons', penalties.longDay, dayMost - dayLessons, (given) => `将达${dayLessons + given}节`),
  ]
}

const countId = ({ userId }: CoverTeacher) => `covers of ${userId}`

/** Each further cover for one teacher costs more. The figures of fairness say what came of it. */
const wishesOfFairness = (teacher: CoverTeacher, options: readonly Option[], step: number): Wish[] =>
  Array.from({ length: Math.min(options.length, coversCounted) - 1 }, (_, at) => ({
    constraint: {
      name: `more than ${at + 1} covers of ${teacher.userId}`,
      terms: [[countId(teacher), 1]],
      most: at + 1,
      penalty: step,
    },
    describe: () => [],
  }))

function listWishes(options: readonly Option[], { dayMost }: CoverRules, { step }: CoverCost): Wish[] {
  const ofLessons = Map.groupBy(options, ({ lesson }) => lesson)
  const ofTeachers = Map.groupBy(options, ({ teacher }) => teacher)
  return [
    ...[...ofLessons].flatMap(([lesson, some]) => wishesOfLesson(lesson, some)),
    ...[...ofTeachers].flatMap(([teacher, some]) => [
      ...[...Map.groupBy(some, ({ lesson }) => lesson.day).values()].flatMap((ofDay) =>
        wishesOfDay(teacher, ofDay, dayMost),
      ),
      ...wishesOfFairness(teacher, some, step),
    ]),
  ].filter(({ constraint }) => constraint.terms.length > 0)
}

function describeProposal(
  { lessons, rules, today }: CoverQuestion,
  options: readonly Option[],
  chosen: readonly Option[],
  broken: readonly Broken[],
): Proposal {
  const weekOf = ({ teacher, lesson }: Option) => `${teacher.userId} ${getMonday(lesson.day)}`
  const given = Map.groupBy(chosen, weekOf)
  const isFull = (option: Option) =>
    option.facts.weekCovers + (given.get(weekOf(option))?.length ?? 0) >= rules.weekMost
  const termCovers = [...Map.groupBy(chosen, ({ teacher }) => teacher).values()].map(
    (some) => some[0]!.facts.termCovers + some.length,
  )
  return {
    lessons: lessons.map((lesson) => {
      const option = chosen.find((one) => one.lesson === lesson)
      const free = options.filter((one) => one.lesson === lesson)
      const notes = broken.filter(({ lessonIds }) => lessonIds.includes(lesson.id)).map((one) => one.note)
      return {
        lessonId: lesson.id,
        userId: option?.teacher.userId ?? null,
        name: option?.teacher.name ?? '',
        facts: option ? describeFacts(option.facts, lesson, today) : [],
        note: option ? notes.join('；') : describeNobody(free.length, free.filter(isFull).length, lesson, today),
      }
    }),
    broken: broken.map(({ line }) => line),
    fairness: {
      least: termCovers.length > 0 ? Math.min(...termCovers) : 0,
      most: Math.max(0, ...termCovers),
      teachers: termCovers.length,
    },
  }
}
