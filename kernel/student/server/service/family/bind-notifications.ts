import type { Ctx } from '#packages/core'
import { startFlow } from '#kernel/approval/server/api.ts'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { findGuardianLink } from '../../guardian-queries.ts'
import { notifyFamilies } from './notify-families.ts'

export const boundTemplate = defineTemplate({
  code: 'family.bound',
  kind: 'notice',
  title: '{guardian}已绑定{child}',
  body: '如不认识对方，请尽快联系班主任。',
})
export const bindDecisionTemplate = defineTemplate({
  code: 'family.bind-decided',
  kind: 'notice',
  title: '绑定{child}的申请{outcome}',
  body: '{advice}',
})

/** The key of the approval of bindings. */
export const bindSubject = 'guardian-binding'

const getLinkSubject = (linkId: string) => ({ kind: 'guardian-link', id: linkId })

interface BindRequestPupil {
  studentId: string
  name: string
  orgId: string
  classId: string | null
}

/** The class teacher confirms; the school's administrators, if the class has none. */
export const requestTeacherApproval = (
  ctx: Ctx,
  linkId: string,
  guardian: string,
  { name, orgId, classId }: BindRequestPupil,
) =>
  startFlow(ctx, {
    subject: bindSubject,
    id: linkId,
    orgId,
    title: `${guardian}申请绑定${name}`,
    values: { classId },
  })

/** The guardians who are already bound get a notification, so that nobody gains access to a child unnoticed. */
export async function notifyOtherGuardians(ctx: Ctx, linkId: string, guardian: string, studentId: string) {
  const link = await findGuardianLink(ctx.db, linkId)
  await notifyFamilies(ctx, {
    studentIds: [studentId],
    template: boundTemplate,
    values: ([child]) => ({ guardian, child: child!.name }),
    subject: getLinkSubject(linkId),
    alsoFormer: true,
    ...(link?.guardianId ? { exceptGuardianId: link.guardianId } : {}),
  })
}

export async function notifyBindDecision(ctx: Ctx, linkId: string, personId: string, child: string, agrees: boolean) {
  const outcome = agrees ? '已通过' : '未通过'
  const advice = agrees ? '现在可以查看孩子的信息。' : '请联系班主任。'
  await sendMessages(ctx, bindDecisionTemplate, {
    to: [personId],
    values: { child, outcome, advice },
    url: '/studentMain',
    subject: getLinkSubject(linkId),
  })
}
