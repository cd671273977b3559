import type { TimetableModel } from '../model.ts'
import { namePupils } from './check-fixed-lessons.ts'
import { dailyMostOf, keyOf, specialRoomsOf, type Grid } from './grid.ts'
import type { Lesson, Unit } from './list-lessons.ts'
import { listPupilSets } from './list-pupil-sets.ts'
import { nameClass, nameGroup, nameSome, nameTeacher, type Problem } from './problem-words.ts'

/** More lessons than there is room for: of a teacher, a class, a pupil, a group, a kind of room. */
export function checkCapacity(model: TimetableModel, grid: Grid, units: readonly Unit[]): Problem[] {
  return [
    ...checkTeachers(model, grid, units),
    ...checkClasses(model, grid, units),
    ...checkPupils(model, grid, units),
    ...checkGroups(model, grid, units),
    ...checkRooms(model, grid, units),
  ]
}

/** How many cells of the week they take. Lessons that take turns in one cell take one. */
function countCells(units: readonly Unit[], grid: Grid): number {
  const cells = new Set(grid.cells.map(keyOf))
  const fixed = new Set(units.flatMap(([{ cell }]) => (cell && cells.has(keyOf(cell)) ? keyOf(cell) : [])))
  return units.reduce((sum, [{ cell, duration }]) => sum + (cell ? 0 : duration), fixed.size)
}

/** How many lessons fit into these cells with at most so many a day. */
function countWithin(model: TimetableModel, cells: ReadonlySet<string>, most: number): number {
  const free = (weekday: number) => model.periods.filter(({ id }) => cells.has(keyOf({ weekday, periodId: id }))).length
  return model.weekdays.reduce((sum, weekday) => sum + Math.min(most, free(weekday)), 0)
}

function groupUnits(units: readonly Unit[], keysOf: (lesson: Lesson) => readonly string[]): Map<string, Unit[]> {
  const keyed = units.flatMap((unit) => [...new Set(unit.flatMap(keysOf))].map((key) => ({ key, unit })))
  return new Map([...Map.groupBy(keyed, ({ key }) => key)].map(([key, of]) => [key, of.map(({ unit }) => unit)]))
}

function* checkTeachers(model: TimetableModel, grid: Grid, units: readonly Unit[]): Generator<Problem> {
  for (const [id, own] of groupUnits(units, ({ teacherIds }) => teacherIds)) {
    const [name, count, cells] = [nameTeacher(model, id), countCells(own, grid), grid.ofTeacher(id)]
    if (count > cells.size) {
      const why = cells.size < grid.cells.length ? '排除不排课的时间后只剩' : '一周只有'
      yield { code: 'teacher-overfull', message: `${name}每周${count}节，${why}${cells.size}节可排` }
      continue
    }
    const most = dailyMostOf(model, 'teacher', id)
    const fits = most === null ? count : countWithin(model, cells, most)
    if (count > fits)
      yield { code: 'teacher-daily', message: `${name}每周${count}节，每天最多${most}节，一周最多只能排${fits}节` }
    yield* checkSubjects(name, cells, own, grid)
  }
}

function* checkClasses(model: TimetableModel, grid: Grid, units: readonly Unit[]): Generator<Problem> {
  for (const [id, own] of groupUnits(units, ({ group }) => (group.classId === null ? [] : [group.classId]))) {
    const [name, count, cells] = [nameClass(model, id), countCells(own, grid), grid.ofClass(id)]
    if (count > cells.size)
      yield { code: 'class-overfull', message: `${name}每周${count}节，可排的只有${cells.size}节` }
    else yield* checkSubjects(name, cells, own, grid)
  }
}

/** The lessons of subjects that may only be at some times have to find room there. */
function* checkSubjects(
  name: string,
  cells: ReadonlySet<string>,
  units: readonly Unit[],
  grid: Grid,
): Generator<Problem> {
  const limits = new Map(units.map(([{ group }]) => [[...grid.ofSubject(group.subjectId)].join(), group.subjectId]))
  for (const subjectId of limits.values()) {
    const allowed = grid.ofSubject(subjectId)
    if (allowed.size === grid.cells.length) continue
    const limited = units.filter((unit) =>
      unit.some(({ group }) => grid.ofSubject(group.subjectId).isSubsetOf(allowed)),
    )
    const [count, left] = [countCells(limited, grid), allowed.intersection(cells).size]
    if (count <= left) continue
    const names = new Set(limited.flatMap((unit) => unit.map(({ group }) => group.subjectName)))
    const message = `${name}的${nameSome([...names], '门')}每周${count}节，规则允许的时间只有${left}节`
    yield { code: 'subjects-overfull', message }
  }
}

function* checkPupils(model: TimetableModel, grid: Grid, units: readonly Unit[]): Generator<Problem> {
  const { sets } = listPupilSets(model, grid)
  const unitsOf = groupUnits(units, ({ group }) => [
    group.classId === null ? `group ${group.id}` : `class ${group.classId}`,
  ])
  const known = new Set<string>()
  for (const { classId, groupIds, cells } of sets) {
    const own = [...groupIds.map((id) => `group ${id}`), `class ${classId}`].flatMap((key) => unitsOf.get(key) ?? [])
    const count = countCells(own, grid)
    const message = `每周班级课和走班课共${count}节，可排的只有${cells.size}节`
    if (groupIds.length === 0 || count <= cells.size || known.has(`${classId} ${message}`)) continue
    known.add(`${classId} ${message}`)
    const pupils = model.pupils.filter(
      (one) => one.classId === classId && groupIds.every((id) => one.groupIds.includes(id)),
    )
    const label = classId === null ? '' : nameClass(model, classId)
    if (pupils.length > 0) yield { code: 'pupil-overfull', message: `${label}${namePupils(pupils)}${message}` }
  }
}

function* checkGroups(model: TimetableModel, grid: Grid, units: readonly Unit[]): Generator<Problem> {
  const unitsOf = groupUnits(units, ({ group }) => [group.id])
  for (const group of model.groups.values()) {
    const count = countCells(unitsOf.get(group.id) ?? [], grid)
    const cells = group.teacherIds.reduce(
      (left, id) => left.intersection(grid.ofTeacher(id)),
      grid.ofGroup(group).intersection(grid.ofSubject(group.subjectId)),
    )
    const words = `${nameGroup(group)}每周${count}节`
    const most = dailyMostOf(model, 'subject', group.subjectId)
    const fits = most === null ? count : countWithin(model, cells, most)
    if (count > cells.size)
      yield {
        code: 'group-overfull',
        message: `${words}，班级、教师和学科都可排的时间${cells.size > 0 ? `只有${cells.size}节` : '一节也没有'}`,
      }
    else if (count > fits)
      yield { code: 'subject-daily', message: `${words}，每天最多${most}节，一周最多只能排${fits}节` }
  }
}

function* checkRooms(model: TimetableModel, grid: Grid, units: readonly Unit[]): Generator<Problem> {
  const roomsOf = ({ group, locked }: Lesson) =>
    locked?.roomId ? [] : specialRoomsOf(model, group.subjectId).toSorted()
  const ofRooms = groupUnits(units, (lesson) => (roomsOf(lesson).length > 0 ? [roomsOf(lesson).join(' ')] : []))
  for (const [key, own] of ofRooms) {
    const rooms = key.split(' ').length
    const lessons = own.flatMap((unit) => unit.filter((lesson) => roomsOf(lesson).join(' ') === key))
    const cells = lessons
      .map(({ group }) => grid.ofSubject(group.subjectId).intersection(grid.ofGroup(group)))
      .reduce((left, one) => left.union(one))
    // Two lessons that take turns in one cell take one room.
    const count = own.reduce((sum, [{ duration }]) => sum + duration, 0)
    if (count <= rooms * cells.size) continue
    const names = nameSome([...new Set(lessons.map(({ group }) => group.subjectName))], '门')
    const message = `${names}每周共${count}节，${rooms}间专用场室一周最多只能排${rooms * cells.size}节`
    yield { code: 'rooms-overfull', message }
  }
}
