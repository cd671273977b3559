import { useLayoutEffect, useRef, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { TeacherSuggestion } from '../../sheet-names.ts'
import styles from './teacher-suggestions.module.css'

interface Props {
  id: string
  suggestions: readonly TeacherSuggestion[]
  /** The suggestion that Enter takes. */
  at: number
  /** The input above the list. */
  field: RefObject<HTMLElement | null>
  onTake: (suggestion: TeacherSuggestion) => void
}

/** Suggestions for the typed text. Rendered in the document body, because the scrolling table would clip them. */
export function TeacherSuggestions({ id, suggestions, at, field, onTake }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const position = () => {
      const element = list.current
      const box = field.current?.getBoundingClientRect()
      if (!element || !box) return
      const isAbove = box.bottom + element.offsetHeight > window.innerHeight
      element.style.left = `${Math.min(box.left, window.innerWidth - element.offsetWidth - 8)}px`
      element.style.top = `${isAbove ? box.top - element.offsetHeight : box.bottom}px`
    }
    position()
    window.addEventListener('scroll', position, true)
    window.addEventListener('resize', position)
    return () => {
      window.removeEventListener('scroll', position, true)
      window.removeEventListener('resize', position)
    }
  }, [field, suggestions])
  return createPortal(
    <div ref={list} id={id} className={styles['list']} role="listbox" aria-label="教师">
      {suggestions.map((suggestion, index) => (
        // The input handles the keys.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={suggestion.person.id}
          id={`${id}-${index}`}
          className={styles['offer']}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          // Keeps the focus in the input.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion)}
        >
          <span>{suggestion.person.name}</span>
          <span className={styles['subject']}>{suggestion.person.subject}</span>
        </div>
      ))}
    </div>,
    document.body,
  )
}
