import { dayOf, type Ctx } from '#packages/core'
import { findNumberOwner, createNumberHasher } from '#kernel/identity/server/api.ts'
import { isStaffInScope } from '#kernel/staff/server/api.ts'
import { hashStudentNo } from '../../encrypted-fields.ts'
import { findByIdCards, findByStudentNo } from '../../student-write-queries.ts'
import { isStudentInScope } from './scope-checks.ts'
import { getFieldCipher } from './present-students.ts'

/** The pupil with this 学籍号. `isReplacement`: the number will replace another number. */
export async function findStudentNoOwner(ctx: Ctx, number: string, isReplacement = false) {
  const fields = await getFieldCipher(ctx)
  return findNumberOwner(ctx, {
    number,
    isReplacement,
    find: () => findByStudentNo(ctx.db, hashStudentNo(fields, number)),
    isInScope: ({ id }) => canReadStudent(ctx, id),
  })
}

/** The person with this ID number, whether pupil or not. */
export async function findIdCardOwner(ctx: Ctx, number: string, isReplacement = false) {
  const fields = await getFieldCipher(ctx)
  return findNumberOwner(ctx, {
    number,
    isReplacement,
    find: async () => (await findByIdCards(ctx.db, [createNumberHasher(fields).idCard(number).toString('hex')]))[0],
    isInScope: ({ studentId, personId }) =>
      studentId ? canReadStudent(ctx, studentId) : isStaffInScope(ctx, personId),
  })
}

const canReadStudent = (ctx: Ctx, studentId: string) => isStudentInScope(ctx, 'student.read', studentId, dayOf(ctx.now))
