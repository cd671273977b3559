import type { BodyOf } from '#packages/contract'
import { dayOf, forbidden, found, Refusal, tooMany, type Ctx } from '#packages/core'
import { recordReveal, revealsSince } from '#kernel/audit/server'
import { holdPeople } from '#kernel/identity/server'
import type { MaskedField, studentApi } from '../../../contract.ts'
import { isKept } from '../../hidden.ts'
import { openCard, openFacts, openPhone, openStudentNo } from '../../numbers.ts'
import { guardiansOf, rowsOf, type StudentRow } from '../../read-queries.ts'
import { findStudent, reaches } from './finding.ts'
import { fieldsIn, paperOf } from './presenting.ts'

const revealsADay = 50

/** Shows one hidden field whole, to somebody who says why. It is written down in the same transaction. */
export async function reveal(ctx: Ctx, { id, field, guardianId, reason, on }: BodyOf<typeof studentApi.reveal>) {
  const today = dayOf(ctx.now)
  // Whoever is to have a class some day has nothing to look up there yet.
  const row = await findStudent(ctx, 'student.reveal', id, on && on < today ? on : today)
  if (isKept(ctx, field)) throw forbidden()
  // The numbers are today's. Whoever has left, or gone on to another school, is not the old teachers' to look at any more.
  const now = await findNow(ctx, row, today)
  const hasLeft = now.orgId !== row.orgId || !now.isThere
  if (hasLeft && !(await reaches(ctx, 'student.reveal', id, today)))
    throw new Refusal('该学生已离开本校，不能再查看其完整信息')
  await holdPeople(ctx, [ctx.actor.personId])
  const midnight = new Date(`${today}T00:00:00+08:00`)
  const used = await revealsSince(ctx, midnight)
  if (used >= revealsADay) {
    const tomorrow = midnight.getTime() + 24 * 3600_000
    throw tooMany(`今日查看次数已用完（${revealsADay}次）`, Math.ceil((tomorrow - ctx.now.getTime()) / 1000))
  }
  const value = await valueOf(ctx, row, field, guardianId ?? null)
  await recordReveal(ctx, { subjectKind: 'student', subjectId: id, field, reason })
  return { value, leftToday: revealsADay - used - 1 }
}

async function findNow(ctx: Ctx, row: StudentRow, today: string) {
  const [now] = await rowsOf(ctx.db, [row.id], today)
  return found(now, '学生')
}

async function valueOf(ctx: Ctx, row: StudentRow, field: MaskedField, guardianId: string | null): Promise<string> {
  const fields = await fieldsIn(ctx)
  if (field === 'guardianPhone') {
    const links = await guardiansOf(ctx.db, [row.id])
    const link = guardianId === null ? links[0] : links.find((one) => one.id === guardianId)
    const { id, phone } = found(link, '监护人')
    return openPhone(fields, id, phone)
  }
  return {
    idCard: () => paperOf(fields, row),
    studentNo: () => openStudentNo(fields, row.id, row.studentNo),
    address: () => openFacts(fields, row.id, row.private).address,
    icCard: () => openCard(fields, row.id, row.icCard),
  }[field]()
}
