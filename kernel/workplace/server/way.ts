import { Refusal, Ret, turns, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { inDistrict, type Db } from '#packages/db'
import type { Outside } from '#packages/jobs'
import { bindingsOf, boundAmong } from '#kernel/identity/server'
import type { Fate, Way } from '#kernel/message/server'
import { markDone, noticeBody, resultsOf, sendNotice, userIdOf, type NoticeApp } from './notices.ts'
import { keepUser, keptUsers, noticeApplication } from './queries.ts'

const askedAtOnce = 5
const keptDays = 30
/** DingTalk tells what became of a notice for a day. */
const toldForMs = 24 * 3600_000
const userField = 'dingtalk_user.user_id'
const since = (now: Date) => new Date(now.getTime() - keptDays * 24 * 3600_000)

const inside = <T>({ cells, districtId }: Pick<Outside, 'cells' | 'districtId'>, work: (db: Db) => Promise<T>) =>
  inDistrict(cells, districtId, work)

/** The application that a district's notices come from. */
export const applicationOf = (outside: Pick<Outside, 'cells' | 'districtId'>): Promise<NoticeApp | undefined> =>
  inside(outside, async (db) => {
    const row = await noticeApplication(db)
    if (!row) return undefined
    const fields = await fieldsOf(db, outside.districtId)
    const { corpId, clientId, agentId } = row
    return {
      corpId,
      clientId,
      agentId: Number(agentId),
      clientSecret: fields.decrypt('dingtalk.client_secret', row.clientSecret, corpId),
    }
  })

async function knownOf(db: Db, districtId: Ctx['actor']['districtId'], personIds: readonly string[], now: Date) {
  const app = await noticeApplication(db)
  if (!app) return []
  const bindings = await bindingsOf({ db, districtId }, personIds)
  const fields = await fieldsOf(db, districtId)
  const people = [...bindings]
    .filter(([, { corpId }]) => corpId === app.corpId)
    .map(([personId, { unionId }]) => ({ personId, unionId, hash: fields.index('dingtalk.union', unionId) }))
  const kept = await keptUsers(
    db,
    app.corpId,
    people.map(({ hash }) => hash),
    since(now),
  )
  return people.map((person) => {
    const row = person.hash.toString('hex')
    const sealed = kept.get(row)
    return { ...person, isAsked: sealed !== undefined, userId: sealed ? fields.decrypt(userField, sealed, row) : null }
  })
}

const isAway = (error: unknown) => error instanceof Refusal && error.ret === Ret.unavailable

/** By DingTalk's work notices, to those who have bound their account. */
export const dingtalkWay = (publicUrl: string): Way => ({
  atOnce: 100,
  withoutAddress: '未在钉钉组织中找到此人',

  async reaches(ctx, personIds) {
    return (await noticeApplication(ctx.db)) ? boundAmong(ctx, personIds) : new Set()
  },

  /** Asks DingTalk for those whom it was not asked for lately. */
  async lookUp(outside, personIds) {
    const app = await applicationOf(outside)
    const unanswered = new Set<string>()
    if (!app) return unanswered
    const known = await inside(outside, (db) => knownOf(db, outside.districtId, personIds, new Date()))
    const inTurn = turns(askedAtOnce)
    const strangers = known.filter(({ isAsked }) => !isAsked)
    const answers = await Promise.allSettled(
      strangers.map((person) => inTurn(async () => ({ ...person, userId: await userIdOf(app, person.unionId) }))),
    )
    const failed = answers.flatMap((answer, at) =>
      answer.status === 'rejected' ? [{ person: strangers[at]!, reason: answer.reason as unknown }] : [],
    )
    if (failed.length > 0 && failed.length === answers.length && failed.every(({ reason }) => isAway(reason)))
      throw failed[0]!.reason
    for (const { person } of failed) unanswered.add(person.personId)
    const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    if (told.length === 0) return unanswered
    await inside(outside, async (db) => {
      const fields = await fieldsOf(db, outside.districtId)
      for (const { hash, userId } of told)
        await keepUser(
          db,
          app.corpId,
          hash,
          userId === null ? null : fields.encrypt(userField, userId, hash.toString('hex')),
          new Date(),
        )
    })
    return unanswered
  },

  async addressesOf({ db, actor, now }, personIds) {
    const known = await knownOf(db, actor.districtId, personIds, now)
    return new Map(known.flatMap(({ personId, userId }) => (userId === null ? [] : [[personId, userId] as const])))
  },

  async send(outside, notice, to) {
    const app = await applicationOf(outside)
    const outcome = app
      ? await sendNotice(
          app,
          noticeBody(notice, publicUrl),
          to.map(({ address }) => address),
        )
      : ({ is: 'refused', reason: '钉钉尚未配置' } as const)
    return new Map(to.map(({ deliveryId }) => [deliveryId, outcome]))
  },

  async fatesOf(outside, handed) {
    const app = await applicationOf(outside)
    const fates = new Map<string, Fate>()
    const toldSince = Date.now() - toldForMs
    for (const [taskId, some] of Map.groupBy(handed, ({ providerId }) => providerId)) {
      // We were not told its number; the same words are sent again, and reach nobody twice a day.
      if (!taskId) for (const { deliveryId } of some) fates.set(deliveryId, { is: 'unknown' })
      else if (app && some.some(({ sentAt }) => sentAt.getTime() > toldSince)) {
        const fateOf = await resultsOf(app, taskId)
        if (fateOf) for (const { deliveryId, address, sentAt } of some) fates.set(deliveryId, fateOf(address, sentAt))
      }
    }
    return fates
  },

  async close(outside, providerIds) {
    const app = await applicationOf(outside)
    if (app) for (const taskId of providerIds) await markDone(app, taskId)
  },
})
