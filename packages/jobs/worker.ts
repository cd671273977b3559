import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss, type Job, type JobResult, type QueueOptions, type QueuePolicy } from 'pg-boss'
import { districtId, emptyId, createConcurrencyLimit, type Actor, type App, type Ctx } from '#packages/core'
import { describeFailure, extendTimeouts, inCell, inDistrict, type Cells } from '#packages/db'
import { effectOnce, enqueue, sendJob } from './enqueue.ts'
import {
  getCellQueue,
  deadLetterQueue,
  eventQueue,
  type JobEnvelope,
  type EventRow,
  type JobData,
  type JobDefinition,
  type Subscription,
  type WorkerLog,
} from './job.ts'

export interface WorkerOptions {
  app: App
  cells: Cells
  jobs: readonly JobDefinition[]
  subscriptions: readonly Subscription[]
  log: WorkerLog
  /** Concurrent jobs of one kind, in this process and cell. */
  concurrency?: number
  /** New jobs are signalled at once; polling finds retries and jobs whose signal was lost. */
  pollSeconds?: number
}

const timeZone = 'Asia/Shanghai'
const longPollSeconds = 2
const bossSettings = { schema: 'pgboss', migrate: false, createSchema: false } as const
const longMinutes = 3 * 60
const queueOptions = (retries = 5, minutes = 0, isLong = false) => ({
  notify: true,
  retryLimit: retries,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds: 10, // A dead worker is noticed after this time, not after the default quarter of an hour.
  deadLetter: deadLetterQueue,
  // For a whole batch, so that a slow batch does not expire and run again concurrently.
  expireInSeconds: isLong ? longMinutes * 60 : Math.max(15, minutes * 5) * 60,
})

/** Installs pg-boss in a cell and creates its queues, as the owner of the database. Part of migrating. */
export async function prepareQueues(
  ownerUrl: string,
  jobs: readonly JobDefinition[],
  subscriptions: readonly Subscription[],
) {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: 'pgboss', supervise: false, schedule: false, max: 1 })
  boss.on('error', () => {})
  await boss.start()
  try {
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    const make = async (
      name: string,
      { policy, ...options }: { policy?: QueuePolicy } & QueueOptions & { notify: boolean },
    ) => {
      if (known.has(name)) await boss.updateQueue(name, options)
      else await boss.createQueue(name, { ...options, ...(policy ? { policy } : {}) })
    }
    await make(deadLetterQueue, { notify: false, retentionSeconds: 90 * 24 * 3600 })
    await make(eventQueue, queueOptions(20))
    for (const job of jobs) {
      const options = queueOptions(job.retries, job.minutes, job.isLong)
      if (!job.handleCell) await make(job.name, { ...options, policy: job.oneWaiting ? 'short' : 'standard' })
      if (job.cron) {
        // A job for the whole cell may run past its next time: further ones do not pile up.
        await make(getCellQueue(job), job.handleCell ? { ...options, policy: 'short' } : queueOptions())
        await boss.schedule(getCellQueue(job), job.cron, null, { tz: timeZone })
      }
    }
    for (const { name } of subscriptions) await make(name, queueOptions(20))
    // Schedules of jobs that were renamed or removed would fill queues that nobody works.
    const scheduled = new Set(jobs.filter(({ cron }) => cron).map(getCellQueue))
    for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
    const statements = [
      'grant usage on schema pgboss to portal_app',
      'grant select, insert, update, delete on all tables in schema pgboss to portal_app',
      'grant usage on all sequences in schema pgboss to portal_app',
      'grant execute on all functions in schema pgboss to portal_app',
    ]
    for (const statement of statements) await boss.getDb().executeSql(statement)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Works the queues of every cell. A cell that is down is tried again; the others are not affected. */
export function startWorker(options: WorkerOptions) {
  const stopping = new AbortController()
  const cells = options.cells.ids.map((cell) => runCell(options, cell, stopping.signal))
  return {
    /** Resolves when the queues of every cell are worked. */
    ready: Promise.all(cells.map(({ ready }) => ready)),
    /** Takes no new job, lets running ones finish. */
    async stop() {
      stopping.abort()
      await Promise.all(cells.map(({ stop }) => stop()))
    },
  }
}

function runCell(options: WorkerOptions, cell: number, stopping: AbortSignal) {
  const { log } = options
  let boss: PgBoss | undefined
  const ready = start()
  return { ready, stop }

  async function stop() {
    await ready
    await boss?.stop({ graceful: true, timeout: 20_000 })
  }

  async function start() {
    while (!stopping.aborted) {
      const attempt = new PgBoss({
        ...bossSettings,
        connectionString: options.cells.url(cell),
        application_name: `qiming-worker-${cell}`,
        useListenNotify: true,
        max: 4,
        superviseIntervalSeconds: 3,
        monitorIntervalSeconds: 3,
        maintenanceIntervalSeconds: 300,
        reindex: false, // Needs the owner's rights; the operators' handbook says when.
      })
      attempt.on('error', (error) => log.warn({ cell, error: error.message }, 'the queues of a cell do not answer'))
      try {
        await attempt.start()
        boss = attempt
        await workAll(options, cell, attempt)
        log.info({ cell }, 'working the queues')
        return
      } catch (error) {
        log.warn({ cell, error: (error as Error).message }, 'cannot reach a cell; trying again')
        boss = undefined
        await attempt.stop({ graceful: false }).catch(() => {})
        await sleep(2000, undefined, { signal: stopping }).catch(() => {})
      }
    }
  }
}

async function workAll(
  { app, cells, jobs, subscriptions, log, concurrency = 4, pollSeconds = 10 }: WorkerOptions,
  cell: number,
  boss: PgBoss,
) {
  const work = async (queue: string, handle: (job: Job<JobEnvelope>) => Promise<unknown>) => {
    const options = {
      // Fetched in batches without a pause while there are more; each job is settled separately.
      batchSize: concurrency * 3,
      burstWhenBatchFull: true,
      perJobResults: true,
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSeconds,
    } as const
    await boss.work<JobEnvelope, JobResult, typeof options>(queue, options, (batch) =>
      forEachConcurrently(batch, concurrency, (job) => settled(queue, job, handle)),
    )
  }

  // For all queues of the cell together: if they used every connection, jobs would fail for want of one.
  const inTurn = createConcurrencyLimit(Math.max(1, cells.poolSize - 2))
  const settled = async (
    queue: string,
    job: Job<JobEnvelope>,
    handle: (job: Job<JobEnvelope>) => Promise<unknown>,
    admit: (run: () => Promise<unknown>) => Promise<unknown> = inTurn,
  ): Promise<JobResult> => {
    const began = performance.now()
    const facts = { job: queue, jobId: job.id, district: job.data?.district, requestId: job.data?.requestId }
    try {
      await admit(() => handle(job))
      log.info({ ...facts, ms: Math.round(performance.now() - began) }, 'job done')
      return { id: job.id, status: 'completed' }
    } catch (error) {
      log.error({ ...facts, error: describeFailure(error) }, 'job failed')
      // The name only, because a message could contain data.
      return { id: job.id, status: 'failed', output: { error: (error as Error).name } }
    }
  }

  const workAlone = async (queue: string, handle: (job: Job<JobEnvelope>) => Promise<unknown>, lanes = concurrency) => {
    const seconds = Math.min(pollSeconds, longPollSeconds) // Delay before the next fetch.
    const options = {
      batchSize: 1,
      localConcurrency: lanes,
      perJobResults: true,
      pollingIntervalSeconds: seconds,
      notifyPollingIntervalSeconds: seconds,
    } as const
    await boss.work<JobEnvelope, JobResult, typeof options>(queue, options, (alone) =>
      Promise.all(alone.map((job) => settled(queue, job, handle, (run) => run()))),
    )
  }

  for (const job of jobs) {
    if (job.handleCell) {
      await workAlone(getCellQueue(job), () => job.handleCell!({ app, cells, cell, now: new Date(), log }), 1)
      continue
    }
    await (job.isLong ? workAlone : work)(job.name, ({ id, data }) => runJob({ app, cells, log }, job, id, data))
    if (job.cron) await work(getCellQueue(job), ({ id }) => fanOut({ app, cells, log }, cell, id, job))
  }
  for (const subscription of subscriptions) {
    await work(subscription.name, ({ data }) =>
      runOnce({ app, cells, log }, data, `event:${String(data.data['eventId'])}:${subscription.name}`, async (ctx) =>
        subscription.handle(ctx, (await readEvent(ctx, data.data)).ids),
      ),
    )
  }
  await work(eventQueue, ({ data }) =>
    runOnce({ app, cells, log }, data, `event:${String(data.data['eventId'])}`, async (ctx) => {
      const event = await readEvent(ctx, data.data)
      for (const { name } of subscriptions.filter((subscription) => subscription.event.name === event.name))
        await sendJob(ctx, name, { eventId: event.id })
    }),
  )
}

type Surroundings = Pick<WorkerOptions, 'app' | 'cells' | 'log'>

async function runJob(worker: Surroundings, job: JobDefinition, id: string, envelope: JobEnvelope) {
  await job.handleOutside?.({ ...worker, districtId: districtId(envelope.district), now: new Date() }, envelope.data)
  if (job.handle) await runOnce(worker, envelope, `job:${id}`, (ctx) => job.handle!(ctx, envelope.data), job.minutes)
}

/** Runs a batch with limited concurrency. */
async function forEachConcurrently<T, Result>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}

/** Runs a job in its district, on behalf of its actor. A job that has run before does nothing. */
async function runOnce(
  { app, cells, log }: Surroundings,
  envelope: JobEnvelope,
  key: string,
  work: (ctx: Ctx) => Promise<unknown>,
  minutes?: number,
) {
  const district = districtId(envelope.district)
  const actor: Actor = {
    kind: 'job',
    districtId: district,
    sessionId: emptyId,
    permissions: new Map(),
    ...envelope.actor,
  }
  await inDistrict(cells, district, async (db) => {
    if (minutes) await extendTimeouts(db, minutes)
    const ctx: Ctx = { app, actor, db, now: new Date(), requestId: envelope.requestId, log }
    if (await effectOnce(ctx, key)) await work(ctx)
  })
}

async function readEvent(ctx: Ctx, data: JobData): Promise<EventRow> {
  return ctx.db
    .selectFrom('event')
    .select(['id', 'name', 'ids'])
    .where('id', '=', String(data['eventId']))
    .executeTakeFirstOrThrow()
}

const noActor = { accountId: emptyId, personId: emptyId, userId: emptyId, orgId: emptyId }

/** Turns one job per cell into one per district; the key of the run prevents duplicates. */
async function fanOut(worker: Surroundings, cell: number, runId: string, job: JobDefinition) {
  const districts = await inCell(worker.cells, cell, (db) =>
    db.selectFrom('district').select('id').where('cell', '=', cell).orderBy('id').execute(),
  )
  for (const { id } of districts) {
    const envelope: JobEnvelope = { district: id, actor: noActor, requestId: runId, data: {} }
    await runOnce(worker, envelope, `cron:${runId}:${job.name}`, (ctx) => enqueue(ctx, job, {}))
  }
}
