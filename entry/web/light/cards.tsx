import { useState } from 'react'
import { isBigText } from '#packages/web/core/big-text.ts'
import type { PhoneCard } from '#packages/web/core/module.ts'
import { late } from '#packages/web/light/late.tsx'

/** How much higher a card is in large letters. */
const grown = 2

/** The cards that modules bring, each loaded when it is drawn. */
export function Cards({ cards }: { cards: readonly PhoneCard[] }) {
  const [shown] = useState(() =>
    cards.map(({ id, load, height = 0 }) => ({
      id,
      Card: late(() => load().then((one) => one.default), {
        meanwhile: <div style={{ minHeight: height * (isBigText() ? grown : 1) }} />,
      }),
    })),
  )
  return shown.map(({ id, Card }) => <Card key={id} />)
}
