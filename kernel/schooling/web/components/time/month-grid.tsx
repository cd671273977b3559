import { addDays } from '#packages/core'
import { memo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { CalendarDay } from '../../../contract.ts'
import type { DateSpan } from './days-dialog.tsx'
import { getDayMark, describeCalendarDay, weekdays, type CalendarMonth } from './calendar-months.ts'
import { useToday } from '#packages/web/desk/use-today.ts'
import styles from './month-grid.module.css'

interface Props {
  months: readonly CalendarMonth[]
  /** A day was clicked, or several were selected by dragging. */
  onChoose: (days: DateSpan) => void
}

const dayAt = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-day]')?.dataset['day']
const inOrder = (a: string, b: string): DateSpan => (a < b ? { from: a, to: b } : { from: b, to: a })
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** All days of a year. A click selects a day, dragging or Shift several; the arrow keys move the focus. */
export function MonthGrid({ months, onChoose }: Props) {
  const today = useToday()
  const frame = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState(today)
  /** The days where dragging started and is now. */
  const [drawn, setDrawn] = useState<{ start: string; end: string }>()
  const first = months[0]!.key
  const isShown = months.some(({ key }) => reached.startsWith(key))
  const focusable = isShown ? reached : `${first}-01`
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const day = dayAt(event.target)
    if (step === undefined || !day) return
    event.preventDefault()
    const next = addDays(day, step)
    frame.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
    setReached(next)
  }
  const press = (event: MouseEvent) => {
    const day = dayAt(event.target)
    if (!day) return
    const start = event.shiftKey ? reached : (drawn?.start ?? day)
    setDrawn(undefined)
    setReached(day)
    onChoose(inOrder(start, day))
  }
  // No day gets a click event when the button is pressed and released on different days, so mouseup ends the drag.
  const release = (event: MouseEvent) => {
    const day = dayAt(event.target)
    if (!drawn || !day || day === drawn.start) return setDrawn(undefined)
    setDrawn(undefined)
    setReached(day)
    onChoose(inOrder(drawn.start, day))
  }
  const range = drawn && drawn.start !== drawn.end ? inOrder(drawn.start, drawn.end) : undefined
  return (
    // The days are buttons; this element only handles their common events.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={frame}
      className={styles['months']}
      onKeyDown={move}
      onClick={press}
      onMouseDown={(event) => {
        const day = event.button === 0 && !event.shiftKey ? dayAt(event.target) : undefined
        if (day) setDrawn({ start: day, end: day })
      }}
      onMouseOver={(event) => {
        const day = drawn && dayAt(event.target)
        if (day && day !== drawn.end) setDrawn({ ...drawn, end: day })
      }}
      onFocus={() => {}}
      onMouseUp={release}
      onMouseLeave={() => setDrawn(undefined)}
    >
      {months.map((month) => (
        <MonthCard
          key={month.key}
          month={month}
          today={today}
          focusable={focusable.startsWith(month.key) ? focusable : ''}
          // Months outside the range get equal props and are not rendered again while dragging.
          from={range && range.to >= month.key && range.from <= `${month.key}-31` ? range.from : ''}
          to={range && range.to >= month.key && range.from <= `${month.key}-31` ? range.to : ''}
        />
      ))}
    </div>
  )
}

interface MonthProps {
  month: CalendarMonth
  today: string
  focusable: string
  from: string
  to: string
}

const MonthCard = memo(function MonthCard({ month, today, focusable, from, to }: MonthProps) {
  const { title, weeks, notes } = month
  return (
    <section className={styles['month']} aria-label={title}>
      <h2 className={styles['title']}>{title}</h2>
      {/* Seven days beside each other are narrower than other targets on a phone with large letters. */}
      <div className={styles['grid']} data-inline>
        <span className={styles['head']} aria-hidden="true" />
        {weekdays.map((word) => (
          <span key={word} className={styles['head']} aria-hidden="true">
            {word}
          </span>
        ))}
        {weeks.map(({ week, days }) => [
          <span key={`week of ${dayIn(days)}`} className={styles['week']} title={week ? `第${week}周` : undefined}>
            {week}
          </span>,
          ...days.map((day, at) =>
            day ? (
              <Day
                key={day.day}
                day={day}
                isToday={day.day === today}
                isReachable={day.day === focusable}
                isDrawn={day.day >= from && day.day <= to}
              />
            ) : (
              // eslint-disable-next-line react/no-array-index-key
              <span key={`${dayIn(days)} ${at}`} />
            ),
          ),
        ])}
      </div>
      {notes.length > 0 && (
        <ul className={styles['notes']}>
          {notes.map(({ days, text, by }) => (
            <li key={`${days} ${text}`}>
              <span className={styles['span']}>{days}</span>
              <span>{text}</span>
              {by && <span className={styles['by']}>{by}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
})

const dayIn = (days: readonly (CalendarDay | null)[]) => days.find(Boolean)!.day

interface DayProps {
  day: CalendarDay
  isToday: boolean
  isReachable: boolean
  isDrawn: boolean
}

function Day({ day, isToday, isReachable, isDrawn }: DayProps) {
  const mark = getDayMark(day)
  const label = describeCalendarDay(day)
  return (
    <button
      type="button"
      className={styles['day']}
      data-day={day.day}
      data-kind={mark ? day.kind : undefined}
      data-off={!mark && day.kind === 'rest' ? '' : undefined}
      data-drawn={isDrawn ? '' : undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-label={`${Number(day.day.slice(8))}${mark} ${label}`}
      title={label}
      tabIndex={isReachable ? 0 : -1}
    >
      <span>{Number(day.day.slice(8))}</span>
      {mark && <span className={styles['mark']}>{mark}</span>}
    </button>
  )
}
