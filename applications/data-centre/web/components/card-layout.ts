const full = 12

interface CardWidth {
  columns: number
  startsRow?: boolean | undefined
}

/**
 * The span of each card in twelve columns: cards are placed in their order, and the remaining columns of a row are
 * distributed to its cards in proportion to their widths. No row has a gap, whichever cards are visible.
 */
export function layOutCards(cards: readonly CardWidth[]): number[] {
  const rows: CardWidth[][] = []
  let used = full
  for (const card of cards) {
    if (card.startsRow || used + card.columns > full) {
      rows.push([])
      used = 0
    }
    rows.at(-1)!.push(card)
    used += card.columns
  }
  return rows.flatMap(fillRow)
}

function fillRow(row: readonly CardWidth[]): number[] {
  const wanted = row.reduce((sum, { columns }) => sum + columns, 0)
  let left = full
  return row.map(({ columns }, at) => {
    const span = at === row.length - 1 ? left : Math.round((columns * full) / wanted)
    left -= span
    return span
  })
}
