import type { Ctx } from '#packages/core'
import { subscribe } from '#packages/jobs'
import { coverEffective, coverEnded } from '#engines/cover/contract.ts'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import { recountMetrics } from '#kernel/metric/server/api.ts'
import { manifest } from '../manifest.ts'

const codes = Object.keys(manifest.metrics!)

/** Covers of past days: entered afterwards, or taken back. */
async function recountCovers(ctx: Ctx, { orgId, lessonIds }: { orgId: string; lessonIds: readonly string[] }) {
  const lessons = await listLessonFacts(ctx, lessonIds)
  await recountMetrics(ctx, codes, { orgId, days: [...lessons.values()].map(({ day }) => day) })
}

export const metricSubscriptions = [
  subscribe(coverEffective, { name: 'covers.recount-effective', title: '代调课生效后重新统计指标' }, recountCovers),
  subscribe(coverEnded, { name: 'covers.recount-ended', title: '代调课取消后重新统计指标' }, recountCovers),
]
