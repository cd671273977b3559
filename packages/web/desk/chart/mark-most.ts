import type { ChartMark } from './chart-props.ts'

/** Of one series: highlights the marks with the largest value, and joins their names for the finding; empty if all values are zero. */
export function markMost(marks: readonly Omit<ChartMark, 'isHighlighted'>[]): { marks: ChartMark[]; most: string } {
  const largest = Math.max(0, ...marks.map(({ values: [value = 0] }) => value))
  const isLargest = ({ values: [value = 0] }: Pick<ChartMark, 'values'>) => largest > 0 && value === largest
  return {
    marks: marks.map((mark) => ({ ...mark, isHighlighted: isLargest(mark) })),
    most: marks
      .filter(isLargest)
      .map(({ label }) => label)
      .join('、'),
  }
}
