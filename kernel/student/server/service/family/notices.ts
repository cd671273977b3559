import { dayOf, type Ctx } from '#packages/core'
import { administratorsOf } from '#kernel/access/server'
import { closeTodos, defineTemplate, sendMessages } from '#kernel/message/server'
import { classTeachersOf } from '#kernel/schooling/server'
import { linksOf } from '../../guardian-queries.ts'

const asked = defineTemplate({
  code: 'family.bind-asked',
  kind: 'todo',
  title: '待确认：{guardian}申请绑定{child}',
  body: '请核实对方是{child}的监护人后再同意。',
})
const bound = defineTemplate({
  code: 'family.bound',
  kind: 'notice',
  title: '{guardian}已绑定{child}',
  body: '如不认识对方，请尽快联系班主任。',
})
const decided = defineTemplate({
  code: 'family.bind-decided',
  kind: 'notice',
  title: '绑定{child}的申请{outcome}',
  body: '{advice}',
})

const subjectOf = (linkId: string) => ({ kind: 'guardian-link', id: linkId })

interface Pupil {
  studentId: string
  name: string
  orgId: string
  classId: string | null
}

/** The head of the class has something to decide; where there is none, those who run the school. */
export async function askHead(ctx: Ctx, linkId: string, guardian: string, { name, orgId, classId }: Pupil) {
  const teachers = classId ? await classTeachersOf(ctx, [classId], dayOf(ctx.now)) : new Map()
  const heads = (teachers.get(classId!) ?? []).filter(({ role }: { role: string }) => role === 'head')
  const to: { personId: string }[] = heads.length > 0 ? heads : await administratorsOf(ctx, orgId)
  await sendMessages(ctx, asked, {
    to: to.map(({ personId }) => personId),
    words: { guardian, child: name },
    url: '/baseData/Student?bindRequests=1',
    subject: subjectOf(linkId),
    orgId,
  })
}

/** Those who are bound already learn who else is: nobody comes near a child unseen. */
export async function tellOthers(ctx: Ctx, linkId: string, guardian: string, child: { id: string; name: string }) {
  const links = await linksOf(ctx.db, child.id)
  const others = links.filter(({ id, status, maySee }) => id !== linkId && status === 'active' && maySee)
  await sendMessages(ctx, bound, {
    to: others.flatMap(({ personId }) => (personId ? [personId] : [])),
    words: { guardian, child: child.name },
    subject: subjectOf(linkId),
  })
}

export async function tellDecision(ctx: Ctx, linkId: string, personId: string, child: string, agrees: boolean) {
  await closeTodos(ctx, subjectOf(linkId))
  const outcome = agrees ? '已通过' : '未通过'
  const advice = agrees ? '现在可以查看孩子的信息。' : '请联系班主任。'
  await sendMessages(ctx, decided, {
    to: [personId],
    words: { child, outcome, advice },
    url: '/studentMain',
    subject: subjectOf(linkId),
  })
}

/** There is nothing to decide any more. */
export const dropRequest = (ctx: Ctx, linkId: string) => closeTodos(ctx, subjectOf(linkId))
