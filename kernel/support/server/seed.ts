import { nothing, type Actor, type Ctx } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import { answerQuestion, askQuestion } from './service.ts'

type Place = Pick<Actor, 'personId' | 'userId' | 'orgId'>

interface Question {
  title: string
  text: string
  page: string
  daysAgo: number
  /** How many hours later it was answered, if it was. */
  answer?: { hours: number; text: string }
}

const ofTeachers: readonly Question[] = [
  {
    title: '班级花名册少一名学生',
    text: '上周转入的学生还没有出现在花名册里，请帮忙看看。',
    page: '/baseData/Student',
    daysAgo: 9,
    answer: { hours: 3, text: '已补录，刷新后可以看到。' },
  },
  {
    title: '家长收不到绑定短信',
    text: '有两位家长换了手机号，用新号码登录时看不到孩子。',
    page: '/baseData/Student',
    daysAgo: 2,
    answer: { hours: 20, text: '请在学生的监护人信息里改为新号码，家长重新登录即可。' },
  },
  {
    title: '教研组的联系电话要更新',
    text: '语文教研组的电话换了，机构信息里还是旧的号码。',
    page: '/baseData/Orgs',
    daysAgo: 0,
  },
]

const ofSchools: readonly Question[] = [
  {
    title: '期中考试两天如何在校历中设置',
    text: '考试两天不按课表上课，应选“校内活动”还是“停课”？',
    page: '/baseData/Terms?tab=calendar',
    daysAgo: 12,
    answer: { hours: 5, text: '选“校内活动”。当天不排课，学生仍按时到校。' },
  },
  {
    title: '申请增加一名兼课教师',
    text: '已提交人员变动申请，请协调对方学校尽快处理。',
    page: '/baseData/UserChanges',
    daysAgo: 1,
  },
]

const dayMs = 86_400_000

const asPlace = (ctx: Ctx, place: Place, now: Date, permissions: Actor['permissions'] = new Map()): Ctx => ({
  ...ctx,
  now,
  actor: { ...ctx.actor, kind: 'staff', ...place, permissions },
})

interface Asking {
  asker: Place
  answerer: Place
  who: 'teacher' | 'school'
}

/** Questions of the past days as teachers and schools ask them: some are answered, the last one waits. */
export async function seedQuestions(ctx: Ctx, { asker, answerer, who }: Asking) {
  const oldest = new Date(ctx.now.getTime() - 40 * dayMs)
  for (const table of ['message_batch', 'message']) await ensureMonthPartitions(ctx.db, table, oldest, 3)
  const right = new Map([['support.answer', { ...nothing, district: true }]])
  for (const { title, text, page, daysAgo, answer } of who === 'teacher' ? ofTeachers : ofSchools) {
    const askedAt = new Date(ctx.now.getTime() - daysAgo * dayMs)
    const { id } = await askQuestion(asPlace(ctx, asker, askedAt), { title, text, page, fileIds: [] })
    if (!answer) continue
    const answeredAt = new Date(askedAt.getTime() + answer.hours * 3600_000)
    await answerQuestion(asPlace(ctx, answerer, answeredAt, right), { id, text: answer.text })
  }
}
