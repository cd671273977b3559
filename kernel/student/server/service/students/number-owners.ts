import { dayOf, type Ctx } from '#packages/core'
import { findNumberOwner, hashesIn } from '#kernel/identity/server'
import { isStaffInScope } from '#kernel/staff/server'
import { hashStudentNo } from '../../numbers.ts'
import { knownByIdCards, knownByStudentNo } from '../../student-queries.ts'
import { reaches } from './finding.ts'
import { fieldsIn } from './presenting.ts'

/** The pupil with this 学籍号. `isReplacement`: another number is replaced by it. */
export async function findStudentNoOwner(ctx: Ctx, number: string, isReplacement = false) {
  const fields = await fieldsIn(ctx)
  return findNumberOwner(ctx, {
    number,
    isReplacement,
    find: () => knownByStudentNo(ctx.db, hashStudentNo(fields, number)),
    isInScope: ({ id }) => isStudentInScope(ctx, id),
  })
}

/** The person with this ID number, pupil or not. */
export async function findIdCardOwner(ctx: Ctx, number: string, isReplacement = false) {
  const fields = await fieldsIn(ctx)
  return findNumberOwner(ctx, {
    number,
    isReplacement,
    find: async () => (await knownByIdCards(ctx.db, [hashesIn(fields).idCard(number).toString('hex')]))[0],
    isInScope: ({ studentId, personId }) =>
      studentId ? isStudentInScope(ctx, studentId) : isStaffInScope(ctx, personId),
  })
}

const isStudentInScope = (ctx: Ctx, studentId: string) => reaches(ctx, 'student.read', studentId, dayOf(ctx.now))
