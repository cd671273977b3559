import { z } from 'zod'
import { idOf, routesOf } from '#packages/contract'
import { studentChange } from './contract-fields.ts'
import { studentLacks, type StudentLack } from './contract-forms.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const base = '/api/student'
const lack = z.enum(Object.keys(studentLacks) as [StudentLack, ...StudentLack[]])
const sexes = { total: z.int(), males: z.int(), females: z.int() }

/** What a school day is, and its hours: as the families see it. */
const schoolDay = z.object({
  day: z.iso.date(),
  /** 上课, 放假 … */
  kind: z.string(),
  name: z.string(),
  termName: z.string(),
  week: z.int().nullable(),
  periods: z.array(z.object({ name: z.string(), begins: z.string(), ends: z.string() })),
})

const ledClass = z.object({
  classId: idOf('class'),
  gradeId: idOf('grade'),
  orgId: idOf('organisation'),
  label: z.string(),
  ...sexes,
  /** Pupils with a guardian who has bound. */
  bound: z.int(),
  /** Guardians who wait for the class teacher's word. */
  asking: z.int(),
  /** Pupils whose family has agreed to the photograph, and those whose family has said nothing yet. */
  faceAgreed: z.int(),
  faceOpen: z.int(),
  /** Whose birthday it is today; nobody for those who are not shown birthdays. */
  birthdays: z.array(z.object({ id: idOf('student'), name: z.string() })),
  today: schoolDay,
})
export type LedClass = z.output<typeof ledClass>

const schoolFigures = z.object({
  on: z.iso.date(),
  /** The whole school, or only the classes that one has to do with. */
  isWhole: z.boolean(),
  ...sexes,
  suspended: z.int(),
  noClass: z.int(),
  grades: z.array(z.object({ id: idOf('grade'), name: z.string(), ...sexes, classes: z.int() })),
  classes: z.array(z.object({ id: idOf('class'), gradeId: idOf('grade'), label: z.string(), ...sexes })),
  /** Classes in which nobody is 班主任. */
  headless: z.int(),
  bound: z.int(),
  faceAgreed: z.int(),
  /** Pupils of whom nothing is missing, and of how many what is. */
  complete: z.int(),
  lacking: z.array(z.object({ what: lack, count: z.int() })),
})
export type SchoolFigures = z.output<typeof schoolFigures>

export const boardRoutes = {
  /** 我的班级: the classes that the caller heads, or is deputy of, today. For the board and the phone's home page. */
  myClassFigures: route({
    method: 'GET',
    path: `${base}/myClassFigures`,
    title: '我的班级概况',
    access: 'student.read',
    data: z.array(ledClass),
  }),
  /** Of the school one is at. Null where that is no school: the figures of a district are those of its schools. */
  schoolFigures: route({
    method: 'GET',
    path: `${base}/schoolFigures`,
    title: '学生概况',
    access: 'student.read',
    data: schoolFigures.nullable(),
  }),
  /** 学籍异动 of the last thirty days, but for those who simply began, the newest first. */
  recentChanges: route({
    method: 'GET',
    path: `${base}/recentChanges`,
    title: '最近学籍异动',
    access: 'student.read',
    data: z.array(studentChange),
  }),
}
