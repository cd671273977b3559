import { emptyId, newId, notFound, Refusal, type Ctx, type Scope } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { enqueue } from '#packages/jobs'
import type { AlertEvent } from '../contract.ts'
import { getAlertKinds, type AlertKind } from './alert-kinds.ts'
import {
  endAlert,
  insertAlert,
  insertLog,
  listAlertsInScope,
  listLog,
  listNewestOf,
  lockAlert,
  lockOpenAlert,
  updateLadder,
  type AlertFilter,
  type AlertLogRow,
  type AlertRow,
  type NewAlert,
} from './alert-queries.ts'
import { climbSoonJob } from './climb-ladders.ts'
import { addMinutes, getStepMinutes } from './ladder.ts'

export interface AlertOccasion {
  /** What it is about: raising the same key again joins the open alert. */
  key: string
  subject: { kind: string; id: string }
  orgId: string
}

/**
 * Raises an alert in the caller's transaction, or joins the open one of this key. A first step without delay follows
 * within a second, by a job, so that whoever saves need not wait for the messages.
 */
export async function raiseAlert(
  ctx: Ctx,
  kind: AlertKind,
  { key, subject, orgId }: AlertOccasion,
): Promise<{ id: string; isNew: boolean }> {
  const facts: NewAlert = {
    id: newId(),
    orgId,
    code: kind.code,
    key,
    level: kind.level,
    subjectKind: subject.kind,
    subjectId: subject.id,
    escalateAt: null,
    openedAt: ctx.now,
  }
  const first = kind.ladder[0]
  const draft: AlertRow = {
    ...facts,
    state: 'open',
    step: 0,
    ladderAt: ctx.now,
    outcome: null,
    note: null,
    closedAt: null,
  }
  const escalateAt = first ? addMinutes(ctx.now, await getStepMinutes(ctx, first, draft)) : null
  for (;;) {
    if (await insertAlert(ctx.db, { ...facts, escalateAt })) {
      await log(ctx, facts.id, 'raised')
      if (escalateAt && escalateAt <= ctx.now) await enqueue(ctx, climbSoonJob, {})
      return { id: facts.id, isNew: true }
    }
    const open = await lockOpenAlert(ctx.db, facts)
    // Closed in between: a new one.
    if (!open) continue
    await log(ctx, open.id, 'repeated')
    return { id: open.id, isNew: false }
  }
}

/** Somebody takes it on: the ladder waits for the time that the kind allows, or for good. */
export async function acknowledgeAlert(ctx: Ctx, id: string): Promise<void> {
  const alert = await lockOpen(ctx, id)
  const minutes = await getAlertKinds(ctx).get(alert.code)?.acknowledgedMinutes?.(ctx, alert)
  const { escalateAt: due } = alert
  const next =
    due && minutes !== undefined ? new Date(Math.max(due.getTime(), addMinutes(ctx.now, minutes).getTime())) : null
  const shift = due && next ? next.getTime() - due.getTime() : 0
  const ladderAt = new Date(alert.ladderAt.getTime() + shift)
  await updateLadder(ctx.db, { ...alert, state: 'acknowledged', ladderAt, escalateAt: next })
  await log(ctx, id, 'acknowledged')
}

/** It is settled, with one of the outcomes of its kind. */
export async function closeAlert(ctx: Ctx, id: string, outcome: string, note = ''): Promise<void> {
  const alert = await lockOpen(ctx, id)
  const kind = getAlertKinds(ctx).get(alert.code)
  if (kind && !(outcome in kind.outcomes)) throw new Error(`${outcome} is no outcome of ${alert.code}`)
  await end(ctx, alert, { state: 'closed', outcome, note })
}

/** It was none. */
export const dismissAlert = async (ctx: Ctx, id: string, reason: string): Promise<void> =>
  end(ctx, await lockOpen(ctx, id), { state: 'dismissed', outcome: null, note: reason })

/** The open alert of a key, locked. */
export const findOpenAlert = ({ db }: Pick<Ctx, 'db'>, { code }: AlertKind, key: string) =>
  lockOpenAlert(db, { code, key })

async function lockOpen(ctx: Ctx, id: string): Promise<AlertRow> {
  const alert = await lockAlert(ctx.db, id)
  if (!alert) throw notFound('预警')
  if (alert.closedAt) throw new Refusal('该预警已处理')
  return alert
}

const noteField = 'alert.note'

async function end(
  ctx: Ctx,
  { id }: AlertRow,
  { state, outcome, note }: { state: 'closed' | 'dismissed'; outcome: string | null; note: string },
) {
  const cipher = note === '' ? undefined : await loadFieldCipher(ctx.db, ctx.actor.districtId)
  await endAlert(ctx.db, { id, state, outcome, note: cipher?.encrypt(noteField, note, id) ?? null }, ctx.now)
  await log(ctx, id, state)
}

const log = ({ db, actor, now }: Ctx, alertId: string, event: AlertEvent) =>
  insertLog(db, { alertId, event, personId: actor.personId === emptyId ? null : actor.personId }, now)

export interface Alert extends Omit<AlertRow, 'note'> {
  note: string
  /** The title of its kind. */
  title: string
}

export async function listAlerts(ctx: Ctx, scope: Scope, filter: AlertFilter): Promise<Alert[]> {
  const rows = await listAlertsInScope(ctx.db, scope, filter)
  const cipher = rows.some(({ note }) => note) ? await loadFieldCipher(ctx.db, ctx.actor.districtId) : undefined
  const kinds = getAlertKinds(ctx)
  return rows.map(({ note, ...row }) => ({
    ...row,
    note: note && cipher ? cipher.decrypt(noteField, note, row.id) : '',
    title: kinds.get(row.code)?.title ?? '',
  }))
}

export interface AlertStory extends AlertLogRow {
  /** Whom the step notifies: 班主任. */
  stepTitle: string
}

/** What happened to the newest alert of each of these subjects. Callers must check the scope. */
export async function getAlertStories(
  ctx: Ctx,
  kind: AlertKind,
  subjectKind: string,
  subjectIds: readonly string[],
): Promise<Map<string, { alert: AlertRow; story: AlertStory[] }>> {
  const alerts = subjectIds.length > 0 ? await listNewestOf(ctx.db, kind.code, subjectKind, subjectIds) : []
  const log = Map.groupBy(
    await listLog(
      ctx.db,
      alerts.map(({ id }) => id),
    ),
    ({ alertId }) => alertId,
  )
  const titles = new Map(kind.ladder.map(({ key, title }) => [key, title]))
  const present = (row: AlertLogRow): AlertStory => ({ ...row, stepTitle: titles.get(row.step ?? '') ?? '' })
  return new Map(alerts.map((alert) => [alert.subjectId, { alert, story: (log.get(alert.id) ?? []).map(present) }]))
}
