import { newId, scopeOf, type Ctx } from '#packages/core'
import type { HistoryItem, HistoryKind } from '../../contract.ts'
import { historyOf, insertHistory } from '../history-queries.ts'
import { requireWithinReach } from './reading.ts'

interface Happening {
  orgId: string
  kind: HistoryKind
  before?: string
  after?: string
}

/** Writes down what became of organisations, in the transaction in which it happens. */
export async function recordHistory(ctx: Ctx, happenings: readonly Happening[]) {
  if (happenings.length === 0) return
  const rows = happenings.map((one) => ({ before: '', after: '', ...one, id: newId() }))
  await insertHistory(ctx.db, rows, ctx.actor.personId, ctx.now)
}

export async function readHistory(ctx: Ctx, id: string): Promise<HistoryItem[]> {
  await requireWithinReach(ctx, scopeOf(ctx, 'org.read'), id)
  return historyOf(ctx.db, id)
}
