import type { KeyboardEvent } from 'react'
import type { Grid } from './use-grid.ts'

const pageRows = 10
const arrows: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-pageRows, 0],
  PageDown: [pageRows, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
}

/** Handles a key as in a spreadsheet; leaves other keys to the browser. */
export function handleGridKey(grid: Grid, event: KeyboardEvent): void {
  // Enter confirms a word of an input method.
  if (event.nativeEvent.isComposing || event.altKey) return
  const work = workOf(grid, event)
  if (!work) return
  event.preventDefault()
  event.stopPropagation()
  work()
}

function workOf(grid: Grid, event: KeyboardEvent): (() => void) | undefined {
  const { key, shiftKey } = event
  switch (key) {
    case 'Enter':
      return () => grid.enter(shiftKey ? -1 : 1)
    case 'F8':
      return grid.next
    case 'Tab': {
      const right = shiftKey ? -1 : 1
      // At either end Tab leaves the grid, otherwise keyboard users could not.
      return grid.isAtEdge(right) ? undefined : () => grid.move(0, right)
    }
  }
  return grid.draft === undefined ? workBeside(grid, event) : workInside(grid, key)
}

/** While a cell is edited, the other keys belong to its text. */
const workInside = (grid: Grid, key: string) => (key === 'Escape' ? () => grid.write(undefined) : undefined)

function workBeside(grid: Grid, { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): (() => void) | undefined {
  const arrow = arrows[key]
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === 'd') return grid.fillDown
    if (key.toLowerCase() === 'z') return grid.undo
    if (key === 'Home') return () => grid.move(-Infinity, -Infinity, shiftKey)
    return key === 'End' ? () => grid.move(Infinity, Infinity, shiftKey) : undefined
  }
  if (arrow) return () => grid.move(...arrow, shiftKey)
  if (key === 'F2') return () => grid.write(grid.offer?.[1].value ?? grid.value)
  if (key === 'Delete' || key === 'Backspace') return grid.clear
  return undefined
}
