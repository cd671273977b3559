import type { FetActivity, FetConstraint, FetProblem, FetTime } from '#packages/fet'
import type { Cell, TimetableModel } from '../model.ts'
import {
  createGrid,
  dailyMostOf,
  keyOf,
  mayBeginDouble,
  rulesOf,
  specialRoomsOf,
  weeksMeet,
  type Grid,
} from './grid.ts'
import { assignFixedRooms, isFixed } from './assign-fixed-rooms.ts'
import { listUnits, type Lesson } from './list-lessons.ts'
import { createYear, listPupilSets, type PupilSets } from './list-pupil-sets.ts'

/** Soft rules are broken only where FET finds nothing else. */
const softWeight = 80
/** That lessons of a subject are spread over the week. */
const spreadWeight = 95

export interface PlannedActivity {
  id: string
  lesson: Lesson
  /** Of a lesson with a fixed time; FET chooses the others. */
  roomId: string | null
  /** The lesson that has the same cell in the other weeks has the room for both. */
  roomOf: string | null
}

export interface TimetableProblem {
  problem: FetProblem
  activities: readonly PlannedActivity[]
}

/**
 * What FET has to solve. It knows no odd and even weeks: of two lessons that take turns in a cell, the second has only
 * the people and the room that the first has not, and begins at the same time.
 */
export function createProblem(model: TimetableModel): TimetableProblem {
  const grid = createGrid(model)
  const pupils = listPupilSets(model, grid)
  const units = listUnits(model)
  const { roomOf } = assignFixedRooms(model, units.flat())
  const builder = new ProblemBuilder(model, { grid, pupils, roomOf })
  for (const unit of units) builder.addUnit(unit)
  return builder.finish()
}

interface Claim {
  activity: FetActivity
  lesson: Lesson
}

interface Known {
  grid: Grid
  pupils: PupilSets
  roomOf: ReadonlyMap<Lesson, string | null>
}

class ProblemBuilder {
  private readonly fet: FetActivity[] = []
  private readonly planned: PlannedActivity[] = []
  private readonly constraints: FetConstraint[] = []
  private readonly claims = new Map<string, Claim[]>()
  /** The cells of the fixed lessons of each room. */
  private readonly roomCells = new Map<string, Cell[]>()
  private readonly indexOfPeriod: ReadonlyMap<string, number>
  private readonly model: TimetableModel
  private readonly grid: Grid
  private readonly pupils: PupilSets
  private readonly roomOf: ReadonlyMap<Lesson, string | null>

  constructor(model: TimetableModel, { grid, pupils, roomOf }: Known) {
    this.model = model
    this.grid = grid
    this.pupils = pupils
    this.roomOf = roomOf
    this.indexOfPeriod = new Map(model.periods.map(({ id }, at) => [id, at]))
  }

  addUnit(unit: readonly Lesson[]) {
    const ids = unit.flatMap((lesson, at) => {
      const first = at > 0 ? this.fet.at(-1) : undefined
      return this.addLesson(lesson, first ? [{ activity: first, lesson: unit[0]! }] : []) ?? []
    })
    if (ids.length === 2 && !unit[0]!.cell) this.constraints.push({ kind: 'same-start', activityIds: ids })
  }

  /** Nothing, if it is locked outside the grid, where nothing else is placed. */
  private addLesson(lesson: Lesson, partner: readonly Claim[]): string | null {
    const { group, cell, duration } = lesson
    const fixed = cell ? this.timeOf(cell) : null
    if (cell && !fixed) return null
    const beside = cell
      ? (this.claims.get(keyOf(cell)) ?? []).filter((claim) => !weeksMeet(claim.lesson, lesson))
      : partner
    const rooms = this.roomsOf(lesson)
    const sharing = beside.find(({ activity }) => rooms.length > 0 && haveSame(activity.roomIds, rooms))?.activity
    const activity: FetActivity = {
      id: `a${this.fet.length}`,
      subjectId: group.subjectId,
      teacherIds: without(
        lesson.teacherIds,
        beside.flatMap((claim) => claim.activity.teacherIds),
      ),
      studentIds: without(
        this.pupils.idsOf(group),
        beside.flatMap((claim) => claim.activity.studentIds),
      ),
      duration,
      roomIds: sharing ? [] : rooms,
      fixed: fixed ?? undefined,
    }
    this.fet.push(activity)
    this.planned.push({ id: activity.id, lesson, roomId: this.roomOf.get(lesson) ?? null, roomOf: sharing?.id ?? null })
    if (cell) this.claims.set(keyOf(cell), [...(this.claims.get(keyOf(cell)) ?? []), { activity, lesson }])
    const starts = duration > 1 ? this.listDoubleStarts() : lesson.beside?.flatMap((one) => this.timeOf(one) ?? [])
    if (starts) this.constraints.push({ kind: 'activity-starts', activityId: activity.id, times: starts, weight: 100 })
    return activity.id
  }

  /** The room of a fixed lesson is taken at its time, in whichever weeks; the lesson itself asks for none. */
  private roomsOf(lesson: Lesson): string[] {
    const { group } = lesson
    const special = specialRoomsOf(this.model, group.subjectId)
    if (!isFixed(lesson)) return special.length === 0 && group.roomId ? [group.roomId] : special
    const room = this.roomOf.get(lesson)
    if (room) this.roomCells.set(room, [...(this.roomCells.get(room) ?? []), lesson.cell])
    return []
  }

  private listDoubleStarts(): FetTime[] {
    return this.timesOf(() => true).filter(({ hour }) => mayBeginDouble(this.model, hour))
  }

  private timeOf({ weekday, periodId }: Cell): FetTime | null {
    const [day, hour] = [this.model.weekdays.indexOf(weekday), this.indexOfPeriod.get(periodId)]
    return day < 0 || hour === undefined ? null : { day, hour }
  }

  finish(): TimetableProblem {
    const { model, fet } = this
    const teachers = [...new Set(fet.flatMap(({ teacherIds }) => teacherIds))]
    const subjects = [...new Set(fet.map(({ subjectId }) => subjectId))]
    const rooms = [...new Set([...fet.flatMap(({ roomIds }) => roomIds), ...this.roomCells.keys()])]
    for (const teacherId of teachers) this.addTeacher(teacherId)
    for (const { id, cells } of this.pupils.sets)
      this.addOff(cells, (times) => ({ kind: 'students-not-available', studentsId: id, times }))
    for (const [roomId, cells] of this.roomCells) {
      const times = [...new Map(cells.map((cell) => [keyOf(cell), this.timeOf(cell)!])).values()]
      this.constraints.push({ kind: 'room-not-available', roomId, times })
    }
    for (const subjectId of subjects) this.addSubject(subjectId)
    for (const lessons of Map.groupBy(this.planned, ({ lesson }) => lesson.group.id).values()) this.addSpread(lessons)
    const problem: FetProblem = {
      days: model.weekdays.length,
      hours: model.periods.length,
      teachers,
      subjects,
      rooms,
      students: createYear(this.pupils),
      activities: fet,
      constraints: this.constraints,
    }
    return { problem, activities: this.planned }
  }

  private addTeacher(teacherId: string) {
    this.addOff(this.grid.ofTeacher(teacherId), (times) => ({ kind: 'teacher-not-available', teacherId, times }))
    const most = dailyMostOf(this.model, 'teacher', teacherId)
    if (most !== null && most < this.model.periods.length)
      this.constraints.push({ kind: 'teacher-most-daily', teacherId, hours: most })
  }

  private addOff(cells: ReadonlySet<string>, create: (times: FetTime[]) => FetConstraint) {
    const times = this.grid.cells.flatMap((cell) => (cells.has(keyOf(cell)) ? [] : this.timeOf(cell)!))
    if (times.length > 0) this.constraints.push(create(times))
  }

  private addSubject(subjectId: string) {
    const hard = this.grid.ofSubject(subjectId)
    const times = this.timesOf((cell) => hard.has(keyOf(cell)))
    if (times.length < this.grid.cells.length)
      this.constraints.push({ kind: 'subject-times', subjectId, times, weight: 100 })
    for (const kind of ['subject-off', 'subject-only'] as const)
      for (const rule of rulesOf(this.model, kind))
        if (rule.isSoft && rule.subjectIds.includes(subjectId)) {
          const keys = new Set(rule.cells.map(keyOf))
          this.addPreference(
            subjectId,
            this.timesOf((cell) => keys.has(keyOf(cell)) === (kind === 'subject-only')),
          )
        }
  }

  private timesOf(may: (cell: Cell) => boolean): FetTime[] {
    return this.grid.cells.filter(may).map((cell) => this.timeOf(cell)!)
  }

  /** Not for fixed lessons: FET does not end when a fixed activity breaks a constraint, and be it a soft one. */
  private addPreference(subjectId: string, times: readonly FetTime[]) {
    for (const { id, lesson } of this.planned)
      if (lesson.group.subjectId === subjectId && !lesson.cell && !lesson.beside)
        this.constraints.push({ kind: 'activity-starts', activityId: id, times, weight: softWeight })
  }

  /**
   * Lessons of a group are spread over the week; where a rule limits them to so many a day, that is a must. For both
   * they are dealt out to rows, and the lessons of a row are on different days.
   */
  private addSpread(lessons: readonly PlannedActivity[]) {
    const limit = dailyMostOf(this.model, 'subject', lessons[0]!.lesson.group.subjectId)
    if (limit !== null)
      this.addRows(
        dealOut(lessons, limit, ({ lesson }) => lesson.duration),
        100,
      )
    const rows = Math.ceil(lessons.length / this.model.weekdays.length)
    this.addRows(
      dealOut(lessons, rows, () => 1),
      spreadWeight,
    )
  }

  private addRows(rows: readonly string[][], weight: number) {
    for (const activityIds of rows)
      if (activityIds.length > 1) this.constraints.push({ kind: 'days-between', activityIds, days: 1, weight })
  }
}

/**
 * Those with a given day come first, in the order of their days: two of one day are in different rows. A further one of
 * that day is in none, because FET does not end when fixed activities break a constraint, be it a soft one.
 */
function dealOut(lessons: readonly PlannedActivity[], count: number, places: (one: PlannedActivity) => number) {
  const weekday = ({ lesson: { cell, beside } }: PlannedActivity) => {
    const days = new Set((cell ? [cell] : (beside ?? [])).map((one) => one.weekday))
    return days.size === 1 ? [...days][0]! : Infinity
  }
  const inOrder = lessons.toSorted((a, b) => compare(weekday(a), weekday(b)) || places(b) - places(a))
  const rows = Array.from({ length: count }, () => ({ ids: new Set<string>(), days: new Set<number>() }))
  let next = 0
  for (const one of inOrder)
    for (let place = 0; place < places(one); place++) {
      const row = rows[next++ % count]!
      if (weekday(one) !== Infinity && row.days.has(weekday(one))) continue
      row.ids.add(one.id)
      row.days.add(weekday(one))
    }
  return rows.map(({ ids }) => [...ids])
}

// Infinity - Infinity is not a number.
const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
const without = (ids: readonly string[], taken: readonly string[]) =>
  [...new Set(ids)].filter((id) => !taken.includes(id))
const haveSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((id) => others.includes(id))
