import { z } from 'zod'
import { enumOf, idOf, labels } from '#packages/contract'

/** In which weeks of the term a lesson takes place. */
export const weekRules = labels({ every: '每周', odd: '单周', even: '双周', listed: '指定周' })
export type WeekRule = keyof typeof weekRules

/** The identity of a period is the same in all period schemes of a school: summer and winter hours, and single grades. */
export const periodId = idOf('lesson-slot')
export const cell = z.object({ weekday: z.int().min(1).max(7), periodId })
export type Cell = z.output<typeof cell>

const members = z.array(idOf('membership')).max(500)
const subjects = z.array(idOf('subject')).min(1, '请选择学科').max(50)
const grades = z.array(idOf('grade')).max(30)
const classes = z.array(idOf('class')).max(200)
const cells = z.array(cell).min(1, '请选择节次').max(100)
const few = z.int().min(1).max(12)

/** What a timetable has to respect. A soft rule is respected where possible. */
export const timetableRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('teacher-off'), userIds: members.min(1, '请选择教师'), cells }),
  /** Without grades and classes: the whole school. */
  z.object({ kind: z.literal('class-off'), gradeIds: grades, classIds: classes, cells }),
  z.object({ kind: z.literal('subject-off'), subjectIds: subjects, cells, isSoft: z.boolean() }),
  z.object({ kind: z.literal('subject-only'), subjectIds: subjects, cells, isSoft: z.boolean() }),
  z.object({ kind: z.literal('subject-fixed'), subjectId: idOf('subject'), gradeIds: grades, cell }),
  z.object({
    kind: z.literal('subject-rooms'),
    subjectIds: subjects,
    roomIds: z.array(idOf('room')).min(1, '请选择场室').max(50),
  }),
  /** Without teachers: everybody. */
  z.object({ kind: z.literal('teacher-daily-most'), userIds: members, most: few }),
  z.object({ kind: z.literal('subject-daily-most'), subjectIds: subjects, most: few }),
  z.object({ kind: z.literal('subject-double'), subjectIds: subjects, count: few }),
  z.object({ kind: z.literal('two-week-pair'), subjectIds: z.tuple([idOf('subject'), idOf('subject')]) }),
])
export type TimetableRule = z.output<typeof timetableRule>
export type TimetableRuleKind = TimetableRule['kind']

export const ruleKinds = labels({
  'teacher-off': '教师不排课',
  'class-off': '班级不排课',
  'subject-off': '学科不排的节次',
  'subject-only': '学科只排的节次',
  'subject-fixed': '固定时间',
  'subject-rooms': '专用场室',
  'teacher-daily-most': '教师每天最多',
  'subject-daily-most': '同班同科每天最多',
  'subject-double': '连堂',
  'two-week-pair': '单双周轮换',
})

export const storedRule = z.object({ id: idOf('timetable-rule'), rule: timetableRule, version: z.int() })
export type StoredRule = z.output<typeof storedRule>

export const ruleForm = z.object({
  /** Empty for a new rule. */
  id: idOf('timetable-rule').or(z.literal('')).default(''),
  termId: idOf('term'),
  orgId: idOf('organisation').or(z.literal('')).default(''),
  rule: timetableRule,
  version: z.int().default(0),
})
export type RuleForm = z.output<typeof ruleForm>

export const weekRule = enumOf(weekRules)
