import { useState } from 'react'
import { labelOf } from '#packages/contract'
import { dayOf } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { Card } from '#packages/web/light/card.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#packages/web/light/part-icons.tsx'
import { PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { ChildPage } from '#kernel/student/web/api.ts'
import {
  attendanceStatuses,
  familyAttendanceApi as api,
  pupilLeaveKinds,
  type AttendanceFigures,
  type PupilDay,
} from '../../contract.ts'
import { ChildChips } from './child-chips.tsx'
import { addMonths, formatDayOfMonth, formatMonth, getDayStatus, listWeeks, statusMarks } from './month-days.ts'
import styles from './attendance.module.css'

/** The month of a child: a calendar, the lessons of a day, and the sums. */
export default function ChildAttendance() {
  return (
    <ChildPage title="考勤" help="family-attendance">
      {(child) => (
        <>
          <ChildChips />
          <Months key={child.id} childId={child.id} />
        </>
      )}
    </ChildPage>
  )
}

function Months({ childId }: { childId: string }) {
  const [today] = useState(() => dayOf(new Date()))
  const [month, setMonth] = useState(today.slice(0, 7))
  const [chosen, setChosen] = useState(today)
  const { answer, again } = useLoaded(`${childId} ${month}`, () =>
    call(api.month, { query: { studentId: childId, month } }),
  )
  const move = (by: -1 | 1) => {
    const next = addMonths(month, by)
    setMonth(next)
    setChosen(today.startsWith(next) ? today : '')
  }
  const days = answer && answer !== 'failed' ? answer.days : []
  const day = days.find((one) => one.day === chosen)
  return (
    <>
      <Card>
        <div className={styles['head']}>
          <button type="button" className={styles['move']} aria-label="上个月" onClick={() => move(-1)}>
            <ChevronLeftIcon size={22} />
          </button>
          <h2 className={styles['month']} aria-live="polite">
            {formatMonth(month)}
          </h2>
          <button
            type="button"
            className={styles['move']}
            aria-label="下个月"
            disabled={month >= today.slice(0, 7)}
            onClick={() => move(1)}
          >
            <ChevronRightIcon size={22} />
          </button>
        </div>
        <Calendar month={month} days={days} today={today} chosen={chosen} onChoose={setChosen} />
        {!answer && <Skeleton />}
        {answer && answer !== 'failed' && <Sums figures={answer.figures} />}
      </Card>
      {answer === 'failed' && <PageLoadError onRetry={again} />}
      {day && <DayCard day={day} />}
      {answer && answer !== 'failed' && chosen && !day && (
        <Note kind="info">{formatDayOfMonth(chosen)}没有课程记录</Note>
      )}
    </>
  )
}

interface CalendarProps {
  month: string
  days: readonly PupilDay[]
  today: string
  chosen: string
  onChoose: (day: string) => void
}

function Calendar({ month, days, today, chosen, onChoose }: CalendarProps) {
  const known = new Map(days.map((day) => [day.day, day]))
  return (
    <table className={styles['calendar']} aria-label={`${formatMonth(month)}考勤`}>
      <thead>
        <tr>
          {['一', '二', '三', '四', '五', '六', '日'].map((weekday) => (
            <th key={weekday} scope="col">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listWeeks(month).map((week, at) => (
          <tr key={at}>
            {week.map((day, column) => (
              <td key={column}>
                {day && (
                  <Day
                    day={day}
                    status={statusOf(known.get(day), today)}
                    isToday={day === today}
                    isChosen={day === chosen}
                    onChoose={onChoose}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const statusOf = (day: PupilDay | undefined, today: string) => day && getDayStatus(day, today)

interface DayProps {
  day: string
  status: ReturnType<typeof getDayStatus>
  isToday: boolean
  isChosen: boolean
  onChoose: (day: string) => void
}

function Day({ day, status, isToday, isChosen, onChoose }: DayProps) {
  const mark = status && statusMarks[status]
  const label = status ? labelOf(attendanceStatuses, status) : '没有记录'
  return (
    <button
      type="button"
      className={styles['day']}
      data-tint={mark?.tint}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => onChoose(day)}
    >
      <b aria-hidden>{Number(day.slice(8))}</b>
      <span aria-hidden>{mark?.letter}</span>
      <span className={styles['unseen']}>{`${formatDayOfMonth(day)} ${label}`}</span>
    </button>
  )
}

const shownFigures = ['late', 'early', 'sick', 'private', 'official', 'missing', 'truant'] as const

/** In lessons. Those without a roll are in no sum, and are named. */
function Sums({ figures }: { figures: AttendanceFigures }) {
  if (figures.expected + figures.unrecorded === 0) return <p className={styles['sums']}>本月还没有点名记录</p>
  const parts = [
    `出勤 ${figures.present} 节`,
    ...shownFigures
      .filter((status) => figures[status] > 0)
      .map((status) => `${labelOf(attendanceStatuses, status)} ${figures[status]} 节`),
    ...(figures.halfMissed > 0 ? [`其中缺半节 ${figures.halfMissed} 节`] : []),
    ...(figures.unrecorded > 0 ? [`未点 ${figures.unrecorded} 节，不计入`] : []),
  ]
  return (
    <p className={styles['sums']}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  )
}

function DayCard({ day: { day, lessons, leave, seenAt } }: { day: PupilDay }) {
  return (
    <Card title={formatDayOfMonth(day)} aside={seenAt ? `${seenAt} 进校` : undefined}>
      {leave.map(({ id, kind, text }) => (
        <p key={id} className={styles['leave']}>
          {labelOf(pupilLeaveKinds, kind)} {text}
        </p>
      ))}
      <ul className={styles['lessons']}>
        {lessons.map(({ lessonId, periodName, begins, subjectName, status, minutes }) => (
          <li key={lessonId}>
            <span className={styles['period']}>
              {periodName} {begins}
            </span>
            <span>{subjectName}</span>
            <strong className={styles['status']} data-tint={statusMarks[status].tint}>
              {labelOf(attendanceStatuses, status)}
              {minutes !== null && (status === 'late' || status === 'early') && ` ${minutes} 分钟`}
            </strong>
          </li>
        ))}
      </ul>
      {/* A silent terminal says nothing about the child. */}
      {!seenAt && lessons.length > 0 && <p className={styles['hint']}>没有设备记录时，以老师登记为准</p>}
    </Card>
  )
}
