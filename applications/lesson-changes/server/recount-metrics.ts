import { listDays, type Ctx } from '#packages/core'
import type { MetricChanges } from '#packages/crud'
import { subscribe } from '#packages/jobs'
import { coverEffective, coverEnded } from '#engines/cover/contract.ts'
import { awayChanged } from '#engines/duty/contract.ts'
import { lessonsChanged } from '#engines/timetable/contract.ts'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import { recountMetrics } from '#kernel/metric/server/api.ts'
import { manifest } from '../manifest.ts'
import { findOrgOfMember } from './statistics-queries.ts'

const codes = Object.keys(manifest.metrics!)

export const metricChanges: MetricChanges[] = [{ key: 'covers', codes }]

/** Covers of past days, entered afterwards or taken back, and of today. */
async function recountCovers(ctx: Ctx, { orgId, lessonIds }: { orgId: string; lessonIds: readonly string[] }) {
  const lessons = await listLessonFacts(ctx, lessonIds)
  await recountMetrics(ctx, codes, { orgId, days: [...lessons.values()].map(({ day }) => day) })
}

interface ChangedLessons {
  orgId: string
  from: string
  to: string
}

const recountDays = (ctx: Ctx, { orgId, from, to }: ChangedLessons) =>
  recountMetrics(ctx, codes, { orgId, days: listDays(from, to) })

/** Whoever is away leaves lessons that nobody gives. */
async function recountAway(ctx: Ctx, { userId, from, to }: { userId: string; from: string; to: string }) {
  const orgId = await findOrgOfMember(ctx.db, userId)
  if (orgId) await recountDays(ctx, { orgId, from, to })
}

export const metricSubscriptions = [
  subscribe(coverEffective, { name: 'covers.recount-effective', title: '代调课生效后重新统计指标' }, recountCovers),
  subscribe(coverEnded, { name: 'covers.recount-ended', title: '代调课取消后重新统计指标' }, recountCovers),
  subscribe(lessonsChanged, { name: 'covers.recount-lessons', title: '课表变动后重新统计代课指标' }, recountDays),
  subscribe(awayChanged, { name: 'covers.recount-away', title: '教师不在校变动后重新统计代课指标' }, recountAway),
]
