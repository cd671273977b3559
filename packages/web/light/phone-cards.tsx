import { useState } from 'react'
import { isBigText } from '#packages/web/core/big-text.ts'
import type { PhoneCard } from '#packages/web/core/module.ts'
import { LoadingPlaceholder, OrderedItem } from './ordered-loading.tsx'
import { lazyComponent } from './lazy-component.tsx'

/** How much higher a card is with large text. */
const bigTextFactor = 2

/** Cards with the same `sort` have positions of their own. */
const maxCards = 1_000

/** The cards of modules, each loaded when it is rendered. */
export function PhoneCards({ cards }: { cards: readonly PhoneCard[] }) {
  const [shown] = useState(() =>
    cards.map(({ id, sort, load, height = 0 }) => ({
      id,
      sort,
      Card: lazyComponent(() => load().then((one) => one.default), {
        fallback: <LoadingPlaceholder height={height * (isBigText() ? bigTextFactor : 1)} />,
      }),
    })),
  )
  return shown.map(({ id, sort, Card }, index) => (
    <OrderedItem key={id} at={sort + index / maxCards}>
      <Card />
    </OrderedItem>
  ))
}
