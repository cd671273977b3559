import { listDays, type Ctx } from '#packages/core'
import { subscribe } from '#packages/jobs'
import type { MetricChanges } from '#packages/crud'
import { attendanceAmended, pupilLeaveApproved, pupilLeaveRevoked } from '#engines/attendance/contract.ts'
import { listChangedAttendance } from '#engines/attendance/server/api.ts'
import { lessonsChanged } from '#engines/timetable/contract.ts'
import { recountMetrics } from '#kernel/metric/server/api.ts'
import { manifest } from '../manifest.ts'

const codes = Object.keys(manifest.metrics!)

interface LeaveDays {
  orgId: string
  from: string
  to: string
}
const recountLeaveDays = (ctx: Ctx, { orgId, from, to }: LeaveDays) =>
  recountMetrics(ctx, codes, { orgId, days: listDays(from, to) })

/** Rolls come in crowds, so they are asked for; the rest says so itself. */
export const metricChanges: MetricChanges[] = [{ key: 'attendance', codes, listChanged: listChangedAttendance }]

/** Corrections and late leave change figures of days that have been counted, new lessons those of today. */
export const metricSubscriptions = [
  subscribe(
    attendanceAmended,
    { name: 'roll-call.recount-amended', title: '更正后重新统计考勤指标' },
    (ctx, { orgId, day }) => recountMetrics(ctx, codes, { orgId, days: [day] }),
  ),
  subscribe(
    pupilLeaveApproved,
    { name: 'roll-call.recount-leave', title: '请假批准后重新统计考勤指标' },
    recountLeaveDays,
  ),
  subscribe(
    pupilLeaveRevoked,
    { name: 'roll-call.recount-revoked', title: '请假撤销后重新统计考勤指标' },
    recountLeaveDays,
  ),
  subscribe(
    lessonsChanged,
    { name: 'roll-call.recount-lessons', title: '课表变动后重新统计考勤指标' },
    recountLeaveDays,
  ),
]
