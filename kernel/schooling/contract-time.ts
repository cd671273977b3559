import { z } from 'zod'
import { defineEvent, enumOf, idOf, labels, optionalIdOf, routesOf, wireObject } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const text = (most: number, title: string) => z.string().trim().max(most, `${title}不超过${most}字`)
export const requiredDay = (title: string) => z.iso.date(`请填写${title}`)
/** Defaults to the caller's organisation. */
const ofOrg = z.object({ orgId: optionalIdOf('organisation') })
const one = (kind: string) => z.object({ id: idOf(kind) })

export const termStates = labels({
  coming: { label: '未开始', tone: 'closed', isNormal: true },
  current: { label: '当前', tone: 'info' },
  over: { label: '已结束', tone: 'closed', isNormal: true },
  sealed: { label: '已封存', tone: 'closed', isNormal: true },
})

/**
 * One of the two terms of a school year. It is the same in the whole district, unless a school starts or ends on other
 * days.
 */
const term = wireObject(
  {
    id: idOf('term'),
    name: z.string(),
    schoolYear: z.int(),
    number: z.int().min(1).max(2),
    startsOn: z.iso.date(),
    endsOn: z.iso.date(),
    /**
     * The term of today; in the holidays the last term that has started. Exactly one term is current, if any exists.
     */
    isCurrent: z.boolean(),
    state: enumOf(termStates),
    weeks: z.int(),
    /** Set when the school has its own dates: the dates of the district. */
    differsFrom: z.object({ startsOn: z.iso.date(), endsOn: z.iso.date() }).nullable(),
    version: z.int(),
  },
  {
    id: 'fId',
    name: 'fName',
    startsOn: 'fStartDate',
    endsOn: 'fEndDate',
    isCurrent: 'fIsCurrentTerm',
    version: 'fVersion',
  },
).meta({ id: 'Term' })
export type Term = z.output<typeof term>

const termForm = z
  .object({
    /** Null: the dates of the district. A school: its own dates. */
    orgId: optionalIdOf('organisation'),
    schoolYear: z.int().min(2000, '请填写学年').max(2100, '请填写学年'),
    number: z.int().min(1).max(2),
    startsOn: requiredDay('开始日期'),
    endsOn: requiredDay('结束日期'),
    /** 0 for a new term. */
    version: z.int().default(0),
  })
  .refine(({ startsOn, endsOn }) => startsOn < endsOn, { path: ['endsOn'], message: '结束日期应晚于开始日期' })
export type TermForm = z.output<typeof termForm>

/** The kinds of a day: 上课, 放假, 调休上课 (by the timetable of another weekday), 校内活动, 停课. */
export const dayKinds = {
  class: '上课',
  rest: '放假',
  'make-up': '调休上课',
  activity: '校内活动',
  closed: '停课',
} as const
export type DayKind = keyof typeof dayKinds
const daySources = { regular: '平日', national: '国务院放假安排', district: '区校历', school: '本校校历' } as const

const calendarDay = z.object({
  day: z.iso.date(),
  kind: enumOf(dayKinds),
  /** The weekday whose timetable applies, 1 to 7; null without lessons. */
  asWeekday: z.int().min(1).max(7).nullable(),
  /** 国庆节. */
  name: z.string(),
  source: enumOf(daySources),
  /** The week of the term; null outside a term. */
  week: z.int().nullable(),
})
export type CalendarDay = z.output<typeof calendarDay>

/** What a day is for the staff; the days of lessons are another thing. */
export const workDayTypes = {
  work: '工作日',
  weekend: '周末',
  holiday: '法定节假日',
  'make-up': '调休上班',
  vacation: '寒暑假',
  closed: '停课放假',
} as const
export type WorkDayType = keyof typeof workDayTypes
export interface WorkDay {
  day: string
  type: WorkDayType
  /** 国庆节. */
  name: string
  isWorking: boolean
}

/** In the order of the day, which is also that of their names. */
export const halves = { am: '上午', pm: '下午' } as const
export type Half = keyof typeof halves

const calendarForm = z
  .object({
    orgId: optionalIdOf('organisation'),
    from: requiredDay('日期'),
    to: requiredDay('日期'),
    kind: enumOf(dayKinds, '请选择类型'),
    asWeekday: z.int().min(1).max(7).nullable(),
    name: text(30, '名称'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: '结束日期不能早于开始日期' })
  .refine(({ kind, asWeekday }) => kind !== 'make-up' || asWeekday !== null, {
    path: ['asWeekday'],
    message: '请选择按周几上课',
  })
export type CalendarForm = z.output<typeof calendarForm>

export const calendarChanged = defineEvent('calendar.changed', z.object({ orgId: idOf('organisation') }), {
  description: 'Terms or calendar days of a school or of the district changed; derived data must be computed again.',
})

export const periodsChanged = defineEvent('periods.changed', z.object({ orgId: idOf('organisation') }), {
  description: 'A period scheme of a school was saved, ended or deleted; the times of its lessons may have changed.',
})

export const periodKinds = {
  reading: '早读',
  lesson: '课',
  break: '大课间',
  noon: '午休',
  care: '课后服务',
  evening: '晚自习',
} as const
export type PeriodKind = keyof typeof periodKinds
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '请填写时间')

const lessonPeriod = wireObject(
  {
    /** Null for a new period. */
    id: idOf('lesson-period').nullable(),
    /**
     * What the period is in all schemes of the school: lessons refer to it and move with the times. Null for a new one. A
     * new period may take it from another scheme (夏令 → 冬令); an existing period keeps its own.
     */
    slotId: optionalIdOf('lesson-slot'),
    name: text(20, '节次名称').min(1, '请填写节次名称'),
    begins: clock,
    ends: clock,
    sort: z.int(),
    kind: enumOf(periodKinds),
  },
  { name: 'fName', begins: 'fStartTime', ends: 'fEndTime', sort: 'fSort' },
).meta({ id: 'LessonPeriod' })
export type LessonPeriod = z.output<typeof lessonPeriod>

const periodScheme = z.object({
  id: idOf('period-scheme'),
  name: z.string(),
  /** Empty: all grades of the school. */
  gradeIds: z.array(idOf('grade')),
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable(),
  periods: z.array(lessonPeriod),
  version: z.int(),
})
export type PeriodScheme = z.output<typeof periodScheme>

const periodSchemeForm = z.object({
  id: optionalIdOf('period-scheme'),
  orgId: optionalIdOf('organisation'),
  name: text(30, '作息名称').min(1, '请填写作息名称'),
  gradeIds: z.array(idOf('grade')).max(30),
  startsOn: requiredDay('开始日期'),
  endsOn: z.iso.date().nullable(),
  periods: z.array(lessonPeriod).min(1, '请至少添加一节').max(30, '最多30节'),
  /** The scheme that this one replaces (夏令 → 冬令); it ends on the day before. */
  followsId: optionalIdOf('period-scheme'),
  version: z.int().default(0),
})
export type PeriodSchemeForm = z.output<typeof periodSchemeForm>

/** The current week from Monday on, and the lesson times of today. */
const week = z.object({
  today: z.iso.date(),
  /** The week of the term; null in the holidays. */
  number: z.int().nullable(),
  termName: z.string(),
  days: z.array(calendarDay),
  /** Empty on a day without lessons, and at a bureau. */
  periods: z.array(lessonPeriod),
  /** The next named holiday after this week, within two months. */
  next: z.object({ day: z.iso.date(), name: z.string(), inDays: z.int() }).nullable(),
})
export type Week = z.output<typeof week>

const base = '/api/jiaowu'
export const timeRoutes = {
  /** The week of the caller's organisation. */
  week: route({
    method: 'GET',
    path: `${base}/week`,
    title: '本周校历',
    access: 'staff',
    data: week,
  }),
  terms: route({
    method: 'GET',
    path: `${base}/termList`,
    title: '学期列表',
    access: 'staff',
    query: ofOrg,
    data: z.array(term),
  }),
  saveTerm: route({
    method: 'POST',
    path: `${base}/saveTerm`,
    title: '保存学期',
    access: 'term.edit',
    body: termForm,
    data: one('term'),
  }),
  /** The school uses the dates of the district again. */
  dropTermDifference: route({
    method: 'POST',
    path: `${base}/dropTermDifference`,
    title: '恢复区学期日期',
    access: 'term.edit',
    body: z.object({ orgId: optionalIdOf('organisation'), termId: idOf('term') }),
    data: z.null(),
  }),
  calendar: route({
    method: 'GET',
    path: `${base}/calendar`,
    title: '校历',
    access: 'staff',
    query: z.object({ orgId: optionalIdOf('organisation'), from: z.iso.date(), to: z.iso.date() }),
    data: z.object({
      days: z.array(calendarDay),
      /** The years of the term whose public holidays are neither announced nor entered. */
      unannounced: z.array(z.int()),
    }),
  }),
  saveCalendar: route({
    method: 'POST',
    path: `${base}/saveCalendarDay`,
    title: '设置校历',
    access: 'term.edit',
    body: calendarForm,
    data: z.object({ days: z.int() }),
  }),
  /** Deletes the entries of the organisation for these days; the entries of the level above apply again. */
  clearCalendar: route({
    method: 'POST',
    path: `${base}/clearCalendarDay`,
    title: '恢复校历',
    access: 'term.edit',
    body: z.object({ orgId: optionalIdOf('organisation'), from: z.iso.date(), to: z.iso.date() }),
    data: z.object({ days: z.int() }),
  }),
  periodSchemes: route({
    method: 'GET',
    path: `${base}/classTimeList`,
    title: '作息方案',
    access: 'staff',
    query: ofOrg,
    data: z.array(periodScheme),
  }),
  savePeriodScheme: route({
    method: 'POST',
    path: `${base}/saveClassTime`,
    title: '保存作息方案',
    access: 'term.edit',
    body: periodSchemeForm,
    data: one('period-scheme'),
  }),
  deletePeriodScheme: route({
    method: 'POST',
    path: `${base}/deleteClassTime`,
    title: '删除作息方案',
    access: 'term.edit',
    body: one('period-scheme'),
    data: z.null(),
  }),
}
