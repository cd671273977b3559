import { addDays, dayOf, startOfDay, type Ctx } from '#packages/core'
import { inOwnDistrict } from '#packages/http'
import type { FamilyHomePart } from '#kernel/student/server/api.ts'
import { pupilLeaveKinds } from '../../contract.ts'
import { findFirstNews } from '../sessions/pass-queries.ts'
import { toHalfText } from '../sessions/pupil-days.ts'
import { formatClock } from '../sessions/roll-rules.ts'

/**
 * Whether a child has come to school today: a device saw it come in, a roll says that it was there, or it has leave.
 * Without any of these nothing is known: a device may be out of order, so nobody is called absent here.
 */
export async function getChildToday(ctx: Ctx, studentId: string) {
  const today = dayOf(ctx.now)
  const span = { from: startOfDay(today), to: startOfDay(addDays(today, 1)) }
  const { seenAt, rolledAt, leave } = await findFirstNews(ctx.db, { studentId, day: today, span })
  const away = leave.map((one) => {
    const count = one.periodIds.length
    return `${pupilLeaveKinds[one.kind]}（${count > 0 ? `${count}节课` : toHalfText(one, today)}）`
  })
  const arrived = seenAt ? `已到校 ${formatClock(seenAt)}` : rolledAt ? `已到校（${rolledAt} 点名）` : ''
  const texts = [...(arrived ? [arrived] : []), ...away]
  if (texts.length === 0) return { state: 'unknown' as const, text: '以班主任登记为准' }
  return { state: arrived ? ('arrived' as const) : ('leave' as const), text: texts.join('，') }
}

export const childToday: FamilyHomePart = {
  key: 'attendance',
  read: (own, { id }) => inOwnDistrict(own, (ctx) => getChildToday(ctx, id), { readOnly: true }),
}
