/** The least that the first column needs: an icon and some twelve characters. */
export const nameWidth = 200

interface FittingColumn {
  width: number
  dropAt?: number
}

/** How much wider than asked a column may get before the first one takes the rest. */
const widest = 1.6

/**
 * The columns that fit beside what is always there, as wide as there is room for. By itself a table never scrolls
 * sideways: the least important leave. What somebody asked for stays, and then it does.
 */
export function fitColumns<Column extends FittingColumn>(
  columns: readonly Column[],
  width: number,
  always = nameWidth,
): Column[] {
  const kept = [...columns]
  const needed = () => kept.reduce((sum, column) => sum + column.width, always)
  while (needed() > width) {
    const drops = kept.map(({ dropAt }) => dropAt ?? 0)
    const most = Math.max(0, ...drops)
    if (most === 0) break
    kept.splice(drops.indexOf(most), 1)
  }
  const scale = Math.max(1, Math.min(widest, width / needed()))
  return kept.map((column) => ({ ...column, width: Math.floor(column.width * scale) }))
}
