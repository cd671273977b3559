import { daysBetween, emptyScope, invalid, orNotFound, type Ctx } from '#packages/core'
import { getOpenTasksOf, listApproversOf } from '#kernel/approval/server/api.ts'
import { isOrgInScope } from '#kernel/org/server/api.ts'
import { listWorkDays } from '#kernel/schooling/server/api.ts'
import type { LeaveCalendar } from '../contract.ts'
import { countDepartments, listAway, type AwayRow } from './day-queries.ts'
import { findOrg } from './request-queries.ts'
import { getApplicant, isManagedBy, leaveSubject } from './requests.ts'
import { leaveSetting } from './settings.ts'

const mostDays = 42
interface CalendarQuery {
  orgId: string | null
  from: string
  to: string
}

/**
 * Who is away. Colleagues see that somebody is, not why: type and requests that are not approved are only there for the
 * person, for approvers of that request, and for those who keep the attendance.
 */
export async function getLeaveCalendar(ctx: Ctx, query: CalendarQuery): Promise<LeaveCalendar> {
  const { from, to } = query
  if (to < from || daysBetween(from, to) >= mostDays) throw invalid([{ field: 'to', msg: `一次最多查看${mostDays}天` }])
  const own = await getApplicant(ctx)
  const orgId = query.orgId ?? own.orgId
  const isManaged = await isManagedBy(ctx, orgId)
  const isCounted =
    isManaged || (await isOrgInScope(ctx.db, ctx.actor.permissions.get('leave.stat') ?? emptyScope, orgId))
  orNotFound(orgId === own.orgId || isCounted || undefined, '组织')
  const org = orNotFound(await findOrg(ctx.db, orgId), '组织')
  const { calendarFor, conflictPercent } = await leaveSetting.read(ctx, org.path)
  const rows = await listAway(ctx.db, orgId, from, to)
  const isKnown = await createKnowledge(ctx, isManaged, rows)
  const isWide = isCounted || calendarFor === 'organisation'
  const isOfDepartment = ({ departmentId }: AwayRow) =>
    calendarFor === 'department' && departmentId !== null && departmentId === own.departmentId
  const seen = rows.filter(
    (row) =>
      (isKnown(row) || !row.isRequested) &&
      (isWide || row.personId === ctx.actor.personId || isKnown(row) || isOfDepartment(row)),
  )
  const sizes = await countDepartments(ctx.db, orgId, from)
  const departments = [...Map.groupBy(seen, ({ departmentId }) => departmentId)].map(([departmentId, some]) => {
    const size = sizes.get(departmentId) ?? 0
    return {
      name: some[0]!.department || '未分部门',
      people: [...Map.groupBy(some, ({ personId }) => personId).values()].map((days) => ({
        userId: days[0]!.memberId,
        name: days[0]!.name,
        away: listAwayDays(days, isKnown),
      })),
      conflicts: listConflicts(some, (size * conflictPercent) / 100),
      size,
    }
  })
  const days = await listWorkDays(ctx, orgId, from, to)
  return { orgName: org.name, days: days.map(({ day, type, name }) => ({ day, type, name })), departments }
}

/** Whether the caller may know what a leave is: her own, one that she decides or decided, or one that she manages. */
async function createKnowledge(ctx: Ctx, isManaged: boolean, rows: readonly AwayRow[]) {
  if (isManaged) return () => true
  const { personId } = ctx.actor
  const approvers = await listApproversOf(ctx, leaveSubject, [...new Set(rows.map(({ requestId }) => requestId))])
  const open = await getOpenTasksOf(ctx, leaveSubject)
  return ({ requestId, personId: awayId }: AwayRow) =>
    awayId === personId ||
    open.has(requestId) ||
    (approvers.get(requestId) ?? []).some((approver) => approver.personId === personId)
}

type People = LeaveCalendar['departments'][number]['people']

/** A whole day is one entry, if both halves are the same leave. */
function listAwayDays(rows: readonly AwayRow[], isKnown: (row: AwayRow) => boolean): People[number]['away'] {
  const byDay = Map.groupBy(rows, ({ day, requestId }) => `${day} ${requestId}`)
  return [...byDay.values()].map((some) => {
    const row = some[0]!
    const half = some.length > 1 ? ('day' as const) : row.half
    const known = isKnown(row) ? { typeName: row.typeName, kind: row.kind, isRequested: row.isRequested } : {}
    return { day: row.day, half, ...known }
  })
}

/** The days on which at least so many people are away, and more than one. */
function listConflicts(rows: readonly AwayRow[], most: number): string[] {
  const days = [...Map.groupBy(rows, ({ day }) => day)]
  return days
    .filter(([, some]) => {
      const people = new Set(some.map(({ personId }) => personId)).size
      return people > 1 && people >= most
    })
    .map(([day]) => day)
    .toSorted()
}
