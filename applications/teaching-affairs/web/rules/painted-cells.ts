import type { Cell } from '#engines/timetable/contract.ts'

const isSame = (one: Cell, other: Cell) => one.weekday === other.weekday && one.periodId === other.periodId

export const withCell = (cells: readonly Cell[], cell: Cell, isOn: boolean): Cell[] => {
  const others = cells.filter((one) => !isSame(one, cell))
  return isOn ? [...others, cell] : others
}

/** Paints a whole line, or clears it where all of it is painted. */
export function toggleAll(cells: readonly Cell[], line: readonly Cell[]): Cell[] {
  const isFull = line.every((cell) => cells.some((one) => isSame(one, cell)))
  const others = cells.filter((one) => !line.some((cell) => isSame(one, cell)))
  return isFull ? others : [...others, ...line]
}
