import type { Ctx } from '#packages/core'
import type { MetricChanges, MetricLink } from '#packages/crud'
import { subscribe } from '#packages/jobs'
import { recountMetrics } from '#kernel/metric/server/api.ts'
import { leaveApproved, leaveEnded } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { listDays } from './day-queries.ts'

const codes = Object.keys(manifest.metrics!)

/** Leave of past days, entered afterwards or ended early, and of today. */
async function recountLeave(ctx: Ctx, { leaveId }: { leaveId: string }) {
  const days = Map.groupBy(await listDays(ctx.db, leaveId), ({ orgId }) => orgId)
  for (const [orgId, own] of days) await recountMetrics(ctx, codes, { orgId, days: own.map(({ day }) => day) })
}

export const metricChanges: MetricChanges[] = [{ key: 'leave', codes }]

/** The list has leave by its first day, and nobody by the days away. */
export const metricLinks: MetricLink[] = codes.map((code) => ({ code, findFilter: () => null }))

export const metricSubscriptions = [
  subscribe(leaveApproved, { name: 'leave.recount-approved', title: '请假批准后重新统计指标' }, recountLeave),
  subscribe(leaveEnded, { name: 'leave.recount-ended', title: '请假结束后重新统计指标' }, recountLeave),
]
