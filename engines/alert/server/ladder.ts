import type { Ctx } from '#packages/core'
import { findQuietHoursEnd } from '#kernel/message/server/api.ts'
import type { AlertKind, AlertStep } from './alert-kinds.ts'
import { insertLog, insertNotified, updateLadder, wasStepDone, type AlertRow } from './alert-queries.ts'

export const addMinutes = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000)

export const getStepMinutes = async (ctx: Ctx, { minutes }: AlertStep, alert: AlertRow): Promise<number> =>
  typeof minutes === 'number' ? minutes : minutes(ctx, alert)

/**
 * Takes all steps of a locked alert that are due now, and the one after a step without anybody to notify. What it
 * notifies and how far it came are in one transaction: a worker that dies leaves both undone.
 */
export async function climbLadder(ctx: Ctx, { ladder, quiet }: AlertKind, alert: AlertRow): Promise<void> {
  let { step, ladderAt } = alert
  let { state } = alert
  let isNextAtOnce = false
  for (; step < ladder.length; step++) {
    const next = ladder[step]!
    const due = isNextAtOnce ? ctx.now : addMinutes(ladderAt, await getStepMinutes(ctx, next, alert))
    if (due > ctx.now)
      return void (await updateLadder(ctx.db, { id: alert.id, state, step, ladderAt, escalateAt: due }))
    const morning = quiet && findQuietHoursEnd(ctx.now, quiet)
    if (morning) {
      ladderAt = new Date(ladderAt.getTime() + morning.getTime() - due.getTime())
      return void (await updateLadder(ctx.db, { id: alert.id, state, step, ladderAt, escalateAt: morning }))
    }
    isNextAtOnce = (await takeStep(ctx, next, alert)) === 0
    // Whoever took it on did not settle it in time.
    state = 'open'
  }
  await updateLadder(ctx.db, { id: alert.id, state, step, ladderAt, escalateAt: null })
}

/** Returns how many people it notified. A step that was taken before its ladder changed is not taken again. */
async function takeStep(ctx: Ctx, { key, notify }: AlertStep, alert: AlertRow): Promise<number> {
  if (await wasStepDone(ctx.db, alert.id, key)) return 1
  const people = [...new Set(await notify(ctx, alert))]
  if (people.length > 0) await insertNotified(ctx.db, alert.id, key, people, ctx.now)
  await insertLog(ctx.db, { alertId: alert.id, event: people.length > 0 ? 'step' : 'unreachable', step: key }, ctx.now)
  return people.length
}
