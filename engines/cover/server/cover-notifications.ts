import type { Ctx } from '#packages/core'
import { defineTemplate, sendMessages, type MessageTemplate } from '#kernel/message/server/api.ts'

// No message says why somebody is not there.
const lessons = '{lessons}'
export const requestTemplate = defineTemplate({
  code: 'cover.asked',
  kind: 'notice',
  title: '{name}请您代课{count}节',
  body: `${lessons}。请在“我的代调课”里答复。`,
  sms: true,
})
export const openTemplate = defineTemplate({
  code: 'cover.open',
  kind: 'notice',
  title: '{name}有{count}节课请教务安排',
  body: `${lessons}。`,
})
export const agreedTemplate = defineTemplate({
  code: 'cover.agreed',
  kind: 'notice',
  title: '{name}同意了您的代调课',
  body: `${lessons}。`,
})
export const declinedTemplate = defineTemplate({
  code: 'cover.declined',
  kind: 'notice',
  title: '您的代调课没有人接受',
  body: `${lessons}。请另选同事，或请教务安排。`,
})
export const effectiveTemplate = defineTemplate({
  code: 'cover.effective',
  kind: 'notice',
  title: '代调课已生效（{count}节）',
  body: `${lessons}。`,
  sms: true,
})
export const rejectedTemplate = defineTemplate({
  code: 'cover.rejected',
  kind: 'notice',
  title: '您的代调课未通过审核',
  body: `${lessons}。`,
})
export const withdrawnTemplate = defineTemplate({
  code: 'cover.withdrawn',
  kind: 'notice',
  title: '代调课已撤回（{count}节）',
  body: `${lessons}。`,
})
export const cancelledTemplate = defineTemplate({
  code: 'cover.cancelled',
  kind: 'notice',
  title: '代调课已取消（{count}节）',
  body: `${lessons}。课程恢复原安排。`,
  sms: true,
})
export const lapsedTemplate = defineTemplate({
  code: 'cover.lapsed',
  kind: 'notice',
  title: '代调课已失效（{count}节）',
  body: `${lessons}。上课前没有生效。`,
})
export const doubtTemplate = defineTemplate({
  code: 'cover.in-doubt',
  kind: 'notice',
  title: '{count}节代课待教务决定是否保留',
  body: `${lessons}。原任教师的请假已变化。`,
})
export const unansweredTemplate = defineTemplate({
  code: 'cover.unanswered',
  kind: 'notice',
  title: '{count}节课的代课还没有人答复',
  body: `${lessons}。请到“今日课务”处理。`,
})
export const reminderTemplate = defineTemplate({
  code: 'cover.reminder',
  kind: 'notice',
  title: '明天您有{count}节代课',
  body: `${lessons}。`,
})
export const soonTemplate = defineTemplate({
  code: 'cover.soon',
  kind: 'alert',
  title: '您有一节代课即将开始',
  body: `${lessons}。`,
})
export const uncoveredTemplate = defineTemplate({
  code: 'cover.uncovered',
  kind: 'notice',
  title: '明天还有{count}节课没有安排',
  body: `${lessons}。请到“今日课务”处理。`,
})
export const coverTemplates: readonly MessageTemplate[] = [
  requestTemplate,
  openTemplate,
  agreedTemplate,
  declinedTemplate,
  effectiveTemplate,
  rejectedTemplate,
  withdrawnTemplate,
  cancelledTemplate,
  lapsedTemplate,
  doubtTemplate,
  unansweredTemplate,
  reminderTemplate,
  soonTemplate,
  uncoveredTemplate,
]

const page = '/application/classAdjustQuery'
export const ownPage = `${page}/mine`
/** What waits for the reader's answer; on the desk it is not the first tab. */
export const answerPage = `${ownPage}?tab=asked`
export const givenPage = `${ownPage}?tab=given`
export const officePage = `${page}/today`
const shownAtMost = 6

/** Something about one lesson that somebody is told. */
export interface NoticeLine {
  personId: string
  requestId: string
  /** 11月20日第3节三(2)班数学课由李丽代课 */
  line: string
}

/** One message a person with all lessons; people who are told the same share it. */
export async function notifyPeople(
  ctx: Ctx,
  template: MessageTemplate,
  notices: readonly NoticeLine[],
  { url = ownPage, name = '' }: { url?: string; name?: string } = {},
) {
  const byPerson = Map.groupBy(notices, ({ personId }) => personId)
  const bySame = Map.groupBy(byPerson.values(), (some) => [...new Set(some.map(({ line }) => line))].join('；'))
  for (const same of bySame.values()) {
    const lines = [...new Set(same[0]!.map(({ line }) => line))]
    const more = lines.length > shownAtMost ? `等${lines.length}节` : ''
    await sendMessages(ctx, template, {
      to: same.map(([one]) => one!.personId),
      values: { name, count: `${lines.length}`, lessons: `${lines.slice(0, shownAtMost).join('；')}${more}` },
      url,
      subject: { kind: template.code, id: same[0]![0]!.requestId },
    })
  }
}
