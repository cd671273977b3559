import { emptyScope, type Ctx } from '#packages/core'
import { ensureMonthPartitions } from '#packages/db'
import { actAsDemoMember, listDemoMemberships, type DemoMembership, type DemoRows } from '#kernel/org/server/api.ts'
import { answerTicket, createTicket } from './tickets.ts'

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

/** Tickets of the past days of teachers to their administrators, and of a school to the district; some are open. */
export const demoTickets: DemoRows = {
  key: 'support.tickets',
  isOnlyForViewing: true,
  async create(ctx, world) {
    const oldest = new Date(ctx.now.getTime() - 40 * dayMs)
    for (const table of ['message_batch', 'message']) await ensureMonthPartitions(ctx.db, table, oldest, 3)
    const [chief] = listDemoMemberships(world, '区管理员')
    let count = 0
    for (const teacher of listDemoMemberships(world, '语文教师')) {
      const administrator = listDemoMemberships(world, '学校管理员').find(({ orgId }) => orgId === teacher.orgId)!
      count += await createTickets(ctx, teacherQuestions, { asker: teacher, answerer: administrator })
      if (chief) count += await createTickets(ctx, schoolQuestions, { asker: administrator, answerer: chief })
    }
    return count
  },
}

async function createTickets(
  ctx: Ctx,
  questions: readonly Question[],
  { asker, answerer }: { asker: DemoMembership; answerer: DemoMembership },
) {
  const permissions = new Map([['support.answer', { ...emptyScope, district: true }]])
  for (const { title, text, page, daysAgo, answer } of questions) {
    const createdAt = new Date(ctx.now.getTime() - daysAgo * dayMs)
    const ticket = { title, text, page, files: [] }
    const { id } = await createTicket(actAsDemoMember(ctx, asker, { now: createdAt }), ticket)
    if (!answer) continue
    const now = new Date(createdAt.getTime() + answer.hours * 3600_000)
    await answerTicket(actAsDemoMember(ctx, answerer, { now, permissions }), { id, text: answer.text })
  }
  return questions.length
}
