import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useActiveCell } from '#packages/web/desk/sheet-grid/use-active-cell.ts'
import type { Grid } from '#packages/web/desk/sheet-grid/use-grid.ts'
import { getFirstSuggestion, listSuggestions, type TeacherSuggestion, type Roster } from '../../sheet-names.ts'
import { TeacherSuggestions } from './teacher-suggestions.tsx'
import styles from './teaching-sheet.module.css'

interface Props {
  grid: Grid
  roster: Roster
  subject: string
  label: string
  isWrong: boolean
  isFixed: boolean
  /** The id of the error text. */
  noteId: string
}

/** The active cell: an input with its text selected, so that typing replaces it, and suggestions below. */
export function SheetField({ grid, roster, subject, label, isWrong, isFixed, noteId }: Props) {
  const { draft, value } = grid
  const id = useId()
  const field = useActiveCell<HTMLInputElement>(true, grid.follows)
  const isWriting = draft !== undefined
  const shown = draft ?? value
  const offers = useMemo(() => (draft ? listSuggestions(draft, roster, subject) : []), [draft, roster, subject])
  const [picked, setPicked] = useState({ text: '', at: -1 })
  const at = picked.text === shown ? picked.at : getFirstSuggestion(shown, offers)
  // Set when a suggestion was taken, so that the blur does not overwrite it with the typed text.
  const isTaken = useRef(false)
  useLayoutEffect(() => {
    if (!isWriting && field.current && document.activeElement === field.current) field.current.select()
  }, [field, isWriting, shown])
  const take = (offer: TeacherSuggestion, down: number, right: number) => {
    isTaken.current = true
    grid.put(offer.text, down, right)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !isWriting) return
    const work = workOf(event)
    // Tab in the first or last cell leaves the table; the suggestion is taken nevertheless.
    if (!work && event.key === 'Tab' && offers[at]) return take(offers[at], 0, 0)
    if (!work) return
    event.preventDefault()
    event.stopPropagation()
    work()
  }
  const workOf = ({ key, shiftKey }: KeyboardEvent) => {
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && offers.length === 0) return () => grid.move(step, 0)
    if (step !== 0) return () => setPicked({ text: shown, at: (at + step + offers.length) % offers.length })
    const offer = offers[at]
    const way = shiftKey ? -1 : 1
    if (offer && key === 'Enter') return () => take(offer, way, 0)
    return offer && key === 'Tab' && !grid.isAtEdge(way) ? () => take(offer, 0, way) : undefined
  }
  return (
    <>
      <input
        ref={field}
        data-active=""
        className={styles['field']}
        role="combobox"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={noteId}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={offers.length > 0}
        aria-controls={offers.length > 0 ? id : undefined}
        aria-activedescendant={offers[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        readOnly={isFixed}
        value={shown}
        data-writing={isWriting ? '' : undefined}
        onChange={({ target }) => {
          isTaken.current = false
          grid.write(target.value)
        }}
        onKeyDown={press}
        onFocus={({ target }) => !isWriting && target.select()}
        onBlur={() => !isTaken.current && grid.settle()}
      />
      {offers.length > 0 && (
        <TeacherSuggestions id={id} suggestions={offers} at={at} field={field} onTake={(offer) => take(offer, 1, 0)} />
      )}
    </>
  )
}
