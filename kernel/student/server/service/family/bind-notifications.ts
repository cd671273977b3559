import { dayOf, type Ctx } from '#packages/core'
import { listAdministratorIds } from '#kernel/access/server/api.ts'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { listClassTeachers } from '#kernel/schooling/server/api.ts'
import { listGuardianLinks } from '../../guardian-queries.ts'

export const bindRequestTemplate = defineTemplate({
  code: 'family.bind-requested',
  kind: 'todo',
  title: '待确认：{guardian}申请绑定{child}',
  body: '请核实对方是{child}的监护人后再同意。',
})
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

const getLinkSubject = (linkId: string) => ({ kind: 'guardian-link', id: linkId })

interface BindRequestPupil {
  studentId: string
  name: string
  orgId: string
  classId: string | null
}

/** Sends a todo to the class teacher, or to the school's administrators if the class has none. */
export async function requestTeacherApproval(
  ctx: Ctx,
  linkId: string,
  guardian: string,
  { name, orgId, classId }: BindRequestPupil,
) {
  const teachers = classId ? await listClassTeachers(ctx, [classId], dayOf(ctx.now)) : new Map()
  const heads = (teachers.get(classId!) ?? []).filter(({ role }: { role: string }) => role === 'head')
  const to: { personId: string }[] = heads.length > 0 ? heads : await listAdministratorIds(ctx, orgId)
  await sendMessages(ctx, bindRequestTemplate, {
    to: to.map(({ personId }) => personId),
    values: { guardian, child: name },
    url: '/baseData/Student?bindRequests=1',
    subject: getLinkSubject(linkId),
    orgId,
  })
}

/** The guardians who are already bound get a notification, so that nobody gains access to a child unnoticed. */
export async function notifyOtherGuardians(
  ctx: Ctx,
  linkId: string,
  guardian: string,
  child: { id: string; name: string },
) {
  const links = await listGuardianLinks(ctx.db, child.id)
  const others = links.filter(({ id, status, maySee }) => id !== linkId && status === 'active' && maySee)
  await sendMessages(ctx, boundTemplate, {
    to: others.flatMap(({ personId }) => (personId ? [personId] : [])),
    values: { guardian, child: child.name },
    subject: getLinkSubject(linkId),
  })
}

export async function notifyBindDecision(ctx: Ctx, linkId: string, personId: string, child: string, agrees: boolean) {
  await closeTodos(ctx, getLinkSubject(linkId))
  const outcome = agrees ? '已通过' : '未通过'
  const advice = agrees ? '现在可以查看孩子的信息。' : '请联系班主任。'
  await sendMessages(ctx, bindDecisionTemplate, {
    to: [personId],
    values: { child, outcome, advice },
    url: '/studentMain',
    subject: getLinkSubject(linkId),
  })
}

/** Closes the todos because the link no longer needs a decision. */
export const closeBindRequestTodos = (ctx: Ctx, linkId: string) => closeTodos(ctx, getLinkSubject(linkId))
