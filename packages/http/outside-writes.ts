import { newId, Refusal, type OutsideActor } from '#packages/core'
import { globalIndex, sealText, unsealText } from '#packages/crypto'
import type { Cells, DirectoryDb } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { checkFirstRequest, checkKeyForm, describeRequest, type IdempotentRequest } from './idempotency.ts'

/** A write outside districts, for the operation log of the directory. */
export interface OutsideOperation {
  /** Without a session at a registration, or when a password was forgotten. */
  actor: Pick<OutsideActor, 'kind' | 'accountId'> & { sessionId: string | null }
  now: Date
  route: string
  title: string
  objectIds: readonly string[]
  address: string
  requestId: string
}

/** `OperationRecord` writes the row of a signed-in caller; others write their own in the transaction of the change. */
export const insertOutsideOperation = (db: DirectoryDb, { actor, now, ...operation }: OutsideOperation) =>
  db
    .insertInto('operation_log')
    .values({
      id: newId(),
      at: now,
      kind: actor.kind,
      account_id: actor.accountId,
      session_id: actor.sessionId,
      route: operation.route,
      title: operation.title,
      object_ids: [...new Set(operation.objectIds)],
      address: operation.address,
      request_id: operation.requestId,
    })
    .execute()

/**
 * The row of one request in the operation log: written in the first transaction in which the request changes the
 * directory, or at its end. A refusal rolls it back with the change.
 */
export class OperationRecord {
  readonly #cells: Cells
  readonly #operation: OutsideOperation
  readonly #objectIds: string[]
  #isRecorded = false

  constructor(cells: Cells, operation: OutsideOperation) {
    this.#cells = cells
    this.#operation = operation
    this.#objectIds = [...operation.objectIds]
  }

  note(objectId: string | number) {
    this.#objectIds.push(String(objectId))
  }

  async change<T>(work: (db: DirectoryDb) => Promise<T>): Promise<T> {
    const done = await inDirectory(this.#cells, async (db) => {
      const result = await work(db)
      if (!this.#isRecorded) await insertOutsideOperation(db, { ...this.#operation, objectIds: this.#objectIds })
      return result
    })
    this.#isRecorded = true
    return done
  }

  async finish() {
    if (!this.#isRecorded) await this.change(async () => {})
  }
}

const sealPurpose = 'outside-answer'

/** As `runIdempotentInSteps`, with the keys of callers outside districts. */
export async function runOutsideIdempotent(
  { cells, actor, now, warn }: { cells: Cells; actor: OutsideActor; now: Date; warn: (error: unknown) => void },
  request: IdempotentRequest,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { key, isSecret } = request
  const { accountId } = actor
  checkKeyForm(key)
  const row = { account_id: accountId, key }
  const sealRow = `${accountId}:${key}`
  const bodyHash = globalIndex('outside-request', describeRequest(request))
  const claimed = await inDirectory(cells, (db) =>
    insertKey(db, { ...row, route: request.route, body_hash: bodyHash, is_pending: true, at: now }),
  )
  if (!claimed) {
    const first = await inDirectory(cells, (db) => findKey(db, row))
    checkFirstRequest(first, { bodyHash, isSecret, now })
    const answer = unsealText(sealPurpose, sealRow, first!.answer ?? '')
    if (answer === undefined) throw new Refusal('上次提交的结果未知，请刷新页面查看后再操作')
    return JSON.parse(answer) as unknown
  }
  let answer: unknown
  try {
    answer = await work()
  } catch (error) {
    if (error instanceof Refusal) await inDirectory(cells, (db) => deleteKey(db, row)).catch(warn)
    throw error
  }
  const sealed = isSecret ? null : sealText(sealPurpose, sealRow, JSON.stringify(answer))
  // The write is done, so that its caller gets the answer in any case.
  await inDirectory(cells, (db) => storeOutsideAnswer(db, row, sealed)).catch(warn)
  return answer
}

interface KeyRow {
  account_id: string
  key: string
}
interface NewKey extends KeyRow {
  route: string
  body_hash: Buffer
  is_pending: boolean
  at: Date
}

async function insertKey(db: DirectoryDb, row: NewKey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows !== 0n
}

const findKey = (db: DirectoryDb, row: KeyRow) =>
  db
    .selectFrom('idempotency')
    .select(['body_hash', 'answer', 'is_pending', 'at'])
    .where((of) => of.and({ ...row }))
    .executeTakeFirst()

const deleteKey = (db: DirectoryDb, row: KeyRow) =>
  db
    .deleteFrom('idempotency')
    .where((of) => of.and({ ...row }))
    .execute()

const storeOutsideAnswer = (db: DirectoryDb, row: KeyRow, answer: string | null) =>
  db
    .updateTable('idempotency')
    .set({ answer, is_pending: false })
    .where((of) => of.and({ ...row }))
    .execute()

/** Keys are kept for a day. */
export const sweepOutsideKeys = (db: DirectoryDb, now: Date) =>
  db
    .deleteFrom('idempotency')
    .where('at', '<', new Date(now.getTime() - 24 * 3600_000))
    .execute()
