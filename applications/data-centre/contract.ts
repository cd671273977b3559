import { z } from 'zod'
import { enumOf, labels, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)
const base = '/api/dataCentre'

const placedCard = z.object({
  id: z.string().min(1).max(60),
  isHidden: z.boolean(),
  /** Users can neither hide nor move it. */
  isLocked: z.boolean(),
})
export type PlacedCard = z.output<typeof placedCard>

export const layoutOwners = labels({ user: '我的看板', org: '本单位看板' })
export type LayoutOwner = keyof typeof layoutOwners

const owner = enumOf(layoutOwners)
const done = z.null()

const board = z.object({
  orgId: z.string(),
  readAt: z.iso.datetime(),
  /** The cards of this caller in their order, with the hidden ones. */
  cards: z.array(
    placedCard.extend({
      /** False: one of its reads failed. Then it shows what was read at `staleSince`, if anything. */
      ok: z.boolean(),
      staleSince: z.iso.datetime().nullable(),
    }),
  ),
  /** Whether the user has arranged the board, and may arrange that of the organisation. */
  isArranged: z.boolean(),
  mayManage: z.boolean(),
  /** The answers that the cards would get at these addresses. */
  reads: z.array(
    z.object({ url: z.string(), ret: z.int(), msg: z.string(), data: z.unknown(), asOf: z.iso.datetime() }),
  ),
})
export type Board = z.output<typeof board>

/** Which figures: of the school day, or how the portal is used. */
export const keyFigureSets = labels({ day: '今日指标', usage: '使用情况' })

const dayValue = z.object({ day: z.iso.date(), value: z.number().nullable() })

export const keyFigure = z.object({
  code: z.string(),
  title: z.string(),
  unit: z.string(),
  note: z.string(),
  /** The last day with a figure: today, or the last school day. */
  day: z.iso.date(),
  value: z.number().nullable(),
  isMasked: z.boolean(),
  /** The school day before that. */
  before: dayValue.nullable(),
  complete: z.object({ reported: z.int(), expected: z.int() }),
  asOf: z.iso.datetime().nullable(),
  /** The last fourteen school days; null is a gap. */
  trend: z.array(dayValue),
  /** The page with the same figure. */
  url: z.string(),
})
export type KeyFigure = z.output<typeof keyFigure>

const keyFigures = z.object({
  today: z.iso.date(),
  /** On a day off: the next school day. */
  restUntil: z.iso.date().nullable(),
  figures: z.array(keyFigure),
})
export type KeyFigures = z.output<typeof keyFigures>

/** reported · none: there was nothing to count · missing: expected and not there · closed: nothing was expected */
export const cellStates = labels({ reported: '已报', none: '无数据', missing: '未报', closed: '未开通' })
export type CellState = keyof typeof cellStates

const matrix = z.object({
  day: z.iso.date(),
  columns: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      unit: z.string(),
      complete: z.object({ reported: z.int(), expected: z.int() }),
    }),
  ),
  rows: z.array(
    z.object({
      orgId: z.string(),
      name: z.string(),
      /** In the order of the columns. */
      cells: z.array(
        z.object({
          state: enumOf(cellStates),
          value: z.number().nullable(),
          isMasked: z.boolean(),
          url: z.string().nullable(),
        }),
      ),
    }),
  ),
})
export type Matrix = z.output<typeof matrix>

const classAttendance = z.array(
  z.object({
    classId: z.string(),
    label: z.string(),
    /** Lessons that need a roll until now, and those with one. */
    lessons: z.int(),
    rolled: z.int(),
    /** Pupil-lessons of the day: missing or truant, on leave, late. */
    absent: z.int(),
    onLeave: z.int(),
    late: z.int(),
    /** The names, for those who lead the class. */
    url: z.string().nullable(),
  }),
)
export type ClassAttendance = z.output<typeof classAttendance>

const openException = z.object({
  key: z.string(),
  /** 未点名 */
  title: z.string(),
  unit: z.string(),
  count: z.int(),
  /** The page with exactly these rows, or with the same figure. */
  url: z.string(),
})
export type OpenException = z.output<typeof openException>

const openExceptions = z.object({ day: z.iso.date(), items: z.array(openException) })
export type OpenExceptions = z.output<typeof openExceptions>

export const dataCentreApi = {
  keyFigures: route({
    method: 'GET',
    path: `${base}/kpi`,
    title: '看板指标',
    access: 'staff',
    query: z.object({ set: enumOf(keyFigureSets).default('day') }),
    data: keyFigures,
  }),
  matrix: route({
    method: 'GET',
    path: `${base}/matrix`,
    title: '各校指标',
    access: 'staff',
    query: z.object({ date: z.iso.date().optional() }),
    data: matrix,
  }),
  openExceptions: route({
    method: 'GET',
    path: `${base}/openExceptions`,
    title: '需要处理的事项',
    access: 'statistics.read',
    data: openExceptions,
  }),
  classAttendance: route({
    method: 'GET',
    path: `${base}/classAttendance`,
    title: '班级考勤',
    access: 'staff',
    data: classAttendance,
  }),
  board: route({
    method: 'GET',
    path: `${base}/board`,
    title: '数据看板',
    access: 'staff',
    // Figures of the organisation come from Redis, the others from one transaction.
    ownTransactions: true,
    data: board,
  }),
  saveBoard: route({
    method: 'POST',
    path: `${base}/saveBoard`,
    title: '保存看板布局',
    access: 'staff',
    body: z.object({ owner, cards: z.array(placedCard).min(1).max(100) }),
    data: done,
    done: '已保存',
  }),
  resetBoard: route({
    method: 'POST',
    path: `${base}/resetBoard`,
    title: '恢复默认看板',
    access: 'staff',
    body: z.object({ owner }),
    data: done,
    done: '已恢复默认',
  }),
}
