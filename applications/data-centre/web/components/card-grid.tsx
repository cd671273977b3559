import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Suspense, use, useEffect, useMemo, type ReactNode } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { forgetEarlyAnswers } from '#packages/web/core/early-answers.ts'
import type { BoardCard, CardShape } from '#packages/web/core/module.ts'
import { useSession } from '#packages/web/core/session.ts'
import { BoardCardsContext } from '#packages/web/desk/board-cards.ts'
import { CurrentCardContext } from '#packages/web/desk/board/current-card.ts'
import { CardFrame } from '#packages/web/desk/board/card.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { isSchoolType } from '#packages/web/core/salutation.ts'
import type { Board } from '../../contract.ts'
import { placeCards } from '../board-query.ts'
import { CardErrorBoundary } from './card-error-boundary.tsx'
import { layOutCards } from './card-layout.ts'
import styles from './card-grid.module.css'

/** The cards of this person in twelve columns, or one below the other on phones. */
export function CardGrid({ opened }: { opened: Promise<Board | null> }) {
  const cards = useOwnCards()
  const client = useQueryClient()
  return (
    // One boundary for all cards: they appear together, so that the layout does not shift.
    <Suspense
      fallback={
        <Grid cards={cards} className={styles['awaited']}>
          {({ title }) => (
            <CardFrame title={title}>
              <SkeletonLines widths={[84, 92, 76]} />
            </CardFrame>
          )}
        </Grid>
      }
    >
      <LaidOutCards board={opened} placed={getPlaced(cards, opened, client)} />
    </Suspense>
  )
}

export function useOwnCards(): readonly BoardCard[] {
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

interface PlacedCards {
  cards: readonly BoardCard[]
  shapes: readonly CardShape[]
}

const placedOf = new WeakMap<Promise<Board | null>, { cards: readonly BoardCard[]; placed: Promise<PlacedCards> }>()

/** One promise for each board: a render that waits for it starts anew, and would wait for another one each time. */
function getPlaced(cards: readonly BoardCard[], opened: Promise<Board | null>, client: QueryClient) {
  const known = placedOf.get(opened)
  if (known?.cards === cards) return known.placed
  const placed = loadShapes(cards, opened, client)
  placedOf.set(opened, { cards, placed })
  return placed
}

/** The shape of each card that is shown. One that fails is shown as a card, which shows its own error. */
async function loadShapes(
  own: readonly BoardCard[],
  opened: Promise<Board | null>,
  client: QueryClient,
): Promise<PlacedCards> {
  for (const card of own) void loadContent(card).catch(() => {})
  const cards = placeCards(own, await opened)
  const shapeOf = async ({ shape }: BoardCard): Promise<CardShape> => {
    try {
      return (await shape?.(client)) ?? 'card'
    } catch {
      return 'card'
    }
  }
  return { cards, shapes: await Promise.all(cards.map(shapeOf)) }
}

/** When all cards have asked, nobody may get an answer that came with the board. */
const askedMs = 1_000

function LaidOutCards({ board, placed }: { board: Promise<Board | null>; placed: Promise<PlacedCards> }) {
  const { cards, shapes } = use(placed)
  const states = new Map(use(board)?.cards.map((card) => [card.id, card]))
  useEffect(() => {
    const timer = setTimeout(forgetEarlyAnswers, askedMs)
    return () => clearTimeout(timer)
  }, [placed])
  return (
    <Grid cards={cards} shapes={shapes}>
      {(card) => (
        <CurrentCardContext value={toIdentity(card, states.get(card.id)?.staleSince)}>
          <CardErrorBoundary title={card.title} onRetry={() => contents.delete(card)}>
            <CardContent card={card} />
          </CardErrorBoundary>
        </CurrentCardContext>
      )}
    </Grid>
  )
}

const toIdentity = ({ id, title }: BoardCard, staleSince: string | null | undefined) => ({
  id,
  title,
  ...(staleSince && { staleSince: Date.parse(staleSince) }),
})

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
