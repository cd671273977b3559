import type { KeyboardEvent } from 'react'

/** Position of a control in the matrix: lines over all modules from the top, columns from the left. */
export const matrixCell = (line: number, column: number) => ({ 'data-stop': `${line}:${column}` })

const steps: Record<string, readonly [lines: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const controls = 'input:not(:disabled), select:not(:disabled), button:not(:disabled)'

/** Moves the focus with the arrow keys. A select keeps its own up and down keys. */
export function moveInMatrix(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  const from = (event.target as Element).closest<HTMLElement>('[data-stop]')
  if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return
  const [lines, columns] = step
  if (lines !== 0 && event.target instanceof HTMLSelectElement) return
  const [line = 0, column = 0] = from.dataset['stop']!.split(':').map(Number)
  const to = next(event.currentTarget, line, column, lines, columns)
  event.preventDefault()
  to?.focus()
}

/** Upper bounds that end a search for the next cell. */
const [mostLines, mostColumns] = [500, 5]
/** The first permission column of a module. Lines may be shorter; the focus then moves to their first cell. */
const firstOfFunctions = 2

function next(matrix: Element, line: number, column: number, lines: number, columns: number) {
  const usableAt = (atLine: number, atColumn: number) =>
    matrix.querySelector(`[data-stop="${atLine}:${atColumn}"]`)?.querySelector<HTMLElement>(controls)
  for (let count = 1; count <= (lines === 0 ? mostColumns : mostLines); count++) {
    const [toLine, toColumn] = [line + lines * count, column + columns * count]
    const found =
      usableAt(toLine, toColumn) ??
      (lines !== 0 && column > firstOfFunctions ? usableAt(toLine, firstOfFunctions) : undefined)
    if (found) return found
  }
  return undefined
}
