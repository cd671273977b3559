import { useRef, useState, type KeyboardEvent } from 'react'
import { InboxOutlined } from '@ant-design/icons'
import { Glyph } from '../glyph.tsx'
import { useEditArea } from './edit-area.tsx'
import { describeLesson, type TrayLesson } from './grid-types.ts'
import { getSubjectClass } from './subject-colour.ts'
import styles from './lesson-tray.module.css'

interface Props {
  lessons: readonly TrayLesson[]
  subjects?: readonly string[]
}

/** Lessons of one kind, of which the first is taken: five lessons of mathematics are one entry with 5. */
interface Pile {
  key: string
  lessons: readonly [TrayLesson, ...TrayLesson[]]
}

/** 待排: lessons without a period, picked up as in the timetable. A held lesson can be dropped into it. */
export function LessonTray({ lessons, subjects }: Props) {
  const area = useEditArea()
  const [stop, setStop] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const groups = groupPiles(lessons)
  const keys = groups.flatMap(([, piles]) => piles.map(({ key }) => key))
  const current = keys.includes(stop) ? stop : keys[0]
  const held = area?.held
  const canTake = held?.weekday !== undefined && area?.actions.onUnplace !== undefined

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (!step || current === undefined) return
    event.preventDefault()
    const next = keys[keys.indexOf(current) + step]
    if (next === undefined) return
    setStop(next)
    const entries = list.current?.querySelectorAll<HTMLElement>('[data-lesson]')
    entries?.[keys.indexOf(next)]?.focus()
  }
  const pick = ({ id }: TrayLesson, isHeld: boolean) => {
    if (isHeld) area?.actions.onPutBack()
    else area?.actions.onPick(id)
  }
  return (
    <section className={styles['tray']} data-tray="" data-open={canTake ? '' : undefined} aria-label="待排">
      <h3 className={styles['head']}>
        待排 <span>{lessons.length} 节</span>
      </h3>
      {canTake && (
        <button type="button" className={styles['drop']} onClick={() => area?.actions.onUnplace?.()}>
          <Glyph of={InboxOutlined} /> 放到这里，取消安排
        </button>
      )}
      {lessons.length === 0 && !canTake && <p className={styles['none']}>全部课时已排好</p>}
      <div ref={list} role="toolbar" aria-label="待排的课" aria-orientation="vertical" tabIndex={-1} onKeyDown={press}>
        {groups.map(([group, piles]) => (
          <div key={group} className={styles['group']} role="group" aria-label={group}>
            <p className={styles['groupName']} title={group}>
              {group} <span>{piles.reduce((sum, pile) => sum + pile.lessons.length, 0)}</span>
            </p>
            <ul className={styles['piles']}>
              {piles.map(({ key, lessons: [first, ...others] }) => {
                const isHeld = [first, ...others].some(({ id }) => id === held?.id)
                const count = others.length + 1
                return (
                  <li key={key}>
                    <button
                      type="button"
                      className={`${styles['pile']} ${getSubjectClass(first.subjectId, subjects)}`}
                      data-lesson={isHeld ? held?.id : first.id}
                      tabIndex={key === current ? 0 : -1}
                      aria-pressed={isHeld}
                      title={`${group}：${describeLesson(first)}，${count} 节`}
                      disabled={!area}
                      onFocus={() => setStop(key)}
                      onClick={() => pick(first, isHeld)}
                    >
                      <b>{first.title}</b>
                      <span>{first.detail}</span>
                      {first.weekNote && <span>{first.weekNote}</span>}
                      <em aria-label={`${count} 节`}>×{count}</em>
                    </button>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

function groupPiles(lessons: readonly TrayLesson[]): readonly (readonly [group: string, piles: readonly Pile[]])[] {
  const groups = new Map<string, Map<string, Pile>>()
  for (const lesson of lessons) {
    const { group, subjectId, detail, weekNote = '' } = lesson
    const piles = groups.get(group) ?? new Map<string, Pile>()
    groups.set(group, piles)
    const key = [group, subjectId, detail, weekNote].join('\n')
    const pile = piles.get(key)
    piles.set(key, { key, lessons: pile ? [...pile.lessons, lesson] : [lesson] })
  }
  return [...groups].map(([group, piles]) => [group, [...piles.values()]] as const)
}
