import { z } from 'zod'
import { idOf, routesOf } from '#packages/contract'
import { relation } from './contract-fields.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** A day at school, as a first page tells it. */
export const schoolDay = z.object({
  day: z.iso.date(),
  /** 上课, 放假, 调休上课 … and the name of the holiday. */
  kind: z.string(),
  name: z.string(),
  termName: z.string(),
  week: z.int().nullable(),
  /** Whether there is a timetable yet: the card says so honestly. */
  periods: z.array(z.object({ name: z.string(), begins: z.string(), ends: z.string() })),
})
export type SchoolDay = z.output<typeof schoolDay>

const ledClassFigures = z.object({
  /** Pupils of whom a guardian has bound. */
  bound: z.int(),
  /** Guardians who wait for a word. */
  requests: z.int(),
  /** Pupils for whom the family has not said yes or no to everything. */
  consentsOpen: z.int(),
  /** Pupils whose family has agreed to the photograph, and those whose family has said nothing yet. */
  faceAgreed: z.int(),
  faceOpen: z.int(),
  /** Whose birthday it is today; nobody for those who are not shown birthdays. */
  birthdays: z.array(z.object({ id: idOf('student'), name: z.string() })),
  /** The day in this grade: its hours may be others. */
  today: schoolDay,
})
export type LedClassFigures = z.output<typeof ledClassFigures>

export const ownClass = z.object({
  classId: idOf('class'),
  gradeId: idOf('grade'),
  orgId: idOf('organisation'),
  /** 九(1)班. */
  label: z.string(),
  orgName: z.string(),
  isHead: z.boolean(),
  /** What the caller teaches there. */
  subjects: z.array(z.string()),
  /** Those who learn there. */
  total: z.int(),
  males: z.int(),
  females: z.int(),
  /** Whether the caller may have a guardian's number shown, and hand out the word of the class. */
  mayCall: z.boolean(),
  mayInvite: z.boolean(),
  /** For the head of the class and the deputy. */
  figures: ledClassFigures.nullable(),
})
export type OwnClass = z.output<typeof ownClass>

/** Whom one can call about a pupil. The number is told by `reveal`, when somebody calls. */
export const pupilFamily = z.object({
  id: idOf('student'),
  name: z.string(),
  seatNo: z.int().nullable(),
  /** Whether a guardian has bound. */
  isBound: z.boolean(),
  /** Those with a number, the one who is called first in front. */
  guardians: z.array(z.object({ id: idOf('guardian-link'), name: z.string(), relation })),
})
export type PupilFamily = z.output<typeof pupilFamily>

const base = '/api/student'
export const myClassRoutes = {
  /** The classes that the caller has to do with today, those that she leads first. For the board and the phone's home. */
  myClasses: route({
    method: 'GET',
    path: `${base}/myClasses`,
    title: '我的班级',
    access: 'student.read',
    data: z.object({ today: schoolDay, classes: z.array(ownClass) }),
  }),
  classFamilies: route({
    method: 'GET',
    path: `${base}/classFamilies`,
    title: '班级家长',
    access: 'student.read',
    query: z.object({ classId: idOf('class') }),
    data: z.object({ label: z.string(), mayCall: z.boolean(), pupils: z.array(pupilFamily) }),
  }),
}
