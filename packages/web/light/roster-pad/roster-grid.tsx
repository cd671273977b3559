import { useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import {
  describePerson,
  getLetter,
  getNextStatus,
  getStatusOf,
  sortPeople,
} from '#packages/web/core/roster-pad/roster-marks.ts'
import type {
  RosterLayout,
  RosterMark,
  RosterPadProps,
  RosterPerson,
  RosterStatus,
} from '#packages/web/core/roster-pad/roster-types.ts'
import { useLongPress } from './use-long-press.ts'
import styles from './roster-grid.module.css'

interface Props extends RosterPadProps {
  /** Opens the list of all statuses of a person. */
  onOpen: (person: RosterPerson) => void
}

const arrowSteps: Readonly<Record<string, readonly [column: number, row: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** From this length on a name needs smaller letters, or two lines. */
const getNameSize = ({ length }: string) => (length <= 3 ? 'short' : length === 4 ? 'four' : 'long')

/**
 * All people at once. A tap goes through the cycle, a long press opens all statuses. The arrow keys move, Enter taps,
 * 1 to 9 set a status, the menu key opens all.
 */
export function RosterGrid(props: Props) {
  const { label, people, statuses, cycle, marks, onChange, onOpen, layout = 'seats', isReadOnly = false } = props
  const sorted = useMemo(() => sortPeople(people, layout), [people, layout])
  const [current, setCurrent] = useState('')
  const grid = useRef<HTMLDivElement>(null)
  const stop = sorted.some(({ id }) => id === current) ? current : sorted[0]?.id

  const set = (person: RosterPerson, mark: RosterMark) => {
    if (!isReadOnly) onChange(person.id, mark)
  }
  const tap = (person: RosterPerson) =>
    // A mark that the pad does not know goes to the beginning of the cycle.
    set(person, {
      status: getNextStatus(marks[person.id]?.status ?? getStatusOf(person.id, marks, statuses).value, cycle),
    })
  const handleKey = (event: KeyboardEvent) => {
    const step = arrowSteps[event.key]
    const person = sorted.find(({ id }) => id === stop)
    if (step) {
      event.preventDefault()
      focusNeighbour(grid.current, step)
    } else if (person && /^[1-9]$/.test(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const status = statuses[Number(event.key) - 1]
      if (status) set(person, { status: status.value })
    }
  }
  // As many rows as five columns make: with them a cell knows how high it may be for everybody to fit.
  const rows = Math.ceil(sorted.length / (layout === 'list' ? 4 : 5))
  return (
    // Keys of the buttons inside, which move between them.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={grid}
      className={styles['grid']}
      data-layout={layout}
      style={{ '--rows': Math.max(rows, 1) } as CSSProperties}
      role="group"
      aria-label={label}
      onKeyDown={handleKey}
    >
      {sorted.map((person, at) => (
        <Cell
          key={person.id}
          person={person}
          layout={layout}
          status={getStatusOf(person.id, marks, statuses)}
          minutes={marks[person.id]?.minutes}
          // In a class by seats everybody is of the same class.
          description={describePerson(layout === 'list' ? person : { ...person, tag: undefined }, marks, statuses)}
          letter={layout === 'list' ? findNewLetter(sorted, at) : undefined}
          isStop={person.id === stop}
          onFocus={() => setCurrent(person.id)}
          onTap={() => (isReadOnly ? onOpen(person) : tap(person))}
          onOpen={() => onOpen(person)}
        />
      ))}
    </div>
  )
}

/** The letter of a name, if the name before it has another. */
function findNewLetter(people: readonly RosterPerson[], at: number) {
  const letter = getLetter(people[at]?.name ?? '')
  return at === 0 || letter !== getLetter(people[at - 1]?.name ?? '') ? letter : undefined
}

/** Moves the focus to the next cell in a direction. The rows are as the width makes them, so they are measured. */
function focusNeighbour(grid: HTMLElement | null, [column, row]: readonly [number, number]) {
  const cells = [...(grid?.querySelectorAll('button') ?? [])]
  const at = cells.findIndex((cell) => cell === document.activeElement)
  const firstTop = cells[0]?.offsetTop
  const columns = Math.max(1, cells.filter(({ offsetTop }) => offsetTop === firstTop).length)
  cells[at + column + row * columns]?.focus()
}

interface CellProps {
  person: RosterPerson
  layout: RosterLayout
  status: RosterStatus
  minutes: number | null | undefined
  description: string
  letter: string | undefined
  isStop: boolean
  onFocus: () => void
  onTap: () => void
  onOpen: () => void
}

function Cell({ person, layout, status, minutes, description, letter, isStop, onFocus, onTap, onOpen }: CellProps) {
  const press = useLongPress(onOpen, onTap)
  const short = status.short ?? status.label
  const below =
    status.tone !== 'plain'
      ? minutes
        ? `${short}${minutes}分`
        : short
      : layout === 'list'
        ? person.tag
        : person.seatNo
  return (
    <button
      type="button"
      className={styles['cell']}
      data-tone={status.tone}
      data-person={person.id}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      {...press}
    >
      {letter && (
        <span className={styles['letter']} aria-hidden>
          {letter}
        </span>
      )}
      <span className={styles['name']} data-size={getNameSize(person.name)}>
        {person.name}
        <span className={styles['unseen']}>，{description}</span>
      </span>
      <span className={styles['below']} aria-hidden>
        {below}
        {(person.badges ?? []).map((badge) => (
          <span key={badge.label} className={styles['badge']} data-tone={badge.tone}>
            {badge.short}
          </span>
        ))}
      </span>
    </button>
  )
}
