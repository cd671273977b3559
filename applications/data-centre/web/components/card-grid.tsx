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

/** The cards of this person in twelve columns, or one below the other on phones. */
export function CardGrid() {
  const cards = useOwnCards()
  const client = useQueryClient()
  const shapes = useMemo(() => loadShapes(cards, client), [cards, client])
  return (
    // One boundary for all cards: they appear together, so that the layout does not shift.
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

/** The shape of each card. One that fails is shown as a card, which shows its own error. */
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

/** The minimum height, so that what is below does not move when the content is loaded. */
const getCellStyle = (span: number, high: number, isPhone: boolean) => ({
  display: 'grid',
  ...(!isPhone && high > 0 && { minHeight: high }),
  ...(!isPhone && { gridColumn: `span ${span}` }),
})

interface GridProps {
  cards: readonly BoardCard[]
  /** All cards, until the shapes are loaded. */
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
    // A line beside a card would look wrong, so it takes the full width.
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

/** Each card is loaded once; a failed load is forgotten and retried. */
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
