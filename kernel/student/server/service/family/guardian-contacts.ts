import type { Ctx } from '#packages/core'
import { maskPhone } from '#kernel/identity/server/api.ts'
import { relations } from '../../../contract.ts'
import { decryptGuardianPhone, decryptRestriction } from '../../encrypted-fields.ts'
import { hideText } from '../../hidden-fields.ts'
import { listGuardiansOfStudents } from '../../student-read-queries.ts'
import { getFieldCipher } from '../students/present-students.ts'

export interface GuardianContact {
  /** Its number is shown in full by `studentApi.reveal`, which is logged. */
  id: string
  name: string
  relation: string
  /** Masked, or empty where the caller may not see it. */
  phone: string
}

/**
 * Whom a school may call about these pupils, the primary guardian first; nobody who may not be informed. Callers must
 * check the scope.
 */
export async function listGuardianContacts(
  ctx: Ctx,
  studentIds: readonly string[],
): Promise<Map<string, GuardianContact[]>> {
  if (studentIds.length === 0) return new Map()
  const fields = await getFieldCipher(ctx)
  const rows = (await listGuardiansOfStudents(ctx.db, studentIds)).filter(
    ({ id, status, restriction }) =>
      status !== 'pending' && decryptRestriction(fields, id, restriction) !== 'no-information',
  )
  return new Map(
    [...Map.groupBy(rows, ({ studentId }) => studentId)].map(([studentId, some]) => [
      studentId,
      some.map(({ id, name, relation, phone }) => ({
        id,
        name,
        relation: relations[relation],
        phone: hideText(ctx, 'guardianPhone', maskPhone(decryptGuardianPhone(fields, id, phone))),
      })),
    ]),
  )
}
