import { dayOf, orNotFound, Refusal, type Ctx } from '#packages/core'
import { publish } from '#packages/jobs'
import { pupilLeaveApproved, pupilLeaveRevoked } from '../../contract.ts'
import { checkIllness } from '../cases/illness.ts'
import { settleByLeave } from '../cases/settle-by-leave.ts'
import { fillFromLeave, takeBackLeave } from '../sessions/follow-leave.ts'
import { loadLeaveCipher, sealLeaveNote } from './leave-fields.ts'
import { changeLeaveStatus, findLeave, setReturned, type PupilLeaveRow } from './leave-queries.ts'

export const getLeave = async (ctx: Ctx, id: string): Promise<PupilLeaveRow> =>
  orNotFound(await findLeave(ctx.db, id, dayOf(ctx.now)), '请假')

export const alreadyChanged = () => new Refusal('该请假已被处理，请刷新后查看')

/** What approved leave changes: the rolls of its lessons, the open case of the child, the count of the sick. */
export async function putInForce(ctx: Ctx, leave: PupilLeaveRow) {
  const { id, orgId, studentId, classId, startsOn, endsOn } = leave
  await fillFromLeave(ctx, id)
  await settleByLeave(ctx, { studentId, from: startsOn, to: endsOn, leaveId: id })
  if (leave.kind === 'sick' && classId) {
    const today = dayOf(ctx.now)
    const day = today < startsOn ? startsOn : today > endsOn ? endsOn : today
    await checkIllness(ctx, { orgId, classId, day })
  }
  await publish(ctx, pupilLeaveApproved, { leaveId: id, orgId, from: startsOn, to: endsOn })
}

/** Approved leave that does not hold any more: what it filled goes. */
export async function endLeave(ctx: Ctx, leave: PupilLeaveRow, note: string) {
  const { id, orgId, startsOn, endsOn } = leave
  const change = { id, from: 'approved', to: 'revoked', byId: ctx.actor.personId } as const
  const sealed = note === '' ? null : sealLeaveNote(await loadLeaveCipher(ctx), id, note)
  if (!(await changeLeaveStatus(ctx.db, { ...change, note: sealed }, ctx.now))) throw alreadyChanged()
  await takeBackLeave(ctx, id)
  await publish(ctx, pupilLeaveRevoked, { leaveId: id, orgId, from: startsOn, to: endsOn })
}

/** It holds for the lessons that have begun; a roll that was called early expects the pupil again. */
export async function shortenLeave(ctx: Ctx, id: string) {
  await setReturned(ctx.db, [id], ctx.now)
  await takeBackLeave(ctx, id)
}
