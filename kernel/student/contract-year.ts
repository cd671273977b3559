import { z } from 'zod'
import { enumOf, idOf, intParam, optionalIdOf, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** The outcomes for a pupil of a leaving grade, or for a pupil who does not move up. */
export const yearDecisions = {
  graduate: '毕业',
  complete: '结业',
  'leave-early': '肄业',
  repeat: '留级',
} as const
export type YearDecision = keyof typeof yearDecisions

/** A year change can be undone for so long; photos of pupils who left are kept until then. */
export const undoDays = 7

export const yearPlanInput = z.object({
  /** The first day on which leaving pupils are no longer enrolled. */
  leavesOn: z.iso.date('请填写离校日期'),
  /** The new grades with their numbers of classes. */
  newGrades: z
    .array(z.object({ stage: z.int().min(1).max(6), classes: z.int().min(0).max(60, '每个年级最多60个班') }))
    .max(6),
  /** Pupils with another outcome than their grade. `repeat` needs a class of the grade below. */
  pupils: z
    .array(
      z.object({
        studentId: idOf('student'),
        decision: enumOf(yearDecisions),
        classId: optionalIdOf('class'),
        reason: z.string().trim().max(200).default(''),
      }),
    )
    .max(2000),
})
export type YearPlanInput = z.output<typeof yearPlanInput>

export const yearPlan = z.object({
  id: idOf('year-plan').nullable(),
  orgId: idOf('organisation'),
  orgName: z.string(),
  schoolYear: z.int(),
  status: z.enum(['none', 'draft', 'applied', 'undone']),
  input: yearPlanInput,
  /** The grades that leave or stay, and their names in the new year. */
  grades: z.array(
    z.object({
      id: idOf('grade'),
      nameNow: z.string(),
      /** 毕业 for grades that leave. */
      nameThen: z.string(),
      leaves: z.boolean(),
      classCount: z.int(),
      pupils: z.int(),
    }),
  ),
  newGrades: z.array(z.object({ stage: z.int(), name: z.string(), classes: z.int(), isThere: z.boolean() })),
  /** Pupils who need a decision first: 休学, open transfers, or no class in a leaving grade. */
  unresolved: z.array(
    z.object({ studentId: idOf('student'), name: z.string(), className: z.string(), why: z.string() }),
  ),
  counts: z.object({ leave: z.int(), goOn: z.int(), repeat: z.int(), newClasses: z.int() }),
  /** Before June: applying needs an explicit confirmation. */
  isEarly: z.boolean(),
  /** Days until the first of July, when the school year is over; 0 afterwards. */
  daysLeft: z.int(),
  /** Until when it can be undone; null if it cannot, with the reason in `whyNot`. */
  undoUntil: z.iso.datetime().nullable(),
  whyNot: z.string(),
  version: z.int(),
})
export type YearPlan = z.output<typeof yearPlan>

const base = '/api/student'
export const yearRoutes = {
  /** The saved plan of a school for a year, or the default plan. */
  yearPlan: route({
    method: 'GET',
    path: `${base}/promotePreview`,
    title: '学年升级预览',
    access: 'year.change',
    query: z.object({ orgId: optionalIdOf('organisation'), schoolYear: intParam({ min: 2000, max: 2100 }).optional() }),
    data: yearPlan,
  }),
  saveYearPlan: route({
    method: 'POST',
    path: `${base}/savePromotion`,
    title: '保存学年升级方案',
    access: 'year.change',
    body: z.object({
      orgId: optionalIdOf('organisation'),
      schoolYear: z.int().min(2000).max(2100),
      input: yearPlanInput,
      version: z.int().default(0),
    }),
    data: yearPlan,
  }),
  applyYearPlan: route({
    method: 'POST',
    path: `${base}/promote`,
    title: '执行学年升级',
    access: 'year.change',
    body: z.object({
      id: idOf('year-plan'),
      version: z.int(),
      /** The name of the school, typed by the user as confirmation. */
      orgName: z.string().trim().max(100),
      /** 仍要提前办理. */
      isEarly: z.boolean().default(false),
    }),
    data: yearPlan,
  }),
  undoYearPlan: route({
    method: 'POST',
    path: `${base}/undoPromotion`,
    title: '撤销学年升级',
    access: 'year.change',
    body: z.object({ id: idOf('year-plan') }),
    data: yearPlan,
  }),
}
