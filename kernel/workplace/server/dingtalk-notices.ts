import type { OutgoingMessage, SendOutcome, DeliveryReceipt } from '#kernel/message/server/api.ts'
import { unavailable } from '#packages/core'
import { callLegacyApi, getErrorCode, isBusyAnswer, type DingTalkApp, type DingTalkService } from './dingtalk-client.ts'

export type NoticeApp = DingTalkApp & { agentId: number }

const base = '/topapi/message/corpconversation'
/** DingTalk's size limit of a message, in bytes. */
const sizeLimit = 2048
const busy = '钉钉繁忙'

const colours = { open: '0xFFF65E5E', done: '0xFF78C06E', head: 'FF1677FF' }
const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Shanghai' })

/**
 * A message in DingTalk's format. The URL contains the batch id: DingTalk drops equal messages, so two messages with
 * the same text must differ, and a retry must be equal.
 */
export function buildNoticeBody(notice: OutgoingMessage, publicUrl: string): object {
  const { id, kind, title, body, url, dueAt } = notice
  const address = new URL(url || '/message', publicUrl)
  address.searchParams.set('notice', id)
  const made = (content: string) => ({
    msgtype: 'oa',
    oa: {
      message_url: address.href,
      pc_message_url: address.href,
      head: { bgcolor: colours.head, text: '消息' },
      ...(kind === 'todo' ? { status_bar: { status_value: '待处理', status_bg: colours.open } } : {}),
      body: { title, content, ...(dueAt ? { form: [{ key: '截止：', value: clock.format(dueAt) }] } : {}) },
    },
  })
  let content = body.slice(0, 500)
  while (content !== '' && Buffer.byteLength(JSON.stringify(made(content))) > sizeLimit) content = content.slice(0, -20)
  return made(content)
}

/** Sends a message to up to a hundred people. DingTalk accepts it for all of them and delivers later. */
export async function sendNotice(
  service: DingTalkService,
  app: NoticeApp,
  msg: object,
  userIds: readonly string[],
): Promise<SendOutcome> {
  const body = { agent_id: app.agentId, userid_list: userIds.join(','), to_all_user: false, msg }
  // Without an answer the notice may have been sent. It is retried anyway, because DingTalk delivers equal notices once
  // a day.
  const answer = await callLegacyApi(service, app, `${base}/asyncsend_v2`, body).catch(() => undefined)
  if (!answer) return { status: 'unsure' }
  if (isBusyAnswer(answer)) return { status: 'later', reason: busy }
  const code = getErrorCode(answer)
  if (code !== 0) return { status: 'refused', reason: `钉钉未接受（${String(code)}）` }
  return { status: 'sent', providerId: String(Number(answer['task_id'])) }
}

type GetDeliveryStatus = (userId: string, sentAt: Date) => DeliveryReceipt

/** The delivery status per user: DingTalk lists failed and limited users. Undefined if DingTalk has no result. */
export async function fetchDeliveryStatuses(
  service: DingTalkService,
  app: NoticeApp,
  taskId: string,
): Promise<GetDeliveryStatus | undefined> {
  const answer = await callLegacyApi(service, app, `${base}/getsendresult`, {
    agent_id: app.agentId,
    task_id: Number(taskId),
  })
  if (isBusyAnswer(answer)) throw unavailable()
  if (getErrorCode(answer) !== 0) return undefined
  const result = Object(answer['send_result']) as Record<string, unknown>
  const list = (name: string) => new Set(Array.isArray(result[name]) ? (result[name] as unknown[]).map(String) : [])
  const invalid = list('invalid_user_id_list')
  const failed = list('failed_user_id_list')
  const got = new Set([...list('read_user_id_list'), ...list('unread_user_id_list')])
  const forbidden = new Map(
    (Array.isArray(result['forbidden_list']) ? (result['forbidden_list'] as Record<string, unknown>[]) : []).map(
      (entry) => [String(entry['userid']), String(entry['code'])],
    ),
  )
  return (userId, sentAt) => {
    if (invalid.has(userId)) return { status: 'failed', reason: leftCompanyReason }
    // DingTalk reports a repeated message: an earlier attempt was delivered, but its answer was lost.
    if (forbidden.get(userId) === repeated || got.has(userId)) return { status: 'delivered', at: sentAt }
    if (forbidden.has(userId)) return { status: 'failed', reason: '当日钉钉通知过多，被钉钉限制' }
    return failed.has(userId) ? { status: 'failed', reason: '钉钉发送失败' } : { status: 'pending', providerId: taskId }
  }
}
const repeated = '143106'
export const leftCompanyReason = '已不在该钉钉组织中'

/** Marks the notice of a todo as done. */
export async function markNoticeDone(service: DingTalkService, app: NoticeApp, taskId: string) {
  const status = { status_value: '已处理', status_bg: colours.done }
  const body = { agent_id: app.agentId, task_id: Number(taskId), ...status }
  const answer = await callLegacyApi(service, app, `${base}/status_bar/update`, body)
  if (isBusyAnswer(answer)) throw new Error('DingTalk is busy')
}

/** The user id in this company, or null if DingTalk has no such user. */
export const findUserIdByUnionId = (service: DingTalkService, app: DingTalkApp, unionId: string) =>
  findUserId(service, app, '/topapi/user/getbyunionid', { unionid: unionId })

/** By mobile number, for people without an account here. */
export const findUserIdByMobile = (service: DingTalkService, app: DingTalkApp, mobile: string) =>
  findUserId(service, app, '/topapi/v2/user/getbymobile', { mobile })

async function findUserId(
  service: DingTalkService,
  app: DingTalkApp,
  path: string,
  body: object,
): Promise<string | null> {
  const answer = await callLegacyApi(service, app, path, body)
  const code = getErrorCode(answer)
  if (code === 60121) return null
  if (isBusyAnswer(answer)) throw unavailable()
  const { userid } = Object(answer['result']) as { userid?: unknown }
  if (code !== 0 || typeof userid !== 'string') throw new Error(`DingTalk was asked for somebody: ${String(code)}`)
  return userid
}
