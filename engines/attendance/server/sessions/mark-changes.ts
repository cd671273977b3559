import { dayOf, type Ctx } from '#packages/core'
import type { CaseChange } from '../cases/update-cases.ts'
import type { MarkRow } from './mark-queries.ts'
import type { SeenPupil } from './pass-queries.ts'
import { formatClock, isUnexplained, leaveStatuses } from './roll-rules.ts'
import type { SessionRow } from './session-queries.ts'

export interface MarkChange {
  before: MarkRow | undefined
  after: MarkRow
  /** Status or minutes are others; a remark or a time alone is no change of the attendance. */
  isVisible: boolean
}

export const toState = (mark: MarkRow | undefined) => ({
  status: mark?.status ?? 'present',
  minutes: mark?.minutes ?? null,
})

/** The marks that were replaced. */
export function findChanges(before: ReadonlyMap<string, MarkRow>, after: ReadonlyMap<string, MarkRow>): MarkChange[] {
  return [...after.values()].flatMap((mark) => {
    const old = before.get(mark.studentId)
    if (old === mark) return []
    const [was, is] = [toState(old), toState(mark)]
    return [{ before: old, after: mark, isVisible: was.status !== is.status || was.minutes !== is.minutes }]
  })
}

type Marks = ReadonlyMap<string, MarkRow>

/**
 * What a submitted roll says about unexplained absence: who is missing and was not, and who was found. Of a day that is
 * over nobody is alarmed any more.
 */
export function toCaseChange(
  ctx: Pick<Ctx, 'now'>,
  session: Pick<SessionRow, 'id' | 'orgId' | 'day'>,
  {
    before,
    after,
    seen,
    isCorrection = false,
  }: {
    before: Marks
    after: Marks
    seen: ReadonlyMap<string, SeenPupil>
    /** The mark was wrong from the beginning. */
    isCorrection?: boolean
  },
): CaseChange {
  const wasMissing = (studentId: string) => isUnexplained(before.get(studentId)?.status ?? 'present')
  const marks = [...after.values()]
  const missing = marks.filter(({ status }) => isUnexplained(status))
  const found = marks.filter(({ status, studentId }) => !isUnexplained(status) && wasMissing(studentId))
  const isToday = dayOf(ctx.now) === session.day
  return {
    orgId: session.orgId,
    sessionId: session.id,
    day: session.day,
    missing: missing
      .filter(({ studentId }) => isToday && !wasMissing(studentId))
      .map(({ studentId, classId }) => ({ studentId, classId })),
    found: found.map(({ studentId, status }) => ({
      studentId,
      how: leaveStatuses.includes(status) ? 'leave' : status === 'late' ? 'late' : isCorrection ? 'mistake' : 'present',
    })),
    differing: missing.flatMap(({ studentId, differs }) => {
      const firstIn = seen.get(studentId)?.firstIn
      const isNew = isToday && differs && before.get(studentId)?.differs !== true
      return isNew && firstIn ? [{ studentId, seenAt: formatClock(firstIn) }] : []
    }),
  }
}

export const isEmptyChange = ({ missing, found, differing }: CaseChange) =>
  missing.length + found.length + differing.length === 0
