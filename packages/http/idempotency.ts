import { Refusal, tooMany, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import type { Db } from '#packages/db'

interface Gesture {
  key: string
  route: string
  query: unknown
  body: unknown
}

const answerField = 'idempotency.answer'

/**
 * Does a keyed write once. The first statement claims the key: a twin that comes while we work waits there for our
 * end, and then finds our answer. A refusal or a fault rolls the key back with everything else. What is kept is sealed:
 * an answer may be a number that was shown for a reason, or the word of an invitation.
 */
export async function once(
  ctx: Ctx,
  { key, route, query, body }: Gesture,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (!/^[\w-]{8,64}$/.test(key)) throw new Refusal('请求标识格式不正确')
  const { db, actor } = ctx
  const fields = await fieldsOf(db, actor.districtId)
  const bodyHash = fields.index('idempotency.body', JSON.stringify([route, query ?? null, body ?? null]))
  const claimed = await db
    .insertInto('idempotency')
    .values({ account_id: actor.accountId, key, route, body_hash: bodyHash, at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
    .catch(onTimeout)
  if (claimed.numInsertedOrUpdatedRows === 0n) {
    const first = await db
      .selectFrom('idempotency')
      .select(['body_hash', 'answer'])
      .where('account_id', '=', actor.accountId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (!first.body_hash.equals(bodyHash)) throw new Refusal('请求内容与首次提交不一致')
    return JSON.parse(fields.decrypt(answerField, Buffer.from(first.answer as string, 'base64')))
  }
  const answer = await work()
  await db
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(fields.encrypt(answerField, JSON.stringify(answer)).toString('base64')) })
    .where('account_id', '=', actor.accountId)
    .where('key', '=', key)
    .execute()
  return answer
}

function onTimeout(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '55P03') throw tooMany('正在处理，请勿重复提交', 5)
  throw error
}

/** Keys are kept for a day. */
export const sweepIdempotency = (db: Db, now: Date) =>
  db
    .deleteFrom('idempotency')
    .where('at', '<', new Date(now.getTime() - 24 * 3600_000))
    .execute()
