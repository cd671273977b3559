import type { EventDefinition } from '#packages/contract'
import type { App, Ctx, DistrictId } from '#packages/core'
import type { Cells } from '#packages/db'

/** Ids and small values, never personal data: operators can read payloads. */
export type JobData = { readonly [key: string]: unknown }

export interface JobDefinition<Data extends JobData = JobData> {
  /** noun.verb, unique among all modules; also the name of its queue. */
  name: string
  title: string
  /** Runs in one transaction of the district; its effect and the mark that it ran are committed together. */
  handle?(ctx: Ctx, data: Data): Promise<unknown>
  /** Instead of `handle`, for work beyond the cell's database. It may run twice, and must be safe to repeat. */
  handleOutside?(outside: OutsideJobContext, data: Data): Promise<unknown>
  /** Instead of both, with `cron`: once per cell, for frequent jobs with little work in most districts. */
  handleCell?(inCell: CellJobContext): Promise<unknown>
  /** Number of retries before it goes to the dead letters. */
  retries?: number
  /** Schedule (Asia/Shanghai), once per district, or per cell. */
  cron?: string
  /** At most one waits per district: enqueuing again before it begins changes nothing. */
  oneWaiting?: boolean
  /** For work that no user waits for: raises the statement timeout of its transaction. */
  minutes?: number
  /**
   * For `handleOutside` that may take minutes and rarely needs a connection: it is fetched alone, so that short jobs do
   * not wait behind it, and does not count against the limit of quick jobs.
   */
  isLong?: boolean
}

export interface OutsideJobContext {
  app: App
  cells: Cells
  districtId: DistrictId
  now: Date
  /** For failures that do not end the job. */
  log?: WorkerLog
}

export interface CellJobContext {
  app: App
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
  ids: unknown
}

/** A handler that runs as a separate job for every such event. */
export interface Subscription {
  event: EventDefinition
  /** noun.verb, unique among all modules. */
  name: string
  title: string
  /** Checks the stored payload and passes it to the handler. */
  handle: (ctx: Ctx, stored: unknown) => Promise<unknown>
}
export const subscribe = <Payload extends object>(
  event: EventDefinition<Payload>,
  { name, title }: { name: string; title: string },
  handler: (ctx: Ctx, payload: Payload) => Promise<unknown>,
): Subscription => ({ event, name, title, handle: async (ctx, stored) => handler(ctx, event.decode(stored)) })

/** The payload of a job: its district, its actor, and its request. */
export interface JobEnvelope {
  district: number
  actor: { accountId: string; personId: string; userId: string; orgId: string }
  requestId: string
  data: JobData
}

/** The queue of jobs that failed finally. */
export const deadLetterQueue = 'dead-letters'
export const eventQueue = 'event.dispatch'
/** The queue whose job, one per cell, starts one job per district, or does all the work. */
export const getCellQueue = (job: JobDefinition) => `${job.name}.every-district`
