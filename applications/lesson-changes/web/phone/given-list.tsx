import { useState } from 'react'
import { labelOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { EmptyState, InlineLoadError } from '#packages/web/light/state-notice.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { coverApi, creditKinds } from '#engines/cover/contract.ts'
import { CoverStatusTag, formatHours, RequestLessons } from '#engines/cover/web/api.ts'
import type { ListProps } from './list-props.ts'
import styles from './mine.module.css'

/** 我代的课: the hours of a month, and the lessons. */
export function GivenList({ requests, today, onOpen }: ListProps) {
  return (
    <>
      <Hours today={today} />
      {requests.length === 0 && <EmptyState title="还没有代过课">您替同事上的课会显示在这里。</EmptyState>}
      {requests.map((request) => (
        <Card key={request.id}>
          <button type="button" className={styles['row']} onClick={() => onOpen(request.id)}>
            <span className={styles['words']}>
              <RequestLessons request={request} today={today} />
              <span className={styles['second']}>原任课教师 {request.legs[0]?.from?.name}</span>
            </span>
            <CoverStatusTag status={request.status} />
          </button>
        </Card>
      ))}
    </>
  )
}

/** 2026-11 and the months beside it. */
const shiftMonth = (month: string, by: number) => {
  const [year, at] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7)
}

function Hours({ today }: { today: string }) {
  const thisMonth = today.slice(0, 7)
  const [month, setMonth] = useState(thisMonth)
  const { answer, again } = useLoaded(month, () => call(coverApi.myCredits, { query: { month } }))
  const credits = answer && answer !== 'failed' ? answer : undefined
  return (
    <Card
      title={month === thisMonth ? '本月代课' : `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月代课`}
      aside={credits?.isSettled && <Tag state="passed">已结算</Tag>}
    >
      {answer === 'failed' && <InlineLoadError onRetry={again} />}
      <p className={styles['total']} role="status">
        {credits ? formatHours(credits.total) : '—'}
      </p>
      {credits && credits.rows.length > 0 && (
        <ul className={styles['credits']} aria-label="代课课时">
          {credits.rows.map(({ day, lesson, kind, hours, note }) => (
            <li key={`${day} ${lesson} ${hours}`}>
              <span>
                {day.slice(5)} {lesson}
              </span>
              <span className={styles['second']}>
                {labelOf(creditKinds, kind)} {formatHours(hours)} {note}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles['months']}>
        <Button kind="plain" onClick={() => setMonth(shiftMonth(month, -1))}>
          上个月
        </Button>
        <Button kind="plain" isDisabled={month >= thisMonth} onClick={() => setMonth(shiftMonth(month, 1))}>
          下个月
        </Button>
      </div>
    </Card>
  )
}
