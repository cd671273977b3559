import type { ModelPerson, TimetableModel } from '../model.ts'
import { assignFixedRooms, type FixedLesson } from './assign-fixed-rooms.ts'
import { dailyMostOf, keyOf, specialRoomsOf, weeksMeet, type Grid } from './grid.ts'
import type { Lesson } from './list-lessons.ts'
import { nameCell, nameGroup, nameRoom, nameSome, nameTeacher, type Problem } from './problem-words.ts'

/** Lessons whose time is given: two at once, or one where it must not be. */
export function checkFixedLessons(model: TimetableModel, grid: Grid, lessons: readonly FixedLesson[]): Problem[] {
  const cells = [...Map.groupBy(lessons, ({ cell }) => keyOf(cell)).values()]
  return [
    ...cells.flatMap((together) => [...checkPairs(model, together)]),
    ...checkSpecialRooms(model, lessons),
    ...lessons.flatMap((lesson) => [...checkOffTimes(model, grid, lesson)]),
    ...checkDailyLimits(model, lessons),
  ]
}

function* checkPairs(model: TimetableModel, together: readonly FixedLesson[]): Generator<Problem> {
  for (const [at, one] of together.entries())
    for (const other of together.slice(at + 1)) {
      if (!weeksMeet(one, other)) continue
      const both = `${nameGroup(one.group)}和${nameGroup(other.group)}`
      const where = nameCell(model, one.cell)
      const teacher = one.teacherIds.find((id) => other.teacherIds.includes(id))
      if (teacher) yield { code: 'teacher-clash', message: `${nameTeacher(model, teacher)}在${where}同时有${both}` }
      const isOneClass = one.group.classId !== null && one.group.classId === other.group.classId
      if (isOneClass) {
        yield { code: 'class-clash', message: `${one.group.label}在${where}同时有${both}` }
        continue
      }
      const room = roomOf(model, one)
      if (room && room === roomOf(model, other))
        yield { code: 'room-clash', message: `${nameRoom(model, room)}在${where}同时有${both}` }
      const pupils = findCommonPupils(model, one, other)
      if (pupils.length > 0) yield { code: 'pupil-clash', message: `${namePupils(pupils)}在${where}同时有${both}` }
    }
}

const roomOf = (model: TimetableModel, { group, locked }: Lesson) =>
  locked?.roomId ?? (specialRoomsOf(model, group.subjectId).length > 0 ? null : group.roomId)

function findCommonPupils(model: TimetableModel, { group: one }: Lesson, { group: other }: Lesson): ModelPerson[] {
  if (one.classId !== null && other.classId !== null) return []
  const has = (pupil: TimetableModel['pupils'][number], group: Lesson['group']) =>
    group.classId === null ? pupil.groupIds.includes(group.id) : pupil.classId === group.classId
  return model.pupils.filter((pupil) => has(pupil, one) && has(pupil, other))
}

export const namePupils = (pupils: readonly { name: string }[]) =>
  pupils.length > 1 ? `${pupils[0]!.name}等${pupils.length}名学生` : pupils[0]!.name

/** More lessons at one time than there are special rooms for them. */
function* checkSpecialRooms(model: TimetableModel, lessons: readonly FixedLesson[]): Generator<Problem> {
  const { lacking } = assignFixedRooms(model, lessons)
  for (const without of Map.groupBy(lacking, ({ cell, group }) => `${keyOf(cell)} ${group.subjectId}`).values()) {
    const { cell, group } = without[0]!
    const rooms = specialRoomsOf(model, group.subjectId).length
    const names = nameSome(
      without.map((one) => one.group.label),
      '个班',
    )
    const message = `${nameCell(model, cell)}固定的${group.subjectName}太多，专用场室只有${rooms}间，${names}没有场室`
    yield { code: 'rooms-clash', message }
  }
}

function* checkOffTimes(model: TimetableModel, grid: Grid, lesson: FixedLesson): Generator<Problem> {
  const { group, cell, teacherIds } = lesson
  const key = keyOf(cell)
  if (!grid.cells.some((one) => keyOf(one) === key)) return
  const where = `${nameGroup(group)}固定在${nameCell(model, cell)}`
  for (const id of teacherIds)
    if (!grid.ofTeacher(id).has(key))
      yield { code: 'fixed-in-teacher-off', message: `${where}，但${nameTeacher(model, id)}这时不排课` }
  if (!grid.ofGroup(group).has(key))
    yield { code: 'fixed-in-class-off', message: `${where}，但${group.label}这时不排课` }
  if (!grid.ofSubject(group.subjectId).has(key))
    yield { code: 'fixed-in-subject-off', message: `${where}，但${group.subjectName}不能排在这时` }
}

function* checkDailyLimits(model: TimetableModel, lessons: readonly FixedLesson[]): Generator<Problem> {
  const ofTeacher = Map.groupBy(
    lessons.flatMap((lesson) => lesson.teacherIds.map((id) => ({ id, lesson }))),
    ({ id, lesson }) => `${id} ${lesson.cell.weekday}`,
  )
  for (const fixed of ofTeacher.values()) {
    const { id, lesson } = fixed[0]!
    const most = dailyMostOf(model, 'teacher', id)
    const count = new Set(fixed.map((one) => keyOf(one.lesson.cell))).size
    if (most === null || count <= most) continue
    const day = nameCell(model, { weekday: lesson.cell.weekday, periodId: '' })
    const message = `${nameTeacher(model, id)}${day}已固定${count}节，每天最多${most}节`
    yield { code: 'fixed-over-teacher-daily', message }
  }
  for (const fixed of Map.groupBy(lessons, ({ group, cell }) => `${group.id} ${cell.weekday}`).values()) {
    const { group, cell } = fixed[0]!
    const most = dailyMostOf(model, 'subject', group.subjectId)
    const count = new Set(fixed.map((one) => keyOf(one.cell))).size
    if (most === null || count <= most) continue
    const day = nameCell(model, { weekday: cell.weekday, periodId: '' })
    yield { code: 'fixed-over-subject-daily', message: `${nameGroup(group)}${day}已固定${count}节，每天最多${most}节` }
  }
}
