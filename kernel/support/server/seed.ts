import { nothing, type Actor, type Ctx } from '#packages/core'
import { answerQuestion, askQuestion } from './service.ts'

type Place = Pick<Actor, 'personId' | 'userId' | 'orgId'>

const questions = [
  { title: '班级花名册少一名学生', text: '上周转入的学生还没有出现在花名册里，请帮忙看看。', page: '/baseData/Orgs' },
  { title: '教研组的联系电话要更新', text: '语文教研组的电话换了，机构信息里还是旧的号码。', page: '/baseData/Orgs' },
]

/** Two questions, as teachers ask them; the first is answered already. */
export async function seedQuestions(ctx: Ctx, { asker, answerer }: { asker: Place; answerer: Place }) {
  const as = (place: Place, permissions: Actor['permissions'] = new Map()): Ctx => ({
    ...ctx,
    actor: { ...ctx.actor, kind: 'staff', ...place, permissions },
  })
  const ids: string[] = []
  for (const question of questions) ids.push((await askQuestion(as(asker), { ...question, fileIds: [] })).id)
  const own = new Map([['support.answer', { ...nothing, orgIds: [answerer.orgId] }]])
  await answerQuestion(as(answerer, own), { id: ids[0]!, text: '已补录，刷新后可以看到。' })
}
