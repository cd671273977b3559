import { createContext, use, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { areLetterKeysOn, isTyping } from '../letter-keys.ts'
import { canPlace, getSourceKey, toCellKey, type CellPosition, type LessonEdit } from './grid-types.ts'
import { DragGhost } from './drag-ghost.tsx'
import { useLessonDrag } from './use-lesson-drag.ts'
import styles from './edit-area.module.css'

/** A refusal is drawn below the timetable and announced; the same one may come twice. */
interface Refusal {
  text: string
  round: number
}

/** Disappears when the verdicts are there. */
const tooEarly = '正在检查，请稍候'

interface EditAreaContent extends LessonEdit {
  refusal: Refusal
  refuse: (text: string) => void
  /** Places the held lesson, or says why it may not lie there. */
  place: (position: CellPosition) => void
  focusGrid: () => void
}

interface Props extends LessonEdit {
  /** The subjects in the order of the school, as for the timetable. */
  subjects?: readonly string[]
  children: ReactNode
}

const EditAreaContext = createContext<EditAreaContent | null>(null)

/** A timetable in such an area can be edited; elsewhere it is read only. */
export const useEditArea = () => use(EditAreaContext)

/**
 * The timetable, the tray and the panel around it share one held lesson here. Dragging, clicking and keys lead to the
 * same calls of `actions`.
 */
export function EditArea({ held, verdicts, actions, subjects, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const [refusal, setRefusal] = useState<Refusal>({ text: '', round: 0 })
  const refuse = (text: string) => setRefusal(({ round }) => ({ text, round: round + 1 }))
  const place = (position: CellPosition) => {
    const key = toCellKey(position)
    const verdict = verdicts?.get(key)
    if (!held) return
    if (key === getSourceKey(held)) actions.onPutBack()
    else if (canPlace(verdict)) actions.onPlace(position)
    else refuse(verdict?.detail ?? tooEarly)
  }
  const isOver = refusal.text === tooEarly && verdicts !== undefined
  const drag = useLessonDrag({ held, actions, place, refuse })
  const clear = () => setRefusal((before) => (before.text ? { ...before, text: '' } : before))
  const focusGrid = () => element.current?.querySelector<HTMLElement>('[role=grid] [data-stop][tabindex="0"]')?.focus()
  return (
    <EditAreaContext
      value={{
        held,
        verdicts,
        actions,
        refusal: isOver ? { ...refusal, text: '' } : refusal,
        refuse,
        place,
        focusGrid,
      }}
    >
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={element}
        role="group"
        aria-label="调整课表"
        className={styles['area']}
        data-dragged={drag.position ? '' : undefined}
        onPointerDownCapture={clear}
        onPointerDown={drag.start}
        onClickCapture={drag.swallowClick}
        onKeyDownCapture={clear}
        onKeyDown={(event) => handleAreaKey({ held, verdicts, actions }, event)}
      >
        {children}
        {drag.position && held && (
          <DragGhost
            lesson={held}
            subjects={subjects}
            verdict={drag.target && verdicts?.get(drag.target)}
            at={drag.position}
          />
        )}
      </div>
    </EditAreaContext>
  )
}

function handleAreaKey({ held, actions }: LessonEdit, event: KeyboardEvent) {
  const { onPutBack, onUndo, onRedo, onFind } = actions
  const key = event.key.toLowerCase()
  const isCommand = event.ctrlKey || event.metaKey
  if (event.defaultPrevented || event.altKey || isTyping(event.target)) return
  const run = (action: (() => void) | undefined) => {
    if (!action) return
    event.preventDefault()
    action()
  }
  if (isCommand && (key === 'y' || (key === 'z' && event.shiftKey))) run(onRedo)
  else if (isCommand && key === 'z') run(onUndo)
  else if (key === 'escape' && held) run(onPutBack)
  else if (key === 'f' && !isCommand && areLetterKeysOn()) run(onFind)
}
