import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ChangeEvent,
  type Dispatch,
  type MouseEvent,
  type SetStateAction,
} from 'react'
import { usePageSearch } from '../page-search.tsx'
import { listRowActions, listQuickActions } from './action-items.ts'
import type { Density } from './density.tsx'
import { writeListState } from './list-state.ts'
import { RowMenu, type MenuAnchor } from './row-menu.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { extendSelection, isTicked, toggleRow } from './selection.ts'
import type { Column, RowWithId } from './list-spec.ts'
import { TableHead } from './table-head.tsx'
import { AwaitedRow, TableRow } from './table-row.tsx'
import type { ListModel } from './use-list-model.ts'
import type { TableWidths } from './table-widths.ts'
import styles from './row-table.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
  /** Undefined while they load. */
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  widths: TableWidths
  density: Density
  measure: (frame: HTMLElement | null) => (() => void) | undefined
}

const awaited = Array.from({ length: 8 }, (_, at) => at)
const MemoRow = memo(TableRow) as typeof TableRow
const none: readonly never[] = []

/** The rows as a table. Our own, because antd's takes a second for two hundred rows on a slow computer. */
export function RowTable<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { model, rows, columns, widths, density, measure } = props
  const { spec, listState, selection, actions, list, rowForm, ticked } = model
  const [anchor, setAnchor] = useState<MenuAnchor<Row>>()
  const handlers = useRowHandlers(model, rows ?? none, setAnchor)
  const hrefOf = useHref(model)
  const shown = useMemo(() => (rows ?? none).map(({ id }) => id), [rows])
  const quick = listQuickActions(model)
  return (
    <div
      ref={measure}
      className={styles['frame']}
      data-density={density}
      data-scrolls={widths.isTooNarrow ? '' : undefined}
      onScroll={() => setAnchor(undefined)}
      // Rows without a link have nothing that the keyboard could scroll to.
      {...(!spec.detail && { role: 'region', 'aria-label': spec.noun.name, tabIndex: 0 })}
    >
      {ticked > 0 && <SelectionBar model={model} />}
      <table className={styles['table']} style={gridOf(columns, widths)} aria-busy={!rows}>
        <TableHead model={model} columns={columns} widths={widths} shown={shown} />
        {/* The links and buttons inside handle the keys. */}
        {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onClick={handlers.press}>
          {rows?.map((row) => (
            <MemoRow
              key={row.id}
              row={row}
              name={spec.name}
              columns={columns}
              href={spec.detail && hrefOf(row.id)}
              isOpen={row.id === listState.open}
              isTicked={isTicked(selection, row.id)}
              isFresh={row.id === rowForm.fresh}
              hasTick={widths.tick > 0}
              hasActions={widths.actions > 0}
              canEdit={rowForm.canEdit(row)}
              quick={listRowActions(quick, row)[0]}
              hasMenu={listRowActions(actions, row).length > Number(listRowActions(quick, row).length > 0)}
              isMenuOpen={anchor?.row.id === row.id}
              onTick={handlers.tick}
            />
          ))}
          {!rows &&
            awaited.map((at) => <AwaitedRow key={at} columns={columns} widths={widths} isSeen={list.isWaiting} />)}
        </tbody>
      </table>
      {anchor && <RowMenu anchor={anchor} model={model} onClose={() => setAnchor(undefined)} />}
    </div>
  )
}

/** The first column takes the remaining width. */
const gridOf = <Row,>(columns: readonly Column<Row>[], { tick, actions, least }: TableWidths) => ({
  minWidth: least,
  gridTemplateColumns: [
    tick && `${tick}px`,
    'minmax(0, 1fr)',
    ...columns.map(({ width }) => `${width}px`),
    actions && `${actions}px`,
  ]
    .filter(Boolean)
    .join(' '),
})

/** The handlers of rows. They never change, so that a row re-renders only when its data changed. */
function useRowHandlers<Row extends RowWithId, Detail extends Row, Values extends object>(
  model: ListModel<Row, Detail, Values>,
  rows: readonly Row[],
  openMenu: Dispatch<SetStateAction<MenuAnchor<Row> | undefined>>,
) {
  const latest = useRef({ model, rows })
  useEffect(() => {
    latest.current = { model, rows }
  })
  return useMemo(() => {
    const rowAt = (target: Element) => {
      const id = target.closest<HTMLElement>('[data-row]')?.dataset['row']
      return latest.current.rows.find((row) => row.id === id)
    }
    return {
      tick: (event: ChangeEvent<HTMLInputElement>) => {
        const row = rowAt(event.currentTarget)
        if (!row) return
        const isRange = (event.nativeEvent as PointerEvent).shiftKey
        const order = latest.current.rows.map(({ id }) => id)
        latest.current.model.select((before) =>
          isRange ? extendSelection(before, row.id, order) : toggleRow(before, row.id),
        )
      },
      press: (event: MouseEvent) => {
        const target = event.target as Element
        const row = rowAt(target)
        const { move, spec, rowForm, actions, actionRunner } = latest.current.model
        if (!row) return
        const button = target.closest<HTMLElement>('[data-act]')
        const quick = actions.find(({ key }) => key === button?.dataset['act'])
        if (button?.dataset['act'] === 'edit') rowForm.edit(row)
        else if (quick) actionRunner.start(quick, { ids: [row.id] }, 1, [row])
        else if (button) openMenu((before) => (before?.button === button ? undefined : { row, button }))
        else if (spec.detail && isOpening(event)) {
          event.preventDefault()
          move({ open: row.id })
        }
      },
    }
  }, [openMenu])
}

/**
 * A click on a checkbox or a button, or one that selects text, does not open the row; Ctrl+click on a link belongs to
 * the browser.
 */
function isOpening({ target, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  const element = target as Element
  if (ctrlKey || metaKey || shiftKey || altKey) return false
  return element.closest('[data-name]') !== null || (!element.closest('a, button, label') && isNothingMarked())
}
const isNothingMarked = () => window.getSelection()?.isCollapsed !== false

/** The address of a row's details; the same function as long as the rows are the same. */
function useHref<Row extends RowWithId, Detail extends Row, Values extends object>({
  spec,
}: ListModel<Row, Detail, Values>) {
  const { search } = usePageSearch()
  const base = writeListState(search, spec, { open: undefined }).toString()
  return useCallback((id: string) => `?${base}${base && '&'}open=${id}`, [base])
}
