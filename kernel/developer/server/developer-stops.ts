import { districtId, type App, type DistrictId } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import { defineJob } from '#packages/jobs'
import { createPlatformCtx, listPermissionHolders } from '#kernel/access/server/api.ts'
import { barApplicationsOf } from '#kernel/catalogue/server/api.ts'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { listDistrictIdsOfDeveloper, listOpenDecisions, markCarriedOut } from './developer-directory-queries.ts'
import { findDistrictDeveloper, getBureauId } from './developer-queries.ts'

export const developerStoppedTemplate = defineTemplate({
  code: 'developer.stopped',
  kind: 'notice',
  title: '平台{outcome}开发企业“{company}”',
  body: '涉及{count}个应用。{reason}',
})

interface PlatformDecision {
  id: string
  isStopped: boolean
  reason: string
}

interface StopCtx {
  app: App
  cells: Cells
  now: Date
}

/** Brings the applications of a company in a district in line with the decision of the platform. */
const applyInDistrict = ({ app, cells, now }: StopCtx, district: DistrictId, decision: PlatformDecision) =>
  inDistrict(cells, district, async (db) => {
    const { id, isStopped, reason } = decision
    const known = await findDistrictDeveloper(db, id)
    if (!known) return
    const ctx = createPlatformCtx(app, district, db, now)
    const count = await barApplicationsOf(ctx, id, isStopped, reason)
    if (count === 0) return
    const managers = await listPermissionHolders(ctx, 'developer.manage', await getBureauId(db))
    await sendMessages(ctx, developerStoppedTemplate, {
      to: [known.personId, ...managers.map(({ personId }) => personId)],
      values: {
        company: known.company,
        outcome: isStopped ? '停用了' : '恢复了',
        count: String(count),
        reason: reason && `理由：${reason}`,
      },
      url: '/developer/developerManagement',
      subject: { kind: 'developer', id },
    })
  })

/** The directory has the decision; now the districts get it. What fails here is repeated by the job. */
export async function applyPlatformDecision(ctx: StopCtx, decision: PlatformDecision) {
  const ids = await inDirectory(ctx.cells, (db) => listDistrictIdsOfDeveloper(db, decision.id))
  await Promise.allSettled((await locate(ctx.cells, ids)).map((district) => applyInDistrict(ctx, district, decision)))
}

async function locate(cells: Cells, ids: readonly number[]) {
  const found: DistrictId[] = []
  for (const id of ids) if ((await cells.cellOf(districtId(id))) !== undefined) found.push(districtId(id))
  return found
}

const repeatedMs = 10 * 60_000

/** Every minute: a decision that did not reach a district, because a process or a cell failed, reaches it now. */
export const applyDecisionsJob = defineJob({
  name: 'developer.apply-decisions',
  title: '执行平台对开发企业的决定',
  cron: '* * * * *',
  handleCell: async (inCell) => {
    const { cells, now, cell, log } = inCell
    const since = new Date(now.getTime() - repeatedMs)
    for (const { id, districtId: number, status, reason, decidedAt } of await inDirectory(cells, (db) =>
      listOpenDecisions(db, since),
    )) {
      const district = districtId(number)
      if ((await cells.cellOf(district)) !== cell) continue
      try {
        await applyInDistrict(inCell, district, { id, isStopped: status === 3, reason })
        await inDirectory(cells, (db) => markCarriedOut(db, id, number, decidedAt!))
      } catch (error) {
        log.warn({ error, district, developer: id }, 'a decision about a company did not reach the district')
      }
    }
  },
})
