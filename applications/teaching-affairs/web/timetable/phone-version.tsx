import { useMemo, useState } from 'react'
import { getWeekday } from '#packages/core'
import type { TimetableContent } from '#engines/timetable/contract.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import {
  formatWeekday,
  indexContent,
  listLessons,
  viewKinds,
  type TimetableIndex,
  type View,
  type ViewKind,
} from './timetable-views.ts'
import { NobodyHere } from './read-only-view.tsx'
import { useChosenView } from './use-chosen-view.ts'
import { VersionFacts } from './version-bar.tsx'
import { isDraft } from './version-status.ts'
import styles from './phone-version.module.css'

const kinds = (['class', 'teacher', 'room'] as const).map((value) => ({ value, label: viewKinds[value] }))

/** A version on a phone: one day of one class, teacher or room; it is edited on the desk. */
export function PhoneVersion({ content }: { content: TimetableContent }) {
  const may = useMay()
  const index = useMemo(() => indexContent(content), [content])
  const chosen = useChosenView(index)
  const view: View = chosen.view.kind === 'all' ? { kind: 'class', id: content.classes[0]?.id ?? '' } : chosen.view
  const today = getWeekday(useToday())
  const [day, setDay] = useState(content.weekdays.includes(today) ? today : (content.weekdays[0] ?? 1))
  return (
    <>
      <div className={styles['version']}>
        <VersionFacts timetable={content.timetable} />
        {isDraft(content.timetable.status) && may('timetable.edit') && (
          <p className={styles['hint']}>手机上只能查看，请在电脑上修改</p>
        )}
      </div>
      <div className={styles['choices']}>
        <PlainSelect
          label="按什么查看"
          value={view.kind}
          options={kinds}
          onChange={(kind) => chosen.choose({ kind: kind as ViewKind, id: '' })}
        />
        <PlainSelect
          className={styles['whose']!}
          label={`选择${viewKinds[view.kind]}`}
          value={view.id}
          options={chosen.choices}
          onChange={(id) => chosen.choose({ kind: view.kind, id })}
        />
      </div>
      <div className={styles['days']} role="group" aria-label="星期">
        {content.weekdays.map((weekday) => (
          <button
            key={weekday}
            type="button"
            className={styles['day']}
            aria-pressed={weekday === day}
            onClick={() => setDay(weekday)}
          >
            {formatWeekday(weekday)}
          </button>
        ))}
      </div>
      {view.id ? <Day index={index} view={view} day={day} /> : <NobodyHere kind={view.kind} />}
    </>
  )
}

function Day({ index, view, day }: { index: TimetableIndex; view: View; day: number }) {
  const lessons = listLessons(index, view).filter(({ weekday }) => weekday === day)
  if (lessons.length === 0) return <p className={styles['none']}>{`${formatWeekday(day)}没有课`}</p>
  return (
    <ul className={styles['lessons']} aria-label={`${formatWeekday(day)}课表`}>
      {index.content.periods.flatMap((period) =>
        lessons
          .filter(({ periodId }) => periodId === period.id)
          .map(({ id, title, detail, place, weekNote }) => (
            <li key={id} className={styles['lesson']}>
              <span className={styles['period']}>
                {period.name}
                <span>{period.begins}</span>
              </span>
              <span>
                <b>{weekNote ? `${title}（${weekNote}周）` : title}</b>
                <span className={styles['second']}>{[detail, place].filter(Boolean).join('，')}</span>
              </span>
            </li>
          )),
      )}
    </ul>
  )
}
