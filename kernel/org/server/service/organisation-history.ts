import { newId, scopeOf, type Ctx } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import { historyKinds, type HistoryItem, type HistoryKind } from '../../contract.ts'
import { listHistory, insertHistory } from '../history-queries.ts'
import { organisationKind } from '../logged-objects.ts'
import { requireNodeInScope } from './organisations.ts'

interface HistoryEvent {
  orgId: string
  kind: HistoryKind
  before?: string
  after?: string
}

/** Records events in the transaction in which they happen. */
export async function recordHistory(ctx: Ctx, events: readonly HistoryEvent[]) {
  if (events.length === 0) return
  const rows = events.map((one) => ({ before: '', after: '', ...one, id: newId() }))
  await insertHistory(ctx.db, rows, ctx.actor.personId, ctx.now)
  await recordFieldChanges(
    ctx,
    rows.map(({ orgId, kind, before, after }) => ({
      entity: organisationKind,
      rowId: orgId,
      changes: [{ field: kind, before, after: after || before || historyKinds[kind] }],
    })),
  )
}

export async function getOrganisationHistory(ctx: Ctx, id: string): Promise<HistoryItem[]> {
  await requireNodeInScope(ctx, scopeOf(ctx, 'org.read'), id)
  return listHistory(ctx.db, id)
}
