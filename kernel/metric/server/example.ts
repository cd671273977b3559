import { createJobActor, districtId, type Actor, type App, type Ctx } from '#packages/core'
import type { Cells } from '#packages/db'
import type { Subscription } from '#packages/jobs'
import { followDistrict, rollUpDistrict } from './roll-up.ts'

interface Database {
  app: App
  cells: Cells
  home: number
  as: (actor: Actor, work: (ctx: Ctx) => Promise<unknown>) => Promise<unknown>
  sql: <Row extends object>(text: string) => Promise<Row[]>
}

/** What the worker does within a minute: the events reach these subscriptions, then the job counts and adds up. */
export async function runMinute(
  { app, cells, as, sql }: Omit<Database, 'home'>,
  subscriptions: readonly Subscription[],
  now = new Date(),
) {
  const events = await sql<{ name: string; ids: unknown }>('select name, ids from tenant.event order by id')
  for (const { name, ids } of events)
    for (const { event, handle } of subscriptions)
      if (event.name === name) await as(createJobActor(districtId(1)), (ctx) => handle({ ...ctx, now }, ids))
  const failed: object[] = []
  const options = { app, cells, now, log: { error: (facts: object) => void failed.push(facts) } }
  await followDistrict(options, districtId(1))
  await rollUpDistrict(options, districtId(1))
  if (failed.length > 0) throw new Error(`figures could not be counted: ${JSON.stringify(failed)}`)
}

/** The sums of all levels above figures that a test has published. */
export const addUpMetrics = ({ app, cells, home }: Pick<Database, 'app' | 'cells' | 'home'>, now = new Date()) =>
  rollUpDistrict({ app, cells, now, log: { error: () => {} } }, districtId(home))
