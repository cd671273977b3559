import { Refusal, Ret, createConcurrencyLimit, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inDistrict, type Db } from '#packages/db'
import type { OutsideJobContext } from '#packages/jobs'
import { getWorkplaceBindings, listBoundPersonIds } from '#kernel/identity/server/api.ts'
import type { DeliveryReceipt, DeliveryChannel } from '#kernel/message/server/api.ts'
import { getDingTalkService } from './dingtalk-client.ts'
import {
  markNoticeDone,
  buildNoticeBody,
  fetchDeliveryStatuses,
  sendNotice,
  findUserIdByUnionId,
  type NoticeApp,
} from './dingtalk-notices.ts'
import { cacheUser, listCachedUsers, findNoticeApp } from './dingtalk-queries.ts'

const maxConcurrentLookups = 5
const cachedDays = 30
/** DingTalk reports the delivery status for one day. */
const statusAvailableMs = 24 * 3600_000
const userField = 'dingtalk_user.user_id'
const getCachedSince = (now: Date) => new Date(now.getTime() - cachedDays * 24 * 3600_000)

const inside = <T>(
  { cells, districtId }: Pick<OutsideJobContext, 'cells' | 'districtId'>,
  work: (db: Db) => Promise<T>,
) => inDistrict(cells, districtId, work)

/** The application that sends the district's work notices. */
export const loadNoticeApp = (
  outside: Pick<OutsideJobContext, 'cells' | 'districtId'>,
): Promise<NoticeApp | undefined> =>
  inside(outside, async (db) => {
    const row = await findNoticeApp(db)
    if (!row) return undefined
    const fields = await loadFieldCipher(db, outside.districtId)
    const { corpId, clientId, agentId } = row
    return {
      corpId,
      clientId,
      agentId: Number(agentId),
      clientSecret: fields.decrypt('dingtalk.client_secret', row.clientSecret, corpId),
    }
  })

async function listBoundUsers(db: Db, districtId: Ctx['actor']['districtId'], personIds: readonly string[], now: Date) {
  const app = await findNoticeApp(db)
  if (!app) return []
  const bindings = await getWorkplaceBindings({ db, districtId }, personIds)
  const fields = await loadFieldCipher(db, districtId)
  const people = [...bindings]
    .filter(([, { corpId }]) => corpId === app.corpId)
    .map(([personId, { unionId }]) => ({ personId, unionId, hash: fields.index('dingtalk.union', unionId) }))
  const cached = await listCachedUsers(
    db,
    app.corpId,
    people.map(({ hash }) => hash),
    getCachedSince(now),
  )
  return people.map((person) => {
    const row = person.hash.toString('hex')
    const sealed = cached.get(row)
    return { ...person, isCached: sealed !== undefined, userId: sealed ? fields.decrypt(userField, sealed, row) : null }
  })
}

const isUnavailable = (error: unknown) => error instanceof Refusal && error.ret === Ret.unavailable

/** DingTalk work notices to people who have bound their account. */
export const dingtalkChannel = (publicUrl: string): DeliveryChannel => ({
  channel: 'dingtalk',
  batchSize: 100,
  noAddressReason: '未在钉钉组织中找到此人',

  async filterReachable(ctx, personIds) {
    return (await findNoticeApp(ctx.db)) ? listBoundPersonIds(ctx, personIds) : new Set()
  },

  /** Queries DingTalk for people without a recently cached user id. */
  async lookUpAddresses(outside, personIds) {
    const app = await loadNoticeApp(outside)
    const unanswered = new Set<string>()
    if (!app) return unanswered
    const known = await inside(outside, (db) => listBoundUsers(db, outside.districtId, personIds, new Date()))
    const service = getDingTalkService(outside)
    const inTurn = createConcurrencyLimit(maxConcurrentLookups)
    const strangers = known.filter(({ isCached }) => !isCached)
    const answers = await Promise.allSettled(
      strangers.map((person) =>
        inTurn(async () => ({ ...person, userId: await findUserIdByUnionId(service, app, person.unionId) })),
      ),
    )
    const failed = answers.flatMap((answer, at) =>
      answer.status === 'rejected' ? [{ person: strangers[at]!, reason: answer.reason as unknown }] : [],
    )
    if (failed.length > 0 && failed.length === answers.length && failed.every(({ reason }) => isUnavailable(reason)))
      throw failed[0]!.reason
    for (const { person } of failed) unanswered.add(person.personId)
    const answered = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    if (answered.length === 0) return unanswered
    await inside(outside, async (db) => {
      const fields = await loadFieldCipher(db, outside.districtId)
      for (const { hash, userId } of answered)
        await cacheUser(
          db,
          app.corpId,
          hash,
          userId === null ? null : fields.encrypt(userField, userId, hash.toString('hex')),
          new Date(),
        )
    })
    return unanswered
  },

  async getAddresses({ db, actor, now }, personIds) {
    const known = await listBoundUsers(db, actor.districtId, personIds, now)
    return new Map(known.flatMap(({ personId, userId }) => (userId === null ? [] : [[personId, userId] as const])))
  },

  async send(outside, notice, to) {
    const app = await loadNoticeApp(outside)
    const outcome = app
      ? await sendNotice(
          getDingTalkService(outside),
          app,
          buildNoticeBody(notice, publicUrl),
          to.map(({ address }) => address),
        )
      : ({ status: 'refused', reason: '钉钉尚未配置' } as const)
    return new Map(to.map(({ deliveryId }) => [deliveryId, outcome]))
  },

  async getReceipts(outside, handed) {
    const app = await loadNoticeApp(outside)
    const statuses = new Map<string, DeliveryReceipt>()
    const availableSince = Date.now() - statusAvailableMs
    for (const [taskId, some] of Map.groupBy(handed, ({ providerId }) => providerId)) {
      // The task id is missing because DingTalk did not answer. The same notice is sent again; DingTalk delivers equal
      // notices once a day.
      if (!taskId) for (const { deliveryId } of some) statuses.set(deliveryId, { status: 'unknown' })
      else if (app && some.some(({ sentAt }) => sentAt.getTime() > availableSince)) {
        const getStatus = await fetchDeliveryStatuses(getDingTalkService(outside), app, taskId)
        if (getStatus)
          for (const { deliveryId, address, sentAt } of some) statuses.set(deliveryId, getStatus(address, sentAt))
      }
    }
    return statuses
  },

  async closeTodos(outside, providerIds) {
    const app = await loadNoticeApp(outside)
    if (!app) return
    const service = getDingTalkService(outside)
    for (const taskId of providerIds) await markNoticeDone(service, app, taskId)
  },
})
