import { dayOf, orNotFound, scopeOf, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { decryptClassCode, encryptClassCode } from '../../encrypted-fields.ts'
import { findCodeOfClass, upsertClassCode } from '../../guardian-queries.ts'
import { findClassInScope } from '../../school-queries.ts'
import { lockSchool } from '../students/change-enrolments.ts'
import { createInviteCode } from './invite-codes.ts'

const codeDays = 14
const codeLength = 8

/** Returns the invite code of a class for its guardians. Creates one on request, or if there is no valid one. */
export async function getClassCode(ctx: Ctx, { classId, renew }: { classId: string; renew: boolean }) {
  const day = dayOf(ctx.now)
  const { orgId } = orNotFound(await findClassInScope(ctx.db, scopeOf(ctx, 'student.account'), classId, day), '班级')
  const className = (await describeClasses(ctx, { classIds: [classId] }, day)).get(classId)?.label ?? ''
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const read = () => findCodeOfClass(ctx.db, classId, ctx.now)
  let known = renew ? undefined : await read()
  if (!known && !renew) {
    // Reads again under the lock, so that a concurrent request does not replace the first code with another one.
    await lockSchool(ctx, orgId)
    known = await read()
  }
  if (known) {
    return { code: decryptClassCode(fields, classId, known.code), expiresAt: known.expiresAt.toISOString(), className }
  }
  const code = createInviteCode(codeLength)
  const expiresAt = new Date(ctx.now.getTime() + codeDays * 86_400_000)
  const row = { class_id: classId, ...encryptClassCode(fields, classId, code), expires_at: expiresAt }
  await upsertClassCode(ctx.db, { ...row, by_person_id: ctx.actor.personId }, ctx.now)
  return { code, expiresAt: expiresAt.toISOString(), className }
}
