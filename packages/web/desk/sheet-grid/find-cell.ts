import type { GridPosition } from './grid-spec.ts'

/** The cell that was pressed; not the active one, where a press sets the caret. */
export function findCell(target: Element): GridPosition | undefined {
  if (target.closest('[data-active]')) return undefined
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column']
  const row = target.closest<HTMLElement>('[data-row]')?.dataset['row']
  return column && row ? { row: Number(row), column } : undefined
}
