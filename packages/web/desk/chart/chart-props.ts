export interface ChartMark {
  label: string
  /** One value for each series; in lines NaN is a gap. */
  values: readonly number[]
  /** The list behind each value; null where the reader may not open it. */
  links?: readonly (string | null)[] | undefined
  /** With one series: the title mentions it, so that it is drawn in the brand colour, and the others in grey. */
  isHighlighted?: boolean | undefined
  /** A note for the table: 3 个班. */
  note?: string | undefined
}

/** Something that happened on a day of a line. */
export interface ChartEvent {
  /** The mark at which a vertical line is drawn. */
  at: number
  label: string
  text: string
}

export interface ChartProps {
  /** What the chart shows, true of every mark. */
  finding: string
  /** 人数; `unit` is what it is counted in: 人. */
  measure: string
  unit: string
  /** The kind of the marks: 年级. */
  of: string
  /** The names of the series, at most six; one has the name of the measure. */
  series: readonly string[]
  marks: readonly ChartMark[]
  /** Vertical or horizontal bars, or lines over time. */
  kind: 'columns' | 'rows' | 'lines'
  /** The bars of the series are on top of each other. Otherwise they are side by side. */
  isStacked?: boolean | undefined
  /** Vertical lines over `lines`; the table has their texts as notes. */
  events?: readonly ChartEvent[] | undefined
  /** The end of the scale, for shares: 100. */
  most?: number | undefined
  /** The page that the values come from: 学生管理. */
  source?: string | undefined
  /** When the values were loaded. */
  readAt: number
  isTable: boolean
  /** On the board: without ECharts where that is possible, and otherwise drawn when it comes into view. */
  isLight?: boolean
}

/** 一年级 男 45 人 */
export const describeValue = ({ series, marks, unit }: ChartProps, at: number, of: number, value: string) =>
  [marks[at]!.label, ...(series.length > 1 ? [series[of]!] : []), unit === '%' ? `${value}%` : `${value} ${unit}`].join(
    ' ',
  )

/** The sum of a stacked bar. */
export const sumValues = ({ values }: ChartMark) => values.reduce((sum, value) => sum + value, 0)
