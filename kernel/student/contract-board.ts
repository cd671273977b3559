import { z } from 'zod'
import { enumOf, idOf, routesOf } from '#packages/contract'
import { studentChange } from './contract-fields.ts'
import { missingFieldLabels } from './contract-forms.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const base = '/api/student'
const missingField = enumOf(missingFieldLabels)
const sexes = { total: z.int(), males: z.int(), females: z.int() }

const schoolFigures = z.object({
  on: z.iso.date(),
  /** True for the whole school; false for the caller's own classes only. */
  isWhole: z.boolean(),
  ...sexes,
  suspended: z.int(),
  noClass: z.int(),
  grades: z.array(z.object({ id: idOf('grade'), name: z.string(), ...sexes, classes: z.int() })),
  classes: z.array(z.object({ id: idOf('class'), gradeId: idOf('grade'), label: z.string(), ...sexes })),
  /** Classes without 班主任. */
  headless: z.int(),
  bound: z.int(),
  faceAgreed: z.int(),
  /** The number of pupils with complete data, and the numbers of missing fields. */
  complete: z.int(),
  missing: z.array(z.object({ field: missingField, count: z.int() })),
})
export type SchoolFigures = z.output<typeof schoolFigures>

export const boardRoutes = {
  /**
   * The figures of the caller's school. Null if the organisation is no school: a district has only the figures of its
   * schools.
   */
  schoolFigures: route({
    method: 'GET',
    path: `${base}/schoolFigures`,
    title: '学生概况',
    access: 'student.read',
    data: schoolFigures.nullable(),
  }),
  /** The size of the caller's school, for all its staff. Null if the organisation is no school. */
  schoolSize: route({
    method: 'GET',
    path: `${base}/schoolSize`,
    title: '学校规模',
    access: 'staff',
    data: z.object({ pupils: z.int(), classes: z.int() }).nullable(),
  }),
  /** 学籍异动 of the last thirty days without enrolments, newest first. */
  recentChanges: route({
    method: 'GET',
    path: `${base}/recentChanges`,
    title: '最近学籍异动',
    access: 'student.read',
    data: z.array(studentChange),
  }),
}
