import type { Ctx } from '#packages/core'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { listGuardianLinks } from '../../guardian-queries.ts'
import type { StudentRow } from '../../student-read-queries.ts'

export const identityChangedTemplate = defineTemplate({
  code: 'student.identity-changed',
  kind: 'notice',
  title: '学校修改了{name}的{what}',
  body: '如有疑问，请联系班主任。',
})

/** Tells the pupil and the bound guardians, under the name that they know, what the school changed. */
export async function notifyOfNewIdentity(
  ctx: Ctx,
  { id, personId, name }: Pick<StudentRow, 'id' | 'personId' | 'name'>,
  changed: readonly string[],
) {
  if (changed.length === 0) return
  const links = await listGuardianLinks(ctx.db, id)
  const guardians = links.flatMap((link) =>
    link.personId && link.status === 'active' && link.maySee ? [link.personId] : [],
  )
  await sendMessages(ctx, identityChangedTemplate, {
    to: [personId, ...guardians],
    values: { name, what: changed.join('和') },
    subject: { kind: 'student', id },
  })
}
