export interface ChartMark {
  label: string
  value: number
  /** The title mentions it: it is drawn in the brand colour, the others in grey. */
  isHighlighted: boolean
  /** A note for the table: 3 个班. */
  note?: string
  /** The list behind the value. */
  to?: string
}

export interface ChartProps {
  /** What the chart shows, true of every mark. */
  finding: string
  /** 人数; `unit` is what it is counted in: 人. */
  measure: string
  unit: string
  /** The kind of the marks: 年级. */
  of: string
  marks: readonly ChartMark[]
  /** Vertical, or horizontal for long names. */
  kind: 'columns' | 'rows'
  /** The end of the scale, for shares: 100. */
  most?: number
  /** When the values were loaded. */
  readAt: number
  isTable: boolean
}
