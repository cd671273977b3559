import { formatClock } from '#packages/web/core/format/time.ts'
import type { AbsenceBoard } from '../../contract.ts'
import { describeOutcome, formatMinutes } from './case-text.ts'
import { PupilLink } from './pupil-link.tsx'
import styles from './settled-cases.module.css'

/** What was found out today, the last first. */
export const SettledCases = ({ of, title }: { of: AbsenceBoard['settled']; title: string }) => (
  <section className={styles['section']} aria-label={title}>
    <h2>
      {title} <span>{of.length}</span>
    </h2>
    <ul>
      {of.map((one) => (
        <li key={one.id}>
          <b>{one.name}</b>
          <span>{one.className}</span>
          <span>{one.lesson}</span>
          <span>{describeOutcome(one)}</span>
          <span className={styles['by']}>
            {[one.settledBy, one.settledAt ? formatClock(one.settledAt) : '', `用时${formatMinutes(one.minutes)}`]
              .filter(Boolean)
              .join(' ')}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

/** Three school days in a row without leave: the school looks after it, whatever today's case says. */
export const LongAbsences = ({ of }: { of: AbsenceBoard['long'] }) => (
  <section className={styles['section']} data-tone="long" aria-label="连续三天未到">
    <h2>
      连续三天未到 <span>{of.length}</span>
    </h2>
    <ul>
      {of.map(({ studentId, name, className, days }) => (
        <li key={studentId}>
          <b>
            <PupilLink id={studentId} name={name} />
          </b>
          <span>{className}</span>
          <span>连续 {days} 个上课日未到，没有请假</span>
        </li>
      ))}
    </ul>
  </section>
)
