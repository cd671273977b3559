import { CompiledQuery, sql } from 'kysely'
import { PgBoss, type Db as BossDb } from 'pg-boss'
import { newId, type Ctx } from '#packages/core'
import { getTransactionCell, type Cells, type Db } from '#packages/db'
import { eventQueue, type JobEnvelope, type JobData, type JobDefinition } from './job.ts'

interface EnqueueOptions {
  startAfter?: Date
}

/** Puts a job into the queue as part of the caller's transaction: if that is rolled back, there was no job. */
export async function enqueue<Data extends JobData>(
  ctx: Ctx,
  job: JobDefinition<Data>,
  data: Data,
  options: EnqueueOptions = {},
) {
  await sendJob(ctx, job.name, data, { ...options, ...(job.oneWaiting ? { key: String(ctx.actor.districtId) } : {}) })
}

/** Tells the house that something happened. Subscribers hear of it within seconds, each at least once. */
export async function publish(ctx: Ctx, name: string, ids: JobData) {
  const id = newId()
  await ctx.db
    .insertInto('event')
    .values({ id, name, ids: JSON.stringify(ids), at: ctx.now })
    .execute()
  await sendJob(ctx, eventQueue, { eventId: id })
}

/** Whether this key comes for the first time: `if (await effectOnce(ctx, key)) …` happens once however often it is tried. */
export async function effectOnce(ctx: Ctx, key: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('effect')
    .values({ key, at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Events and marks outlive every job that could come back: a job is given up after a fortnight. */
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
  // One that waits already will do, if it does not begin before what we change is committed: so it is held until then.
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
 * A pg-boss that only writes into queues, on the connections of those who write. To learn of the queues it has one of
 * its own: if it asked the pool, ten first writers at once would hold all ten connections and wait for it for ever.
 */
function getSender(cells: Cells, cell: number): Promise<PgBoss> {
  const known = senders.get(cells) ?? new Map<number, Promise<PgBoss>>()
  senders.set(cells, known)
  const sender = known.get(cell) ?? startSender(cells, cell)
  known.set(cell, sender)
  sender.catch(() => known.delete(cell)) // the next caller tries again
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
  boss.on('error', () => {}) // its only background work is the refreshing of that list
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
