import type { Cell, TimetableRule, WeekRule } from '../contract-rules.ts'

export type { Cell, TimetableRule, WeekRule }

export interface ModelPeriod {
  id: string
  name: string
  begins: string
  ends: string
  kind: 'reading' | 'lesson' | 'break' | 'noon' | 'care' | 'evening'
  sort: number
}

/** Who is taught what: 七(3)班 in 数学, or the free group 物理A班. */
export interface ModelGroup {
  id: string
  label: string
  subjectId: string
  subjectName: string
  kind: 'class' | 'free'
  classId: string | null
  gradeId: string
  teacherIds: readonly string[]
  /** 0.5: every second week. */
  weekHours: number
  /** The room of the class. */
  roomId: string | null
  pupilCount: number
}

export interface ModelPerson {
  id: string
  name: string
}

export interface ModelRoom {
  id: string
  name: string
  capacity: number | null
}

export interface ModelClass {
  id: string
  label: string
  gradeId: string
}

/** A lesson of a week; without a weekday it waits for a place. */
export interface ModelSlot {
  id: string
  groupId: string
  weekday: number | null
  periodId: string | null
  weekRule: WeekRule
  weeks: readonly number[]
  roomId: string | null
  teacherIds: readonly string[]
  isLocked: boolean
}

/** Everything that a version of a timetable is judged by. */
export interface TimetableModel {
  weekdays: readonly number[]
  /** Where lessons may be placed, in their order. */
  periods: readonly ModelPeriod[]
  classes: ReadonlyMap<string, ModelClass>
  groups: ReadonlyMap<string, ModelGroup>
  teachers: ReadonlyMap<string, ModelPerson>
  rooms: ReadonlyMap<string, ModelRoom>
  slots: readonly ModelSlot[]
  rules: readonly TimetableRule[]
  /** Pupils of free groups with their class: the clashes of single pupils follow from this. */
  pupils: readonly { id: string; name: string; classId: string | null; groupIds: readonly string[] }[]
}
