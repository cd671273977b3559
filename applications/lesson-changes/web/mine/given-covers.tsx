import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#packages/contract'
import { creditKinds } from '#engines/cover/contract.ts'
import { creditsQuery, formatCredit, formatDay } from '#engines/cover/web/desk-api.ts'
import { PeriodBar } from '#packages/web/desk/period-bar.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import { RequestList } from './request-list.tsx'
import { RequestRow } from './request-row.tsx'
import styles from './mine.module.css'

/** 我代的课, and what they count in a month. */
export const GivenCovers = () => (
  <div className={styles['columns']}>
    <RequestList box="given" label="我代的课" title="还没有代过课" text="您同意代的课和教务安排给您的课显示在这里。">
      {(requests) =>
        requests.map((request) => (
          <RequestRow key={request.id} request={request} about={`代${request.applicant.name}`} />
        ))
      }
    </RequestList>
    <Credits />
  </div>
)

const turnMonth = (month: string, step: number) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7)
}

function Credits() {
  const today = useToday()
  const [month, setMonth] = useState(today.slice(0, 7))
  const query = useQuery(creditsQuery(month))
  return (
    <section className={styles['card']} aria-label="代课课时">
      <header className={styles['month']}>
        <PeriodBar
          name="月份"
          label={`${month.slice(0, 4)}年${Number(month.slice(5))}月`}
          onPrevious={() => setMonth(turnMonth(month, -1))}
          onNext={month < today.slice(0, 7) ? () => setMonth(turnMonth(month, 1)) : undefined}
        />
      </header>
      <QueryState query={query}>
        {({ total, isSettled, rows }) => (
          <>
            <p className={styles['total']}>
              <strong>{formatCredit(total)}</strong>
              <span>{isSettled ? '已结算' : '未结算'}</span>
            </p>
            {rows.length === 0 ? (
              <p className={styles['none']}>这个月没有代课课时，上完课后计入。</p>
            ) : (
              <ul className={styles['credits']}>
                {rows.map(({ day, lesson, kind, hours, note }) => (
                  <li key={`${day} ${lesson} ${hours}`}>
                    <span>{formatDay(day)}</span>
                    <span>
                      {lesson}
                      <small>{[labelOf(creditKinds, kind), note].filter(Boolean).join('　')}</small>
                    </span>
                    <b>{hours / 100}</b>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}
