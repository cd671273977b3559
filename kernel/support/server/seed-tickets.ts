import { emptyScope, type Actor, type Ctx } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import { answerTicket, createTicket } from './tickets.ts'

type SeedMembership = Pick<Actor, 'personId' | 'userId' | 'orgId'>

interface Question {
  title: string
  text: string
  page: string
  daysAgo: number
  /** The answer, and how many hours later it was given. */
  answer?: { hours: number; text: string }
}

const teacherQuestions: readonly Question[] = [
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

const schoolQuestions: readonly Question[] = [
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

const asMember = (
  ctx: Ctx,
  membership: SeedMembership,
  now: Date,
  permissions: Actor['permissions'] = new Map(),
): Ctx => ({
  ...ctx,
  now,
  actor: { ...ctx.actor, kind: 'staff', ...membership, permissions },
})

interface SeedTicketOptions {
  asker: SeedMembership
  answerer: SeedMembership
  who: 'teacher' | 'school'
}

/** Tickets of the past days; some are answered, the last one is open. */
export async function seedTickets(ctx: Ctx, { asker, answerer, who }: SeedTicketOptions) {
  const oldest = new Date(ctx.now.getTime() - 40 * dayMs)
  for (const table of ['message_batch', 'message']) await ensureMonthPartitions(ctx.db, table, oldest, 3)
  const right = new Map([['support.answer', { ...emptyScope, district: true }]])
  for (const { title, text, page, daysAgo, answer } of who === 'teacher' ? teacherQuestions : schoolQuestions) {
    const createdAt = new Date(ctx.now.getTime() - daysAgo * dayMs)
    const { id } = await createTicket(asMember(ctx, asker, createdAt), { title, text, page, fileIds: [] })
    if (!answer) continue
    const answeredAt = new Date(createdAt.getTime() + answer.hours * 3600_000)
    await answerTicket(asMember(ctx, answerer, answeredAt, right), { id, text: answer.text })
  }
}
