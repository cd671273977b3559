import type { RosterTone } from '#packages/web/core/roster-pad/roster-types.ts'
import styles from './roster-counts.module.css'

interface Props {
  /** 应到 45, 到 41, 未到 2: the first ones in plain, the others in their tone where there are any. */
  counts: readonly { label: string; count: number; tone: RosterTone }[]
}

/** The figures above the pad, in one line. */
export function RosterCounts({ counts }: Props) {
  return (
    <dl className={styles['counts']}>
      {counts.map(({ label, count, tone }) => (
        <div key={label} data-tone={count > 0 ? tone : undefined}>
          <dt>{label}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  )
}
