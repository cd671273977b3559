import { Refusal, tooMany, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import type { Db } from '#packages/db'

interface IdempotentRequest {
  key: string
  route: string
  query: unknown
  body: unknown
  /** The answer is returned once: a repetition is refused. */
  isSecret?: boolean
}

const answerField = 'idempotency.answer'

/** A key belongs to the caller's account, organisation and membership. */
const getOwnerColumns = ({ accountId, orgId, userId }: Ctx['actor']) => ({
  account_id: accountId,
  org_id: orgId,
  user_id: userId,
})

const getRowKey = ({ account_id, org_id, user_id }: ReturnType<typeof getOwnerColumns>, key: string) =>
  [account_id, org_id, user_id, key].join(':')

/**
 * Runs a write with an idempotency key once, for this person and membership. The first statement claims the key: a
 * concurrent repetition waits there for the end, and then finds the answer. A refusal or fault rolls the key back with
 * everything else. The stored answer is encrypted, because it may be confidential; a secret answer is not stored at
 * all.
 */
export async function runIdempotent(
  ctx: Ctx,
  { key, route, query, body, isSecret = false }: IdempotentRequest,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (!/^[\w-]{8,64}$/.test(key)) throw new Refusal('请求标识格式不正确')
  const { db, actor } = ctx
  const owner = getOwnerColumns(actor)
  const fields = await loadFieldCipher(db, actor.districtId)
  const bodyHash = fields.index('idempotency.body', JSON.stringify([route, query ?? null, body ?? null]))
  const claimed = await db
    .insertInto('idempotency')
    .values({ ...owner, key, route, body_hash: bodyHash, at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
    .catch(onTimeout)
  if (claimed.numInsertedOrUpdatedRows === 0n) {
    const first = await db
      .selectFrom('idempotency')
      .select(['body_hash', 'answer'])
      .where((of) => of.and({ ...owner, key }))
      .executeTakeFirstOrThrow()
    if (!first.body_hash.equals(bodyHash)) throw new Refusal('请求内容与首次提交不一致')
    if (isSecret) throw new Refusal('该内容只显示一次，请重新操作')
    return JSON.parse(fields.decrypt(answerField, Buffer.from(first.answer as string, 'base64'), getRowKey(owner, key)))
  }
  const answer = await work()
  if (isSecret) return answer
  const sealed = fields.encrypt(answerField, JSON.stringify(answer), getRowKey(owner, key))
  await db
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(sealed.toString('base64')) })
    .where((of) => of.and({ ...owner, key }))
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
