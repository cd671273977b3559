import { createHash } from 'node:crypto'
import { Refusal, stillPending, type Actor, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { describeFailure, inDistrict, runAtEnd, type Db } from '#packages/db'
import type { RequestCtx } from './portal.ts'

export interface IdempotentRequest {
  key: string
  route: string
  query: unknown
  body: unknown
  /** The answer is returned once: a repetition is refused. */
  isSecret: boolean
}
type KeyCtx = Pick<Ctx, 'db' | 'actor' | 'now'>

const answerField = 'idempotency.answer'
/** A write without an end after this time was interrupted; no request takes so long. */
const interruptedAfterMs = 5 * 60_000

/** A key belongs to the caller's account, organisation and membership. */
const getRow = ({ accountId, orgId, userId }: Actor, key: string) => ({
  account_id: accountId,
  org_id: orgId,
  user_id: userId,
  key,
})

const getSealRow = ({ account_id, org_id, user_id, key }: ReturnType<typeof getRow>) =>
  [account_id, org_id, user_id, key].join(':')

/** A file counts by its hash: as text it would be many times longer. */
const hashBytes = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array
    ? { ...value, bytes: createHash('sha256').update(value.bytes).digest('base64') }
    : value

/** What two requests with the same key must have in common. */
export const describeRequest = ({ route, query, body }: Pick<IdempotentRequest, 'route' | 'query' | 'body'>) =>
  JSON.stringify([route, query ?? null, body ?? null], hashBytes)

const keyForm = /^[\w-]{8,64}$/
export function checkKeyForm(key: string) {
  if (!keyForm.test(key)) throw new Refusal('请求标识格式不正确')
}

interface FirstRequest {
  body_hash: Buffer
  is_pending: boolean
  at: Date
}

/** Refuses a repetition that cannot get the first answer. */
export function checkFirstRequest(
  first: FirstRequest | undefined,
  { bodyHash, isSecret, now }: { bodyHash: Buffer; isSecret: boolean; now: Date },
) {
  // The first attempt was refused a moment ago.
  if (!first) throw inProgress()
  if (!first.body_hash.equals(bodyHash)) throw new Refusal('请求内容与首次提交不一致')
  if (first.is_pending) {
    if (now.getTime() - first.at.getTime() < interruptedAfterMs) throw inProgress()
    throw new Refusal('上次提交的结果未知，请刷新页面查看后再操作')
  }
  if (isSecret) throw new Refusal('该内容只显示一次，请重新操作')
}

/** Claims a key for the request. If it was claimed before, returns the first answer or refuses. */
async function claimKey(
  { db, actor, now }: KeyCtx,
  { key, route, query, body, isSecret }: IdempotentRequest,
  isPending: boolean,
): Promise<{ answer: unknown } | undefined> {
  checkKeyForm(key)
  const row = getRow(actor, key)
  const fields = await loadFieldCipher(db, actor.districtId)
  const bodyHash = fields.index('idempotency.body', describeRequest({ route, query, body }))
  const claimed = await db
    .insertInto('idempotency')
    .values({ ...row, route, body_hash: bodyHash, at: now, is_pending: isPending })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
    .catch(onTimeout)
  if (claimed.numInsertedOrUpdatedRows !== 0n) return undefined
  const first = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'answer', 'is_pending', 'at'])
    .where((of) => of.and(row))
    .executeTakeFirst()
  checkFirstRequest(first, { bodyHash, isSecret, now })
  return {
    answer: JSON.parse(fields.decrypt(answerField, Buffer.from(first!.answer as string, 'base64'), getSealRow(row))),
  }
}

/** The stored answer is encrypted, because it may be confidential; a secret answer is not stored at all. */
async function storeAnswer({ db, actor }: KeyCtx, { key, isSecret }: IdempotentRequest, answer: unknown) {
  const row = getRow(actor, key)
  const fields = await loadFieldCipher(db, actor.districtId)
  const sealed = isSecret
    ? null
    : fields.encrypt(answerField, JSON.stringify(answer), getSealRow(row)).toString('base64')
  const update = db
    .updateTable('idempotency')
    .set({ answer: sealed && JSON.stringify(sealed), is_pending: false })
    .where((of) => of.and(row))
  await runAtEnd(db, update.compile())
}

/**
 * Runs a write with an idempotency key once, for this person and membership. The first statement claims the key: a
 * concurrent repetition waits there for the end, and then finds the answer. A refusal or fault rolls the key back with
 * everything else.
 */
export async function runIdempotent(
  ctx: KeyCtx,
  request: IdempotentRequest,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const first = await claimKey(ctx, request, false)
  if (first) return first.answer
  const answer = await work()
  if (!request.isSecret) await storeAnswer(ctx, request, answer)
  return answer
}

/**
 * The same for a write with transactions of its own: the key is claimed before them and gets its answer after them, in
 * short transactions. A repetition in between is refused and does not wait. A refusal releases the key. After a
 * fault, or if the process ends in between, nobody knows how far the write got: the key stays claimed, and a repetition
 * is refused.
 */
export async function runIdempotentInSteps(
  { cells, now, log }: RequestCtx,
  actor: Actor,
  request: IdempotentRequest,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const briefly = <T>(step: (ctx: KeyCtx) => Promise<T>) =>
    inDistrict(cells, actor.districtId, (db) => step({ db, actor, now }))
  const warn = (error: unknown) => log.warn({ error: describeFailure(error) }, 'an idempotency key stays pending')
  const first = await briefly((ctx) => claimKey(ctx, request, true))
  if (first) return first.answer
  let answer
  try {
    answer = await work()
  } catch (error) {
    if (error instanceof Refusal) await briefly(({ db }) => releaseKey(db, actor, request.key)).catch(warn)
    throw error
  }
  // The write is done, so that its caller gets the answer in any case.
  await briefly((ctx) => storeAnswer(ctx, request, answer)).catch(warn)
  return answer
}

const releaseKey = (db: Db, actor: Actor, key: string) =>
  db
    .deleteFrom('idempotency')
    .where((of) => of.and(getRow(actor, key)))
    .execute()

const inProgress = () => stillPending('正在处理，请勿重复提交', 5)

function onTimeout(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '55P03') throw inProgress()
  throw error
}

/** Keys are kept for a day. */
export const sweepIdempotency = (db: Db, now: Date) =>
  db
    .deleteFrom('idempotency')
    .where('at', '<', new Date(now.getTime() - 24 * 3600_000))
    .execute()
