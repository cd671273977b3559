import { emptyId, newId, type Actor, type App } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import type { JobData, JobDefinition, Subscription } from '#packages/jobs'

interface WaitingJob {
  id: string
  name: string
  data: { district: number; actor: Pick<Actor, 'accountId' | 'personId' | 'userId' | 'orgId'>; data: JobData }
  after: Date
}

interface Database {
  readonly app: App
  readonly cells: Cells
  sql<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
}

/** A manually driven queue: lists waiting jobs and runs them now, regardless of their start time. */
export function createTestQueue(
  database: Database,
  jobs: readonly JobDefinition<never>[],
  subscriptions: readonly Subscription[] = [],
  clock: () => Date = () => new Date(),
) {
  const waiting = (name: string) =>
    database.sql<WaitingJob>(
      "select id, name, data, start_after as after from pgboss.job where name = $1 and state = 'created' order by created_on, id",
      [name],
    )
  /** Runs all waiting jobs of this name once; follow-up jobs wait for the next call. */
  const work = async (name: string): Promise<number> => {
    const found = await waiting(name)
    for (const job of found) {
      await database.sql('delete from pgboss.job where id = $1', [job.id])
      await run(job)
    }
    return found.length
  }
  const run = async ({ name, data }: WaitingJob, now = clock()) => {
    const district = data.district as Actor['districtId']
    const job = jobs.find((one) => one.name === name) as JobDefinition | undefined
    await job?.handleOutside?.({ app: database.app, cells: database.cells, districtId: district, now }, data.data)
    const actor: Actor = {
      kind: 'job',
      districtId: district,
      sessionId: emptyId,
      permissions: new Map(),
      ...data.actor,
    }
    await inDistrict(database.cells, district, async (db) => {
      const ctx = { app: database.app, actor, db, now: new Date(), requestId: newId() }
      await job?.handle?.(ctx, data.data)
    })
  }
  /** Delivers the events published since the last call to their subscribers. */
  const publishAll = async () => {
    const events = await database.sql<{ id: string; name: string; ids: unknown; district_id: Actor['districtId'] }>(
      'delete from tenant.event returning id, name, ids, district_id',
    )
    for (const event of events)
      for (const { handle } of subscriptions.filter((one) => one.event.name === event.name))
        await inDistrict(database.cells, event.district_id, (db) => {
          const noPerson = {
            accountId: emptyId,
            personId: emptyId,
            userId: emptyId,
            orgId: emptyId,
            sessionId: emptyId,
          }
          const actor: Actor = { kind: 'job', districtId: event.district_id, ...noPerson, permissions: new Map() }
          return handle({ app: database.app, actor, db, now: new Date(), requestId: newId() }, event.ids)
        })
    return events.map(({ name }) => name)
  }
  return { waiting, work, run, publishAll, forget: () => database.sql('delete from pgboss.job') }
}
