import { useRef, useState, type ReactNode } from 'react'
import { areLetterKeysOn, hasOwnKeys, isTyping } from '../letter-keys.ts'
import { SlideOver } from '../slide-over.tsx'
import { usePhone } from '../use-phone.ts'
import { useWindowKeys } from '../use-window-keys.ts'
import type { BoardCandidate, BoardColumn, BoardPeriod } from './board-types.ts'
import { DayStrip } from './day-strip.tsx'
import { PersonList } from './person-list.tsx'
import { useCandidateDrag } from './use-candidate-drag.ts'
import styles from './day-board.module.css'

interface Props {
  /** 11月19日缺课教师 */
  label: string
  columns: readonly BoardColumn[]
  periods: readonly BoardPeriod[]
  chosenId: string | undefined
  /** Of the chosen lesson, for the keys 1 to 9 and for dragging. */
  candidates: readonly BoardCandidate[]
  /** Whether the page is in front. */
  isFront: boolean
  onChooseLesson: (lessonId: string) => void
  /** By click, key or drag; a drag may aim at another lesson. */
  onChooseCandidate: (lessonId: string, candidateId: string) => void
  /** Why somebody cannot be put on a lesson; empty if she can. */
  findObstacle: (lessonId: string, candidateId: string) => string
  /** The key Enter on a lesson. */
  onConfirm: () => void
  /** What can be done about the chosen lesson; at the right, on phones over the page. */
  children: ReactNode
}

/**
 * A day in which somebody is missing: who, which lessons have nobody, and who could give them. Arrow keys move between
 * the lessons, 1 to 9 choose a candidate, Enter confirms.
 */
export function DayBoard(props: Props) {
  const { label, columns, periods, chosenId, candidates, isFront, onChooseLesson, onChooseCandidate, children } = props
  const { findObstacle, onConfirm } = props
  const isPhone = usePhone()
  const [isOpen, setOpen] = useState(false)
  const board = useRef<HTMLDivElement>(null)
  /** The first arrow key on the page leads to the lessons. */
  const enter = () => board.current?.querySelector<HTMLElement>('[role=grid] [data-lesson][tabindex="0"]')?.focus()
  const drag = useCandidateDrag(onChooseCandidate)
  const dragged = candidates.find(({ id }) => id === drag.candidateId)
  useWindowKeys(
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (hasOwnKeys(event.target) || isInDialog(event.target) || chosenId === undefined) return
      const candidate = /^[1-9]$/.test(event.key) ? candidates[Number(event.key) - 1] : undefined
      if (candidate && areLetterKeysOn() && candidate.obstacle === '') onChooseCandidate(chosenId, candidate.id)
      else if (/^Arrow(Down|Up)$/.test(event.key) && event.target === document.body) enter()
      else if (event.key === 'Enter' && isLessonOrPage(event.target)) onConfirm()
      else return
      event.preventDefault()
    },
    { isOn: isFront },
  )
  const choose = (lessonId: string) => {
    onChooseLesson(lessonId)
    setOpen(true)
  }
  const shared = { label, columns, periods, chosenId, onChoose: choose }
  const obstacle = drag.targetId && drag.candidateId ? findObstacle(drag.targetId, drag.candidateId) : undefined
  return (
    // The buttons inside have the keyboard's way.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={board}
      className={styles['board']}
      data-dragged={drag.position ? '' : undefined}
      onPointerDown={drag.start}
      onClickCapture={drag.swallowClick}
    >
      <PersonList {...shared} />
      {!isPhone && (
        <div className={styles['middle']}>
          <DayStrip {...shared} targetId={drag.targetId} />
          {areLetterKeysOn() && (
            <p className={styles['keys']}>
              <kbd>方向键</kbd> 换课 <kbd>1–9</kbd> 选人 <kbd>Enter</kbd> 安排
            </p>
          )}
        </div>
      )}
      {!isPhone && (
        <aside className={styles['panel']} aria-label="安排">
          {children}
        </aside>
      )}
      {isPhone && isOpen && chosenId !== undefined && (
        <SlideOver from="below" label="安排" onClose={() => setOpen(false)}>
          <div className={styles['sheet']}>{children}</div>
        </SlideOver>
      )}
      {drag.position && dragged && (
        <div
          className={styles['ghost']}
          style={{ transform: `translate(${drag.position.x + 8}px, ${drag.position.y + 8}px)` }}
          aria-hidden
        >
          <b>{dragged.name}</b>
          <span data-state={obstacle === undefined ? undefined : obstacle === '' ? 'may' : 'not'}>
            {obstacle === undefined ? '拖到要代的课' : obstacle || '放开即选定'}
          </span>
        </div>
      )}
    </div>
  )
}

const isInDialog = (target: EventTarget | null) => target instanceof Element && target.closest('dialog') !== null

/** Enter on any other button presses that button. */
const isLessonOrPage = (target: EventTarget | null) =>
  target === document.body || (target instanceof Element && target.closest('[data-lesson], [data-candidate]') !== null)
