import { dayOf, type Ctx } from '#packages/core'
import { getDecisionsOf, getFlowsOf } from '#kernel/approval/server/api.ts'
import { listOwnerFiles } from '#kernel/files/server/api.ts'
import { describeClasses } from '#kernel/schooling/server/api.ts'
import { listPeriodsOfSchool } from '#engines/timetable/server/api.ts'
import type { LeaveSpan, PupilLeave } from '../../contract.ts'
import { loadLeaveCipher, openLeaveNote, openLeaveTexts } from './leave-fields.ts'
import type { PupilLeaveRow } from './leave-queries.ts'
import { formatLeaveSpan, type PeriodOfDay } from '../../contract-leave-span.ts'

/** The key of the approval, and the kind of record that owns the files. */
export const leaveSubject = 'pupil-leave'

type SpanOfSchool = LeaveSpan & { orgId: string }

/** The span in words; the periods are named as the school names them on that day. */
export const nameLeaveSpan = async (ctx: Pick<Ctx, 'db'>, leave: SpanOfSchool): Promise<string> =>
  formatLeaveSpan(leave, leave.periodIds.length > 0 ? await listPeriodsOfSchool(ctx, leave.orgId, leave.startsOn) : [])

/** The same for many: the periods of a school and day are read once. */
async function nameSpans(ctx: Pick<Ctx, 'db'>, leaves: readonly SpanOfSchool[]): Promise<string[]> {
  const known = new Map<string, readonly PeriodOfDay[]>()
  const texts: string[] = []
  for (const leave of leaves) {
    const key = `${leave.orgId} ${leave.startsOn}`
    if (leave.periodIds.length > 0 && !known.has(key))
      known.set(key, await listPeriodsOfSchool(ctx, leave.orgId, leave.startsOn))
    texts.push(formatLeaveSpan(leave, known.get(key) ?? []))
  }
  return texts
}

/**
 * For the family of the pupil and for those who handle leave: with the reason and the files. Callers must check the
 * scope.
 */
export async function presentLeaves(
  ctx: Ctx,
  rows: readonly PupilLeaveRow[],
  listActions: (row: PupilLeaveRow) => PupilLeave['may'],
): Promise<PupilLeave[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const cipher = await loadLeaveCipher(ctx)
  const classes = await describeClasses(ctx, { classIds: rows.flatMap(({ classId }) => classId ?? []) }, dayOf(ctx.now))
  const files = await listOwnerFiles(ctx, { kind: leaveSubject, ids })
  const flows = await getFlowsOf(ctx, leaveSubject, ids)
  const rejected = rows.filter(({ status }) => status === 'rejected').map(({ id }) => id)
  const decisions = await getDecisionsOf(ctx, leaveSubject, rejected)
  const texts = await nameSpans(ctx, rows)
  return rows.map((row, at) => ({
    id: row.id,
    studentId: row.studentId,
    name: row.name,
    className: classes.get(row.classId ?? '')?.label ?? '',
    kind: row.kind,
    startsOn: row.startsOn,
    startHalf: row.startHalf,
    endsOn: row.endsOn,
    endHalf: row.endHalf,
    periodIds: row.periodIds,
    text: texts[at]!,
    status: row.status,
    ...toTexts(openLeaveTexts(cipher, row)),
    files: (files.get(row.id) ?? []).map(({ id, name, size }) => ({ id, name, size })),
    askedBy: row.askedBy,
    askedAt: row.createdAt.toISOString(),
    decidedBy: row.decidedBy,
    note: openLeaveNote(cipher, row) || (decisions.get(row.id)?.opinion ?? ''),
    returnedAt: row.returnedAt?.toISOString() ?? null,
    flowId: flows.get(row.id)?.id ?? null,
    may: listActions(row),
  }))
}

const toTexts = ({ reason, symptoms }: ReturnType<typeof openLeaveTexts>) => ({ reason, symptoms: [...symptoms] })
