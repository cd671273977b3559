import { createJobActor, districtId, newId, type Ctx } from '#packages/core'
import { describeFailure, inCell, inDistrict } from '#packages/db'
import { defineJob, type CellJobContext } from '#packages/jobs'
import { tryWork } from '#kernel/approval/server/api.ts'
import { getAlertKinds } from './alert-kinds.ts'
import { listDistrictsWithDueAlerts, lockDueAlerts } from './alert-queries.ts'
import { climbLadder } from './ladder.ts'

const atOnce = 50
const batchesPerRun = 100

/**
 * Takes the steps that are due in the district of the transaction, of at most fifty alerts that no other worker has. One
 * that fails stays as it was and does not stop the others. Returns the alerts that it had.
 */
export async function climbLadders(ctx: Ctx, except: readonly string[] = []): Promise<string[]> {
  const kinds = getAlertKinds(ctx)
  const due = await lockDueAlerts(ctx.db, { codes: [...kinds.keys()], now: ctx.now, except, limit: atOnce })
  for (const alert of due)
    await tryWork(ctx, { alert: alert.id, code: alert.code }, 'an alert stays on its step', () =>
      climbLadder(ctx, kinds.get(alert.code)!, alert),
    )
  return due.map(({ id }) => id)
}

/** All steps that are due in a cell: one statement finds the districts, each is worked on in short transactions. */
export async function climbCell({ app, cells, cell, now, log }: Omit<CellJobContext, 'log'> & { log?: Ctx['log'] }) {
  const districts = await inCell(cells, cell, (db) => listDistrictsWithDueAlerts(db, cell, now))
  let climbed = 0
  for (const id of districts) {
    const district = districtId(id)
    const seen: string[] = []
    try {
      for (let batch = 0; batch < batchesPerRun; batch++) {
        const some = await inDistrict(cells, district, (db) =>
          climbLadders(
            { app, actor: createJobActor(district), db, now, requestId: newId(), ...(log ? { log } : {}) },
            seen,
          ),
        )
        seen.push(...some)
        if (some.length < atOnce) break
      }
    } catch (error) {
      log?.error({ district: id, error: describeFailure(error) }, 'the alerts of a district stay on their steps')
    }
    climbed += seen.length
  }
  return { districts: districts.length, alerts: climbed }
}

/** Every minute; a worker that was dead takes the steps that became due meanwhile. */
export const climbJob = defineJob({
  name: 'alert.climb',
  title: '预警逐级通知',
  cron: '* * * * *',
  handleCell: climbCell,
})

/** The first step of an alert that has just been raised. What it leaves, the job of the next minute takes. */
export const climbSoonJob = defineJob({
  name: 'alert.climb-soon',
  title: '立即通知预警',
  oneWaiting: true,
  handle: (ctx) => climbLadders(ctx),
})
