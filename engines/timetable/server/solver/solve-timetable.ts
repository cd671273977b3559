import type { FetResult } from '#packages/fet'
import type { TimetableModel } from '../model.ts'
import { checkFeasibility } from './check-feasibility.ts'
import { createProblem, type PlannedActivity } from './create-problem.ts'
import { nameGroup, type Problem } from './problem-words.ts'
import { readPlacements, type SolvedSlot } from './read-placements.ts'
import { searchTimetable } from './search-timetable.ts'
import { verifyTimetable, type Conflict } from './verify-timetable.ts'

export interface SolveOptions {
  seconds: number
  /** Another seed, another draft. */
  seed?: number | undefined
  signal?: AbortSignal | undefined
}

export interface UnplacedLesson {
  groupId: string
  /** In words. */
  reason: string
}

export interface SolvedTimetable {
  /**
   * refused: `problems` says what contradicts itself, and there was no search. timeout and stopped: a part is placed,
   * `unplaced` has the rest. impossible: FET saw a contradiction that we did not.
   */
  status: 'solved' | 'timeout' | 'stopped' | 'refused' | 'impossible'
  problems: Problem[]
  slots: SolvedSlot[]
  /** Slots of the draft that the hours of their groups do not need. */
  leftOver: string[]
  unplaced: UnplacedLesson[]
  /** The lessons between which the search went round in circles, in words, the hardest first. */
  difficult: string[]
  /** Where the result breaks a rule all the same: a mistake in this program, never of the person. */
  conflicts: Conflict[]
  seed: number | null
  seconds: number
}

/** Lessons named as difficult; more of them say less. */
const fewDifficult = 8

/** Checks, searches and checks the result again. Locked lessons stay where they are. */
export async function solveTimetable(model: TimetableModel, options: SolveOptions): Promise<SolvedTimetable> {
  const nothing = { problems: [], slots: [], leftOver: [], unplaced: [], difficult: [], conflicts: [] }
  const problems = checkFeasibility(model)
  if (problems.length > 0) return { ...nothing, status: 'refused', problems, seed: null, seconds: 0 }
  const { problem, activities } = createProblem(model)
  const result = await searchTimetable(problem, options)
  const { status, seed, seconds } = result
  if (status === 'invalid-input') throw new Error(`timetable: FET refused its input: ${result.message}`)
  if (status === 'impossible') return { ...nothing, status, difficult: nameMentioned(model, result), seed, seconds }
  const { slots, leftOver } = readPlacements(model, activities, result.placements)
  const conflicts = verifyTimetable(model, slots, { isComplete: status === 'solved' })
  const difficult = nameDifficult(activities, result)
  const unplaced = listUnplaced(activities, result, difficult)
  return { status, problems, slots, leftOver, unplaced, difficult, conflicts, seed, seconds }
}

function nameDifficult(activities: readonly PlannedActivity[], { difficult }: FetResult): string[] {
  const lessons = new Map(activities.map(({ id, lesson }) => [id, lesson]))
  const names = difficult.map((id) => nameGroup(lessons.get(id)!.group))
  return [...new Set(names)].slice(0, fewDifficult)
}

function listUnplaced(activities: readonly PlannedActivity[], { unplaced }: FetResult, difficult: readonly string[]) {
  const missing = new Set(unplaced)
  return activities.flatMap(({ id, lesson }): UnplacedLesson[] => {
    if (!missing.has(id)) return []
    const own = nameGroup(lesson.group)
    const others = difficult.filter((name) => name !== own).slice(0, 3)
    const reason = others.length > 0 ? `${own}与${others.join('、')}争用时间或场室` : `${own}没有可排的时间`
    return [{ groupId: lesson.group.id, reason }]
  })
}

/** FET names a teacher or a set of pupils by id in its English sentence. */
function nameMentioned(model: TimetableModel, { message }: FetResult): string[] {
  const words = new Set(message.split(/[^\p{L}\p{N}_:+-]+/u))
  return [
    ...[...model.teachers.values()].flatMap(({ id, name }) => (words.has(id) ? name : [])),
    ...[...model.classes.values()].flatMap(({ id, label }) => (words.has(`class-${id}`) ? label : [])),
  ]
}
