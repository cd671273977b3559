import type { ChartMark } from '#packages/web/desk/chart/chart-props.ts'
import { statisticsBy, type AttendanceStatistics } from '../../contract.ts'
import { countRolled, countThere, rateOf } from './mark-text.ts'
import { formatShortDay } from './shown-day.ts'

export type StatisticsBy = keyof typeof statisticsBy
type Row = AttendanceStatistics['rows'][number]
type Day = AttendanceStatistics['days'][number]

export interface Finding {
  finding: string
  marks: ChartMark[]
}

export const getRate = (row: Row | AttendanceStatistics['total']) => rateOf(countThere(row), countRolled(row))
export const getRolledRate = ({ lessons, rolled }: Pick<Row, 'lessons' | 'rolled'>) => rateOf(rolled, lessons)

const maxNames = 3
const joinNames = (names: readonly string[]) =>
  names.length > maxNames ? `${names.slice(0, maxNames).join('、')}等${names.length}个` : names.join('、')

const mostMarks = 12

interface RateOptions {
  /** 出勤率 */
  measure: string
  of: (row: Row) => number | null
  /** 都到齐了 */
  whole: string
}

/** The lowest rates first; those without any roll are in no rate. Says who is lowest, or that nobody is. */
export function findLowest(rows: readonly Row[], { measure, of, whole }: RateOptions): Finding {
  const counted = rows.flatMap((row) => {
    const rate = of(row)
    return rate === null ? [] : [{ name: row.name, rate }]
  })
  const shown = [...counted].sort((one, other) => one.rate - other.rate).slice(0, mostMarks)
  const [lowest] = shown
  const names = shown.filter(({ rate }) => rate === lowest?.rate).map(({ name }) => name)
  const isEqual = lowest === undefined || lowest.rate === 100 || counted.every(({ rate }) => rate === lowest.rate)
  const finding = !lowest
    ? `还没有${measure}`
    : lowest.rate === 100
      ? whole
      : isEqual
        ? `${measure}都是 ${lowest.rate}%`
        : `${joinNames(names)}${measure}最低，${lowest.rate}%`
  const marks = shown.map(({ name, rate }) => ({
    label: name,
    values: [rate],
    isHighlighted: !isEqual && rate === lowest.rate,
  }))
  return { finding, marks }
}

/** The days with the most absences, with leave or without; days without lessons are not there. */
export function findAbsentDays(days: readonly Day[]): Finding {
  const most = Math.max(0, ...days.map(({ absent }) => absent))
  const named = days.filter(({ absent }) => most > 0 && absent === most).map(({ day }) => formatShortDay(day))
  return {
    finding: days.length === 0 ? '还没有点名' : most === 0 ? '每天都到齐' : `${joinNames(named)}缺席最多，${most} 人次`,
    marks: days.map(({ day, absent, late }) => ({ label: formatShortDay(day), values: [absent, late] })),
  }
}
