import { Suspense, use, type ReactNode } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import type { BoardCard } from '#packages/web/core/module.ts'
import { BoardCardsContext } from '#packages/web/desk/board-cards.ts'
import { CardPlaceContext } from '#packages/web/desk/board/card-place.ts'
import { CardFrame } from '#packages/web/desk/board/card.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { CardFault } from './card-fault.tsx'
import styles from './card-grid.module.css'

/** The cards that are for this person, in twelve columns; one below the other where that is easier. */
export function CardGrid() {
  const cards = use(BoardCardsContext)
  const may = useMay()
  const isPhone = usePhone()
  const isBig = useBigText()
  const shown = cards
    .filter(({ permission }) => permission === undefined || may(permission))
    .sort((one, other) => one.sort - other.sort)
  const grid = (inside: (card: BoardCard) => ReactNode, className = '') => (
    <div className={`${styles['grid']} ${className}`}>
      {shown.map((card) => (
        <div key={card.id} {...(!isPhone && !isBig && { style: { gridColumn: `span ${card.columns}` } })}>
          {inside(card)}
        </div>
      ))}
    </div>
  )
  return (
    // One boundary for all: they appear together, and nothing is pushed about by what comes a moment later.
    <Suspense
      fallback={grid(
        ({ title }) => (
          <CardFrame title={title}>{null}</CardFrame>
        ),
        styles['awaited'],
      )}
    >
      {grid((card) => (
        <CardPlaceContext value={card}>
          <CardFault title={card.title} onRetry={() => insides.delete(card)}>
            <Inside card={card} />
          </CardFault>
        </CardPlaceContext>
      ))}
    </Suspense>
  )
}

/** Each is fetched once; one that did not come is forgotten when it is wanted again. */
const insides = new WeakMap<BoardCard, ReturnType<BoardCard['load']>>()

function insideOf(card: BoardCard) {
  const inside = insides.get(card) ?? card.load()
  insides.set(card, inside)
  return inside
}

function Inside({ card }: { card: BoardCard }) {
  const { default: Content } = use(insideOf(card))
  return <Content />
}
