import { useState } from 'react'
import { isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { formatDate, formatDayTime, formatWeekday } from '#packages/web/core/format/time.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { DeskLink } from '#packages/web/light/desk-link.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { DetailList, DetailRow } from '#packages/web/light/row.tsx'
import { EmptyState, OfflineNote, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { useOnline } from '#packages/web/light/use-online.ts'
import { leaveApi } from '../../contract.ts'
import { calendarPath, leavePath } from '../leave-paths.ts'
import { listAbsences } from '../leave-text.ts'
import { addDays, mondayOf } from '../weeks.ts'
import styles from './leave-calendar.module.css'

const readWeek = async (from: string) => {
  try {
    const week = await call(leaveApi.calendar, { query: { orgId: null, from, to: addDays(from, 6) } })
    return { week, at: new Date().toISOString() }
  } catch (error) {
    // Trying again does not help somebody who may not see it.
    if (isMissingOrForbidden(error)) return 'missing' as const
    throw error
  }
}

/** Who is away, day by day. */
export default function LeaveCalendar() {
  usePageTitle('请假日历')
  const isOnline = useOnline()
  const [today] = useState(() => formatDate(new Date()))
  const thisMonday = mondayOf(today)
  const [monday, setMonday] = useState(thisMonday)
  const { answer, again } = useLoaded(monday, () => readWeek(monday))
  return (
    <LightPage head={<Bar title="请假日历" back={leavePath} help="leave-calendar" />}>
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
      <p className={styles['range']}>
        {monday} 至 {addDays(monday, 6)}
      </p>
      {!answer && <Skeleton blocks={skeleton} />}
      {answer === 'failed' && <PageLoadError onRetry={again} />}
      {answer === 'missing' && <EmptyState title="没有权限">本单位没有开放请假日历。</EmptyState>}
      {answer && answer !== 'failed' && answer !== 'missing' && (
        <>
          {!isOnline && <OfflineNote at={formatDayTime(answer.at)} />}
          {listAbsences(answer.week).map(({ day, name, isWorking, departments, count }) =>
            count === 0 && !isWorking && !name ? null : (
              <Card
                key={day}
                title={`${formatWeekday(day).slice(5)}${day === today ? ' 今天' : ''}`}
                aside={count > 0 ? `${count} 人请假` : name}
              >
                {count > 0 && name && <p className={styles['none']}>{name}</p>}
                {count === 0 ? (
                  <p className={styles['none']}>{isWorking ? '没有人请假' : '放假'}</p>
                ) : (
                  <DetailList>
                    {departments.map(({ name: department, people, isConflict }) => (
                      <DetailRow
                        key={department}
                        label={department || '未分部门'}
                        {...(isConflict && { tool: <Tag state="unusual">人数较多</Tag> })}
                      >
                        {people.map((text) => (
                          <span key={text} className={styles['person']}>
                            {text}
                          </span>
                        ))}
                      </DetailRow>
                    ))}
                  </DetailList>
                )}
              </Card>
            ),
          )}
          <DeskLink to={calendarPath} />
        </>
      )}
    </LightPage>
  )
}

const skeleton = [
  [40, 70],
  [34, 62],
  [46, 74],
]
