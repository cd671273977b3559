import { dayOf, type Ctx } from '#packages/core'
import type { MetricChanges, MetricLink } from '#packages/crud'
import { subscribe } from '#packages/jobs'
import { timetablePublished } from '#engines/timetable/contract.ts'
import { recountMetrics } from '#kernel/metric/server/api.ts'
import { teachingChanged } from '#kernel/schooling/contract.ts'
import { listChangedSchools } from '#kernel/schooling/server/api.ts'
import { listSchoolsOfMovedPupils } from '#kernel/student/server/api.ts'
import { manifest } from '../manifest.ts'

const codes = Object.keys(manifest.metrics!)

async function listChanged(ctx: Ctx, since: Date) {
  const orgIds = [...(await listChangedSchools(ctx, since)), ...(await listSchoolsOfMovedPupils(ctx, since))]
  return [...new Set(orgIds)].map((orgId) => ({ orgId, days: [dayOf(ctx.now)] }))
}

export const metricChanges: MetricChanges[] = [{ key: 'teaching-affairs', codes, listChanged }]

/** The pages show the reader's school as it is today. */
export const metricLinks: MetricLink[] = codes.map((code) => ({
  code,
  findFilter: ({ isOwn, to, today }) => (isOwn && to === today ? {} : null),
}))

const recountToday = (ctx: Ctx, { orgId }: { orgId: string }) =>
  recountMetrics(ctx, codes, { orgId, days: [dayOf(ctx.now)] })

/** An assignment that was deleted and a timetable that was published leave no row of today. */
export const metricSubscriptions = [
  subscribe(
    teachingChanged,
    { name: 'teaching-affairs.recount-teaching', title: '任课变动后重新统计教务指标' },
    recountToday,
  ),
  subscribe(
    timetablePublished,
    { name: 'teaching-affairs.recount-timetable', title: '课表发布后重新统计教务指标' },
    recountToday,
  ),
]
