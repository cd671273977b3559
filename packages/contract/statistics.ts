import { z } from 'zod'
import { enumOf, labels } from './labels.ts'

/** The periods that statistics are counted for; `last…` are the days up to today. */
export const periodKinds = labels({
  day: '按日',
  week: '按周',
  month: '按月',
  term: '按学期',
  last7: '近7天',
  last30: '近30天',
  last90: '近90天',
  last365: '近365天',
})
export type PeriodKind = keyof typeof periodKinds

const figure = z.object({
  /** The code of the metric. */
  metric: z.string(),
  title: z.string(),
  unit: z.string(),
  /** How it is counted. */
  note: z.string(),
  /** Null if its source does not exist, which is not 0. */
  value: z.number().nullable(),
  /** The value of the period before; null if there is none to compare with. */
  before: z.number().nullable(),
  /** The list behind it; null if the reader may not open it. */
  link: z.string().nullable(),
})
export type StatFigure = z.output<typeof figure>

const chart = z.object({
  key: z.string(),
  /** What the chart shows, true of every mark. */
  finding: z.string(),
  measure: z.string(),
  unit: z.string(),
  /** The kind of the marks: 年级. */
  of: z.string(),
  kind: z.enum(['columns', 'rows', 'lines']),
  isStacked: z.boolean(),
  series: z.array(z.string()),
  marks: z.array(
    z.object({
      label: z.string(),
      values: z.array(z.number()),
      links: z.array(z.string().nullable()),
      isHighlighted: z.boolean(),
      note: z.string(),
    }),
  ),
})
export type StatChart = z.output<typeof chart>

/** Figures and charts of one subject in one period, for the scope of the caller. */
export const statPage = z.object({
  key: z.string(),
  title: z.string(),
  /** The title of the page with the rows: 学生管理. */
  source: z.string(),
  readAt: z.iso.datetime(),
  kinds: z.array(enumOf(periodKinds)),
  period: z.object({
    kind: enumOf(periodKinds),
    /** 2026年11月 */
    label: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    /** A day of the period before and after; null if there is none. */
    previous: z.iso.date().nullable(),
    next: z.iso.date().nullable(),
    /** 比上月同期: an unfinished period is compared with as many days. */
    comparison: z.string(),
  }),
  figures: z.array(figure),
  charts: z.array(chart),
  /** Why there is nothing to show, if there are no charts. */
  empty: z.object({ title: z.string(), text: z.string() }),
})
export type StatPageData = z.output<typeof statPage>
