import { useState, type ReactNode } from 'react'
import { addDays, getMonday } from '#packages/core'
import { isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/light/button.tsx'
import { PhoneWeek } from '#packages/web/light/phone-week.tsx'
import { EmptyState, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import type { WeekView } from '../../contract.ts'
import { toPhoneDays, type Reader } from '../week-lessons.ts'
import { useClock } from './use-clock.ts'
import styles from './week-content.module.css'

interface Props {
  label: string
  reader: Reader
  /** Identifies whose week it is. */
  of: string
  read: (day: string) => Promise<WeekView>
  /** What is said in a week without lessons. */
  empty: string
  /** Below a week with lessons. */
  foot?: ReactNode
}

/** A week with the ones before and after it. */
export function WeekContent({ label, reader, of, read, empty, foot }: Props) {
  const { today, clock } = useClock()
  const thisMonday = getMonday(today)
  const [monday, setMonday] = useState(thisMonday)
  const { answer, again } = useLoaded(`${of} ${monday}`, () => readWeek(() => read(monday)))
  return (
    <>
      <div className={styles['weeks']} role="group" aria-label="选择一周">
        <Button kind="plain" onClick={() => setMonday(addDays(monday, -7))}>
          上一周
        </Button>
        <Button kind={monday === thisMonday ? 'tint' : 'plain'} onClick={() => setMonday(thisMonday)}>
          本周
        </Button>
        <Button kind="plain" onClick={() => setMonday(addDays(monday, 7))}>
          下一周
        </Button>
      </div>
      {!answer && <Skeleton blocks={skeleton} />}
      {answer === 'failed' && <PageLoadError onRetry={again} />}
      {answer === 'missing' && <EmptyState title="没有权限">您不能查看这份课表。</EmptyState>}
      {answer && answer !== 'failed' && answer !== 'missing' && (
        <>
          <p className={styles['range']}>
            {[answer.weekNo === null ? '假期' : `第 ${answer.weekNo} 周`, `${monday} 至 ${addDays(monday, 6)}`].join(
              '，',
            )}
          </p>
          {answer.lessons.length === 0 ? (
            <EmptyState title="这一周没有课">{empty}</EmptyState>
          ) : (
            <>
              <PhoneWeek label={label} days={toPhoneDays(answer, reader, today, clock)} />
              {foot}
            </>
          )}
        </>
      )}
    </>
  )
}

/** Trying again does not help somebody who may not see it. */
async function readWeek(read: () => Promise<WeekView>) {
  try {
    return await read()
  } catch (error) {
    if (isMissingOrForbidden(error)) return 'missing' as const
    throw error
  }
}

const skeleton = [
  [40, 70],
  [34, 62],
  [46, 74],
]
