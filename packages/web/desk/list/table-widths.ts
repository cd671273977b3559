import { useCallback, useState } from 'react'
import { fitColumns, nameWidth } from './fit-columns.ts'
import type { Column } from './list-spec.ts'

/** The fixed parts beside the columns. */
export interface TableWidths {
  /** 0 when nothing can be ticked. */
  tick: number
  /** 0 when a row has no actions. */
  actions: number
  /** Below this width the table scrolls sideways. */
  least: number
  isTooNarrow: boolean
}

interface Parts {
  hasTick: boolean
  hasEdit: boolean
  hasMenu: boolean
  isBig: boolean
  /** The minimum width of the first column, and the one that it gets before others get wider. */
  name?: number | undefined
  wideName?: number | undefined
}

/** How much wider everything is with large text. */
const bigger = 1.3
/** The column's own heading needs as much. */
const minActionsWidth = 56
const normal = { tick: 40, edit: 28, menu: 24, gap: 8, padding: 24 }
const big = { tick: 64, edit: 60, menu: 60, gap: 4, padding: 16 }

/** The columns for which there is room, and the widths of the fixed parts. */
export function fitTable<Row>(
  columns: readonly Column<Row>[],
  width: number,
  { hasTick, hasEdit, hasMenu, isBig, name = nameWidth, wideName = name }: Parts,
) {
  const size = isBig ? big : normal
  const buttons = (hasEdit ? size.edit : 0) + (hasMenu ? size.menu : 0) + (hasEdit && hasMenu ? size.gap : 0)
  const tick = hasTick ? size.tick : 0
  const actions = buttons ? Math.max(minActionsWidth, buttons + size.padding) : 0
  const scale = isBig ? bigger : 1
  const always = Math.round(name * scale) + tick + actions
  const scaled = columns.map((column) => ({ ...column, width: Math.round(column.width * scale) }))
  const fitted = fitColumns(scaled, width, always, Math.round(Math.max(0, wideName - name) * scale))
  const least = fitted.reduce((sum, column) => sum + column.width, always)
  return { columns: fitted, widths: { tick, actions, least, isTooNarrow: least > width } satisfies TableWidths }
}

/** The width of an element, measured before its first frame is painted. */
export function useWidth() {
  const [width, setWidth] = useState(nameWidth)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, measure] as const
}
