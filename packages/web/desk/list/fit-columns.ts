/** The minimum width of the first column: an icon and about twelve characters. */
export const nameWidth = 200

interface FittingColumn {
  width: number
  dropAt?: number
}

/** How much wider than defined a column may get before the first one takes the rest. */
const maxStretch = 1.6

/**
 * The columns that fit, as wide as possible. By default a table never scrolls sideways: the least important columns
 * are dropped. Columns that the user chose stay, and then it scrolls.
 */
export function fitColumns<Column extends FittingColumn>(
  columns: readonly Column[],
  width: number,
  always = nameWidth,
  /** How much the first column gets of the room that is left, before the others do. */
  nameShare = 0,
): Column[] {
  const fitting = [...columns]
  const needed = () => fitting.reduce((sum, column) => sum + column.width, always)
  while (needed() > width) {
    const drops = fitting.map(({ dropAt }) => dropAt ?? 0)
    const highestDrop = Math.max(0, ...drops)
    if (highestDrop === 0) break
    fitting.splice(drops.indexOf(highestDrop), 1)
  }
  const scale = Math.max(1, Math.min(maxStretch, (width - nameShare) / needed()))
  return fitting.map((column) => ({ ...column, width: Math.floor(column.width * scale) }))
}
