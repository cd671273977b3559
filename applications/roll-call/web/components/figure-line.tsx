import type { AttendanceFigures } from '#engines/attendance/contract.ts'
import { countRolled, countThere, formatRate, rateOf } from './mark-text.ts'
import styles from './figure-line.module.css'

/** 出勤率 98.2%, and how often what happened. 未点 is in no rate, and is said beside it. */
export function FigureLine({ of }: { of: AttendanceFigures }) {
  const counts: readonly (readonly [string, number, string?])[] = [
    ['未到', of.missing, 'error'],
    ['旷课', of.truant, 'error'],
    ['迟到', of.late],
    ['缺半节', of.halfMissed],
    ['早退', of.early],
    ['病假', of.sick],
    ['事假', of.private],
    ['公假', of.official],
    ['未点', of.unrecorded],
  ]
  return (
    <dl className={styles['line']} aria-label="考勤合计（人次）">
      <div>
        <dt>出勤率</dt>
        <dd>
          <strong>{formatRate(rateOf(countThere(of), countRolled(of)))}</strong>
        </dd>
      </div>
      {counts.map(([label, count, tone]) => (
        <div key={label} data-tone={count > 0 ? tone : undefined}>
          <dt>{label}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  )
}
