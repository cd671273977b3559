import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Suspense, use, useMemo, type ReactNode } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import type { BoardCard, CardShape } from '#packages/web/core/module.ts'
import { useSession } from '#packages/web/core/session.ts'
import { BoardCardsContext } from '#packages/web/desk/board-cards.ts'
import { CurrentCardContext } from '#packages/web/desk/board/current-card.ts'
import { CardFrame } from '#packages/web/desk/board/card.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { isSchoolType } from '#packages/web/core/salutation.ts'
import { CardErrorBoundary } from './card-error-boundary.tsx'
import { layOutCards } from './card-layout.ts'
import styles from './card-grid.module.css'

/** The cards that are for this person, in twelve columns; one below the other where that is easier. */
export function CardGrid() {
  const cards = useOwnCards()
  const client = useQueryClient()
  const shapes = useMemo(() => loadShapes(cards, client), [cards, client])
  return (
    // One boundary for all: they appear together, and nothing is pushed about by what comes a moment later.
    <Suspense
      fallback={
        <Grid cards={cards} className={styles['awaited']}>
          {({ title }) => <CardFrame title={title}>{null}</CardFrame>}
        </Grid>
      }
    >
      <LaidOutCards cards={cards} shapes={shapes} />
    </Suspense>
  )
}

function useOwnCards(): readonly BoardCard[] {
  const all = use(BoardCardsContext)
  const permissions = use(PermissionContext)
  const isAtSchool = useSession(({ user }) => isSchoolType(user?.orgType ?? 0))
  return useMemo(
    () =>
      all
        .filter(({ permission, at }) => {
          if (at && (at === 'school') !== isAtSchool) return false
          return permission === undefined || permissions.has(permission)
        })
        .sort((one, other) => one.sort - other.sort),
    [all, permissions, isAtSchool],
  )
}

/** What each will be. One that cannot tell is a card, and says itself what is wrong. */
function loadShapes(cards: readonly BoardCard[], client: QueryClient): Promise<CardShape[]> {
  for (const card of cards) void loadContent(card).catch(() => {})
  const shapeOf = async ({ shape }: BoardCard): Promise<CardShape> => {
    try {
      return (await shape?.(client)) ?? 'card'
    } catch {
      return 'card'
    }
  }
  return Promise.all(cards.map(shapeOf))
}

function LaidOutCards({ cards, shapes }: { cards: readonly BoardCard[]; shapes: Promise<CardShape[]> }) {
  const known = use(shapes)
  return (
    <Grid cards={cards} shapes={known}>
      {(card) => (
        <CurrentCardContext value={card}>
          <CardErrorBoundary title={card.title} onRetry={() => contents.delete(card)}>
            <CardContent card={card} />
          </CardErrorBoundary>
        </CurrentCardContext>
      )}
    </Grid>
  )
}

/** As high as it will be at least, so that what is below stays where it is when the rest has come. */
const getCellStyle = (span: number, high: number, isPhone: boolean) => ({
  display: 'grid',
  ...(!isPhone && high > 0 && { minHeight: high }),
  ...(!isPhone && { gridColumn: `span ${span}` }),
})

interface GridProps {
  cards: readonly BoardCard[]
  /** Cards, all of them, until it is known better. */
  shapes?: readonly CardShape[]
  className?: string | undefined
  children: (card: BoardCard) => ReactNode
}

function Grid({ cards, shapes = [], className = '', children }: GridProps) {
  const isPhone = usePhone()
  const isBig = useBigText()
  const shown = cards
    .map((card, at) => ({ card, shape: shapes[at] }))
    .filter(({ shape }) => shape !== 'none')
    // A line would look lost beside a card.
    .map(({ card, shape }) => ({
      card,
      shape,
      columns: shape === 'line' ? 12 : card.columns,
      startsRow: card.startsRow,
    }))
  const spans = layOutCards(shown)
  return (
    <div className={`${styles['grid']} ${className}`}>
      {shown.map(({ card, shape }, at) => (
        <div
          key={card.id}
          style={isBig ? {} : getCellStyle(spans[at]!, shape === 'line' ? 0 : card.placeholderHeight, isPhone)}
        >
          {children(card)}
        </div>
      ))}
    </div>
  )
}

/** Each is fetched once; one that did not come is forgotten when it is wanted again. */
const contents = new WeakMap<BoardCard, ReturnType<BoardCard['load']>>()

function loadContent(card: BoardCard) {
  const inside = contents.get(card) ?? card.load()
  contents.set(card, inside)
  return inside
}

function CardContent({ card }: { card: BoardCard }) {
  const { default: Content } = use(loadContent(card))
  return <Content />
}
