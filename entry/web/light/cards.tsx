import { useState } from 'react'
import { isBigText } from '#packages/web/core/big-text.ts'
import type { PhoneCard } from '#packages/web/core/module.ts'
import { Awaited, Turn } from '#packages/web/light/in-order.tsx'
import { late } from '#packages/web/light/late.tsx'

/** How much higher a card is in large letters. */
const grown = 2

/** The cards that modules bring, each loaded when it is drawn. */
export function Cards({ cards }: { cards: readonly PhoneCard[] }) {
  const [shown] = useState(() =>
    cards.map(({ id, sort, load, height = 0 }) => ({
      id,
      sort,
      Card: late(() => load().then((one) => one.default), {
        meanwhile: <Awaited height={height * (isBigText() ? grown : 1)} />,
      }),
    })),
  )
  return shown.map(({ id, sort, Card }) => (
    <Turn key={id} at={sort}>
      <Card />
    </Turn>
  ))
}
