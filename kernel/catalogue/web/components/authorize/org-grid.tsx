import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { OrgGridRow, type RowHandlers } from './org-grid-row.tsx'
import type { OrgGrantRow } from './org-grant-draft.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import styles from './org-checklist.module.css'

interface Props {
  rows: readonly OrgGrantRow[]
  isOpen: (id: string) => boolean
  /** Undefined during a search: then all rows are unfolded. */
  onFold: ((id: string) => void) | undefined
  /** Whether everything below the row is open. */
  isAllOn: (row: OrgGrantRow) => boolean
  /** Undefined for a caller who may only review. */
  handlers: RowHandlers | undefined
}

/** A tree grid: arrows move between rows, fold and unfold; Space ticks; Tab moves along the row and out. */
export function OrgGrid({ rows, isOpen, onFold, isAllOn, handlers }: Props) {
  const { frame, high, isInSight } = useVisibleRows(rows.length)
  const [active, setActive] = useState('')
  const isMoved = useRef(false)
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === active),
  )
  useLayoutEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    const row = frame.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)
    row?.scrollIntoView({ block: 'nearest' })
    row?.querySelector<HTMLElement>('input, [role=gridcell][tabindex]')?.focus({ preventScroll: true })
  })
  const go = (to: number) => {
    const row = rows[to]
    if (!row) return
    isMoved.current = true
    setActive(row.id)
  }
  const press = (event: KeyboardEvent) => {
    const row = rows[at]
    const step = getNextRow(event.key, at, rows, row !== undefined && isOpen(row.id))
    if (!row || step === undefined) return
    event.preventDefault()
    if (step === 'fold') onFold?.(row.id)
    else go(step)
  }
  return (
    <div className={styles['scroll']}>
      <div
        ref={frame}
        role="treegrid"
        tabIndex={-1}
        className={styles['grid']}
        style={{ height: rows.length * high }}
        aria-label="单位"
        aria-rowcount={rows.length}
        onKeyDown={press}
      >
        {rows.map(
          (row, index) =>
            // The focused row is rendered even when it is scrolled out of view.
            (isInSight(index) || index === at) && (
              <OrgGridRow
                key={row.id}
                row={row}
                at={index}
                top={index * high}
                isActive={index === at}
                handlers={handlers}
                isOpen={row.hasChild ? isOpen(row.id) : undefined}
                isAllOn={row.hasChild && isAllOn(row)}
                onFold={row.hasChild && onFold ? () => onFold(row.id) : undefined}
                onEnter={() => setActive(row.id)}
              />
            ),
        )}
      </div>
    </div>
  )
}

/** The row that a key moves to, or 'fold'. */
function getNextRow(
  key: string,
  at: number,
  rows: readonly OrgGrantRow[],
  isOpen: boolean,
): number | 'fold' | undefined {
  const row = rows[at]
  if (!row) return undefined
  const parent = rows.findIndex(({ id }) => id === row.above.at(-1))
  const steps: Record<string, number | 'fold' | undefined> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
    ArrowRight: row.hasChild ? (isOpen ? at + 1 : 'fold') : undefined,
    ArrowLeft: row.hasChild && isOpen ? 'fold' : parent < 0 ? undefined : parent,
  }
  return steps[key]
}
