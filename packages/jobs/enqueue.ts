import { CompiledQuery, sql } from 'kysely'
import { PgBoss, type Db as BossDb } from 'pg-boss'
import type { EventDefinition } from '#packages/contract'
import { newId, type Ctx } from '#packages/core'
import { getTransactionCell, type Cells, type Db } from '#packages/db'
import { eventQueue, type JobEnvelope, type JobData, type JobDefinition } from './job.ts'

interface EnqueueOptions {
  startAfter?: Date
}

/** Enqueues a job in the caller's transaction: a rollback removes the job. */
export async function enqueue<Data extends JobData>(
  ctx: Ctx,
  job: JobDefinition<Data>,
  data: Data,
  options: EnqueueOptions = {},
) {
  await sendJob(ctx, job.name, data, { ...options, ...(job.oneWaiting ? { key: String(ctx.actor.districtId) } : {}) })
}

/** Publishes an event. Each subscriber gets it within seconds, at least once. */
export async function publish<Payload extends object>(
  ctx: Ctx,
  event: EventDefinition<Payload>,
  payload: NoInfer<Payload>,
) {
  const id = newId()
  const ids = JSON.stringify(event.encode(payload))
  await ctx.db.insertInto('event').values({ id, name: event.name, ids, at: ctx.now }).execute()
  await sendJob(ctx, eventQueue, { eventId: id })
}

/** Whether this key is new: `if (await effectOnce(ctx, key)) …` runs once, however often it is tried. */
export async function effectOnce(ctx: Ctx, key: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('effect')
    .values({ key, at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Events and keys are kept longer than any job can be retried: a job is given up after two weeks. */
export async function sweepEvents(db: Db, now: Date) {
  const limit = new Date(now.getTime() - 15 * 24 * 3600_000)
  await db.deleteFrom('event').where('at', '<', limit).execute()
  await db.deleteFrom('effect').where('at', '<', limit).execute()
}

export async function sendJob(
  ctx: Ctx,
  queue: string,
  data: JobData,
  { key, startAfter }: EnqueueOptions & { key?: string } = {},
) {
  const { cells, cell } = getTransactionCell(ctx.db)
  const { accountId, personId, userId, orgId, districtId } = ctx.actor
  const envelope: JobEnvelope = {
    district: districtId,
    actor: { accountId, personId, userId, orgId },
    requestId: ctx.requestId,
    data,
  }
  const boss = await getSender(cells, cell)
  const options = {
    db: onTransaction(ctx.db),
    ...(key ? { singletonKey: key } : {}),
    ...(startAfter ? { startAfter } : {}),
  }
  // A waiting job is enough if it does not begin before our commit, so it is locked until then.
  while ((await boss.send(queue, envelope, options)) === null) if (await lockWaitingJob(ctx.db, queue, key!)) return
}

async function lockWaitingJob(db: Db, queue: string, key: string): Promise<boolean> {
  const held = sql`select from pgboss.job where name = ${queue} and singleton_key = ${key} and state = 'created' for key share`
  return (await held.execute(db)).rows.length > 0
}

const onTransaction = (db: Db): BossDb => ({
  executeSql: async (text, values = []) => ({
    rows: [...(await db.executeQuery(CompiledQuery.raw(text, values as unknown[]))).rows],
  }),
})

const senders = new WeakMap<Cells, Map<number, Promise<PgBoss>>>()

/**
 * A pg-boss that only writes into queues, on the connections of its callers. It has its own connection for the list of
 * queues: from the pool, ten first callers could hold all ten connections and wait for it forever.
 */
function getSender(cells: Cells, cell: number): Promise<PgBoss> {
  const known = senders.get(cells) ?? new Map<number, Promise<PgBoss>>()
  senders.set(cells, known)
  const sender = known.get(cell) ?? startSender(cells, cell)
  known.set(cell, sender)
  sender.catch(() => known.delete(cell)) // The next caller tries again.
  return sender
}

async function startSender(cells: Cells, cell: number): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: cells.url(cell),
    max: 1,
    schema: 'pgboss',
    migrate: false,
    supervise: false,
    schedule: false,
    queueCacheIntervalSeconds: 3600,
  })
  boss.on('error', () => {}) // Its only background work is refreshing that list.
  return boss.start()
}

export async function stopSenders(cells: Cells) {
  for (const sender of senders.get(cells)?.values() ?? [])
    await sender.then(
      (boss) => boss.stop({ graceful: false }),
      () => {},
    )
  senders.delete(cells)
}
