import { call } from '#packages/web/core/call.ts'
import { expectEarlyAnswers, getEarlyRound, putEarlyAnswers } from '#packages/web/core/early-answers.ts'
import type { BoardCard } from '#packages/web/core/module.ts'
import { schoolingApi } from '#kernel/schooling/contract.ts'
import { weatherApi } from '#kernel/weather/contract.ts'
import { dataCentreApi, type Board, type LayoutOwner, type PlacedCard } from '../contract.ts'

/** What the greeting shows; it waits for the board, which answers for it. */
const besideGreeting = [schoolingApi.week.path, weatherApi.get.path]

/**
 * One request for everything on the board: the cards find their answers where they would call. Null if it failed; then
 * each card calls for itself.
 */
export function openBoard(): Promise<Board | null> {
  const round = getEarlyRound()
  const opened = call(dataCentreApi.board)
    .then((board) => {
      putEarlyAnswers(board.reads, round)
      return board
    })
    .catch(() => null)
  expectEarlyAnswers(besideGreeting, opened)
  return opened
}

/** The cards in the order of the board, without the hidden ones. */
export function placeCards(cards: readonly BoardCard[], board: Board | null): readonly BoardCard[] {
  if (!board) return cards
  const byId = new Map(cards.map((card) => [card.id, card]))
  return board.cards.flatMap(({ id, isHidden }) => (isHidden ? [] : (byId.get(id) ?? [])))
}

export const saveBoard = (owner: LayoutOwner, cards: readonly PlacedCard[]) =>
  call(dataCentreApi.saveBoard, {
    body: { owner, cards: cards.map(({ id, isHidden, isLocked }) => ({ id, isHidden, isLocked })) },
  })
export const resetBoard = (owner: LayoutOwner) => call(dataCentreApi.resetBoard, { body: { owner } })
