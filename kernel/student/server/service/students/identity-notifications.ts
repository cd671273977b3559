import type { Ctx } from '#packages/core'
import { defineTemplate } from '#kernel/message/server/api.ts'
import type { StudentRow } from '../../student-read-queries.ts'
import { notifyFamilies } from '../family/notify-families.ts'

export const identityChangedTemplate = defineTemplate({
  code: 'student.identity-changed',
  kind: 'notice',
  title: '学校修改了{name}的{what}',
  body: '如有疑问，请联系班主任。',
})

/** Notifies the pupil and the bound guardians, under the name that they know, of what the school changed. */
export async function notifyOfNewIdentity(
  ctx: Ctx,
  { id, name }: Pick<StudentRow, 'id' | 'name'>,
  changed: readonly string[],
) {
  if (changed.length === 0) return
  await notifyFamilies(ctx, {
    studentIds: [id],
    template: identityChangedTemplate,
    values: () => ({ name, what: changed.join('和') }),
    subject: { kind: 'student', id },
    alsoPupils: true,
    alsoFormer: true,
  })
}
