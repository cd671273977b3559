import { orNotFound, Refusal, type Ctx, type Scope } from '#packages/core'
import { acknowledgeAlert, findOpenAlert } from '#engines/alert/server/api.ts'
import type { AbsenceCase, CaseOutcome } from '../../contract.ts'
import { absenceAlert } from './absence-alert.ts'
import { presentCases } from './case-board.ts'
import { findCaseDay, lockCaseInScope, setContacted, setSettled, type CaseRow } from './case-queries.ts'
import { sealCaseNote } from './case-note.ts'
import { closeAlertOf } from './update-cases.ts'

async function lockOpenCase(ctx: Ctx, scope: Scope, id: string): Promise<CaseRow> {
  const day = orNotFound(await findCaseDay(ctx.db, id), '未到记录')
  const row = orNotFound(await lockCaseInScope(ctx.db, scope, id, day), '未到记录')
  if (row.status === 'settled') throw new Refusal('该生的情况已核实')
  return row
}

interface CaseNote {
  id: string
  note: string
}

/** The family was called. The ladder goes on until the case is settled. */
export async function contactCase(ctx: Ctx, scope: Scope, { id, note }: CaseNote): Promise<AbsenceCase> {
  await lockOpenCase(ctx, scope, id)
  await setContacted(ctx.db, id, { by: ctx.actor.personId, note: await sealCaseNote(ctx, id, note) }, ctx.now)
  const alert = await findOpenAlert(ctx, absenceAlert, id)
  if (alert) await acknowledgeAlert(ctx, alert.id)
  return presentOne(ctx, id)
}

/** Somebody knows where the child is. */
export async function resolveCase(
  ctx: Ctx,
  scope: Scope,
  { id, outcome, note }: CaseNote & { outcome: CaseOutcome },
): Promise<AbsenceCase> {
  await lockOpenCase(ctx, scope, id)
  const sealed = await sealCaseNote(ctx, id, note)
  await setSettled(ctx.db, [id], { outcome, by: ctx.actor.personId, note: sealed }, ctx.now)
  await closeAlertOf(ctx, id, outcome)
  return presentOne(ctx, id)
}

const presentOne = async (ctx: Ctx, id: string) => orNotFound((await presentCases(ctx, [id]))[0], '未到记录')
