export interface ChartMark {
  label: string
  value: number
  /** The title speaks of it: it is drawn in the colour of the house, the others in grey. */
  isHighlighted: boolean
  /** What is told in the table besides: 3 个班. */
  note?: string
  /** The list behind it. */
  to?: string
}

export interface ChartProps {
  /** What can be seen in it, true of every mark. */
  finding: string
  /** 人数; and in what it is counted: 人. */
  measure: string
  unit: string
  /** What the marks are: 年级. */
  of: string
  marks: readonly ChartMark[]
  /** Upright, or lying where the names are long. */
  kind: 'columns' | 'rows'
  /** Where the scale ends, for shares: 100. */
  most?: number
  /** When the values were read. */
  readAt: number
  isTable: boolean
}
