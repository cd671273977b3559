import { z } from 'zod'
import { idOf, routesOf } from '#packages/contract'
import { relation } from './contract-fields.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** A school day on a home page. */
export const schoolDay = z.object({
  day: z.iso.date(),
  /** 上课, 放假, 调休上课 and so on, and the name of the holiday. */
  kind: z.string(),
  name: z.string(),
  termName: z.string(),
  week: z.int().nullable(),
  /** Empty without a timetable; the card then shows that there is none. */
  periods: z.array(z.object({ name: z.string(), begins: z.string(), ends: z.string() })),
})
export type SchoolDay = z.output<typeof schoolDay>

const ledClassFigures = z.object({
  /** Pupils with a bound guardian. */
  bound: z.int(),
  /** Guardians who wait for approval. */
  requests: z.int(),
  /** Pupils whose family has not answered every consent. */
  consentsOpen: z.int(),
  /** Pupils whose family has consented to the photo, and pupils without an answer. */
  faceAgreed: z.int(),
  faceOpen: z.int(),
  /** Today's birthdays; empty if birthdays are hidden from the caller. */
  birthdays: z.array(z.object({ id: idOf('student'), name: z.string() })),
  /** The school day of this grade, which may have its own hours. */
  today: schoolDay,
})
export type LedClassFigures = z.output<typeof ledClassFigures>

export const ownClass = z.object({
  classId: idOf('class'),
  gradeId: idOf('grade'),
  orgId: idOf('organisation'),
  /** For example 九(1)班. */
  label: z.string(),
  orgName: z.string(),
  isHead: z.boolean(),
  /** The subjects that the caller teaches there. */
  subjects: z.array(z.string()),
  /** Pupils who study there. */
  total: z.int(),
  males: z.int(),
  females: z.int(),
  /** Whether the caller may reveal a guardian's number, and may hand out the class code. */
  mayCall: z.boolean(),
  mayInvite: z.boolean(),
  /** Only for class teacher and deputy. */
  figures: ledClassFigures.nullable(),
})
export type OwnClass = z.output<typeof ownClass>

/** The guardians to call about a pupil. `reveal` returns the number when the caller dials. */
export const pupilFamily = z.object({
  id: idOf('student'),
  name: z.string(),
  seatNo: z.int().nullable(),
  /** Whether a guardian is bound. */
  isBound: z.boolean(),
  /** Guardians with a phone number, the primary one first. */
  guardians: z.array(z.object({ id: idOf('guardian-link'), name: z.string(), relation })),
})
export type PupilFamily = z.output<typeof pupilFamily>

const base = '/api/student'
export const myClassRoutes = {
  /** The caller's classes today, those led by the caller first. For the board and the home page on phones. */
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
