import type { ModelGroup, TimetableModel } from '../model.ts'
import { checkCapacity } from './check-capacity.ts'
import { isFixed } from './assign-fixed-rooms.ts'
import { checkFixedLessons } from './check-fixed-lessons.ts'
import { cellOf, createGrid, dailyMostOf, keyOf, rulesOf } from './grid.ts'
import { countDoubles, countPairs, listFixedCells, listUnits, sumHours, type Lesson } from './list-lessons.ts'
import { nameCell, nameClass, nameGroup, type Problem } from './problem-words.ts'

/**
 * Contradictions that can be seen before the search, in words that say who or what is affected. A search would only end
 * with its time and name the lesson where it happened to fail.
 */
export function checkFeasibility(model: TimetableModel): Problem[] {
  const grid = createGrid(model)
  const units = listUnits(model)
  const fixed = units.flat().filter(isFixed)
  const lessonsOf = Map.groupBy(units.flat(), ({ group }) => group.id)
  const problems = [
    ...[...model.groups.values()].flatMap((group) => [...checkGroup(model, group, lessonsOf.get(group.id) ?? [])]),
    ...checkPairs(model),
    ...checkFixedLessons(model, grid, fixed),
    ...checkCapacity(model, grid, units),
  ]
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()]
}

/** Planned as a double lesson, or beside a locked one. */
const isDouble = ({ duration, beside }: Lesson) => duration > 1 || beside !== null

/** What a group and the rules about its subject say. */
function* checkGroup(model: TimetableModel, group: ModelGroup, lessons: readonly Lesson[]): Generator<Problem> {
  const { weekHours, subjectId } = group
  if (weekHours <= 0) return
  const words = `${nameGroup(group)}每周${weekHours}节`
  if (group.teacherIds.length === 0) yield { code: 'no-teacher', message: `${words}，还没有任课教师` }
  const locked = sumHours(
    model.slots.filter((slot) => slot.groupId === group.id && slot.isLocked && cellOf(slot) !== null),
  )
  if (locked > weekHours) yield { code: 'locked-more-than-hours', message: `${words}，已锁定${locked}节` }
  const fixed = listFixedCells(model, group)
  const covered = new Set(lessons.flatMap(({ cell }) => (cell ? keyOf(cell) : [])))
  if (fixed.length > Math.ceil(weekHours))
    yield { code: 'fixed-more-than-hours', message: `${words}，规则却固定了${fixed.length}个时间` }
  else
    for (const cell of fixed)
      if (!covered.has(keyOf(cell)))
        yield { code: 'fixed-more-than-hours', message: `${words}，已锁定在别处，固定的${nameCell(model, cell)}排不上` }
  const doubles = countDoubles(model, group)
  if (doubles * 2 > weekHours) yield { code: 'too-many-doubles', message: `${words}，排不出${doubles}次连堂` }
  else if (
    countPairs(
      model,
      lessons.flatMap(({ locked: slot }) => slot ?? []),
    ) +
      lessons.filter(isDouble).length <
    doubles
  )
    yield { code: 'too-many-doubles', message: `${words}，锁定的课以外排不出${doubles}次连堂` }
  if (doubles > 0 && (dailyMostOf(model, 'subject', subjectId) ?? 2) < 2)
    yield { code: 'double-over-daily', message: `${nameGroup(group)}要排连堂，却限定每天最多1节` }
}

function* checkPairs(model: TimetableModel): Generator<Problem> {
  const ofClass = Map.groupBy(
    [...model.groups.values()].filter(({ classId }) => classId !== null),
    ({ classId }) => classId!,
  )
  for (const { subjectIds } of rulesOf(model, 'two-week-pair'))
    for (const [classId, groups] of ofClass) {
      const [one, other] = subjectIds.map((id) => groups.find(({ subjectId }) => subjectId === id))
      if (!one || !other || one.weekHours === other.weekHours) continue
      const hours = ({ subjectName, weekHours }: ModelGroup) => `${subjectName}每周${weekHours}节`
      const message = `${nameClass(model, classId)}${hours(one)}、${hours(other)}，课时不同，不能单双周轮换`
      yield { code: 'pair-hours', message }
    }
}
