import type { Ctx, DistrictId } from '#packages/core'
import type { Cells } from '#packages/db'

/** Ids and small facts, never personal data: payloads are read by operators. */
export type JobData = { readonly [key: string]: unknown }

export interface JobDefinition<Data extends JobData = JobData> {
  /** noun.verb, unique over the house; also the name of its queue. */
  name: string
  title: string
  /** Runs in one transaction of the district; its effect and the mark that it happened are committed together. */
  handle?(ctx: Ctx, data: Data): Promise<unknown>
  /** Instead of `handle`, for what needs more than the cell's database. It may run twice, and must not mind. */
  handleOutside?(outside: OutsideJobContext, data: Data): Promise<unknown>
  /** Instead of both, with `cron`: once for every cell, for what is little work in most districts and often. */
  handleCell?(inCell: CellJobContext): Promise<unknown>
  /** Times to try again before it is put aside for a human. */
  retries?: number
  /** At these times (Asia/Shanghai), once for every district, or for every cell. */
  cron?: string
  /** At most one waits for each district at a time: asking again before it has begun changes nothing. */
  oneWaiting?: boolean
  /** For work that a person does not wait for: raises the statement limit of its transaction. */
  minutes?: number
  /**
   * For `handleOutside` that may take minutes and needs a connection only now and then: it is taken from the queue alone,
   * so that a short one does not wait for the long one before it, and takes no turn from the jobs that are quick.
   */
  isLong?: boolean
}

export interface OutsideJobContext {
  cells: Cells
  districtId: DistrictId
  now: Date
}

export interface CellJobContext {
  cells: Cells
  cell: number
  now: Date
  log: WorkerLog
}

export interface WorkerLog {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}

export const defineJob = <Data extends JobData = Record<string, never>>(
  job: JobDefinition<Data>,
): JobDefinition<Data> => job

export interface EventRow {
  id: string
  name: string
  ids: JobData
}

/** Somebody who wants to know: runs as a job of its own for every such event. */
export interface Subscription {
  event: string
  /** noun.verb, unique over the house. */
  name: string
  title: string
  handle: (ctx: Ctx, event: EventRow) => Promise<unknown>
}
export const subscribe = (event: string, subscription: Omit<Subscription, 'event'>): Subscription => ({
  event,
  ...subscription,
})

/** What a job carries: where it belongs, on whose behalf it runs, and for which request. */
export interface JobEnvelope {
  district: number
  actor: { accountId: string; personId: string; userId: string; orgId: string }
  requestId: string
  data: JobData
}

/** Where jobs end that failed for good. */
export const deadLetterQueue = 'dead-letters'
export const eventQueue = 'event.dispatch'
/** The queue whose one job a cell makes one job a district, or does it all. */
export const getCellQueue = (job: JobDefinition) => `${job.name}.every-district`
