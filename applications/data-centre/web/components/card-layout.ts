const full = 12

interface CardWidth {
  columns: number
  startsRow?: boolean | undefined
}

/**
 * How many of twelve columns each card gets: they are set in their order, and what is left over in a row goes to the
 * cards of that row, by how wide they are. There are no holes, whoever looks at whichever cards.
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
