import type { MarkSource, MarkStatus } from '../../contract.ts'
import type { MarkRow } from './mark-queries.ts'

/** A tap of a teacher, with its time by the clock of the server. */
export interface Tap {
  studentId: string
  status: MarkStatus
  minutes: number | null
  remark: string
  at: Date
  /** The time of the mark that the device showed. */
  seenAt: Date | null
  device: string
  by: string
}

/** What decides between two taps: the time, and for taps of one moment always the same one of them. */
interface Ranked {
  at: Date
  device: string | null
  status: MarkStatus
}
const compare = (a: Ranked, b: Ranked): number =>
  a.at.getTime() - b.at.getTime() || compareText(a.device ?? '', b.device ?? '') || compareText(a.status, b.status)
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Nobody calling a roll overwrites these. */
export const correctionSources: readonly MarkSource[] = ['correction', 'class-teacher', 'office']

/**
 * set: the tap is the mark now · same: it says what is known · lost: another device tapped later, and did not know of
 * it · refused: somebody corrected the mark.
 */
export type TapOutcome = 'set' | 'same' | 'lost' | 'refused'

/** A mark without its session. The remark is encrypted as it is stored, or the text of a new tap. */
export type Mark = Omit<MarkRow, 'sessionId' | 'classId' | 'differs' | 'remark'> & { remark: Buffer | string | null }

export interface LeaveOfPupil {
  leaveId: string
  kind: MarkStatus
}

/**
 * The mark of a pupil after a tap. The latest tap of all devices holds, in whatever order and however often they arrive.
 * A pupil with leave who is not there is on leave.
 */
export function applyTap(
  mark: Mark | undefined,
  tap: Tap,
  leave: LeaveOfPupil | undefined,
): { mark: Mark; outcome: TapOutcome } {
  const tapped = toMark(tap, leave)
  if (!mark) return { mark: tapped, outcome: 'set' }
  if (correctionSources.includes(mark.source)) return { mark, outcome: isSameMark(mark, tapped) ? 'same' : 'refused' }
  const order = compare(tap, { ...mark, at: mark.markedAt })
  const isOther = mark.device !== null && mark.device !== tap.device
  const differs = mark.status !== tapped.status
  if (order > 0) return { mark: { ...tapped, conflict: findConflict(mark, tap, tapped.status) }, outcome: 'set' }
  if (order === 0 || !isOther || !differs || (mark.seenAt && tap.at <= mark.seenAt)) return { mark, outcome: 'same' }
  const lost = { status: tapped.status, at: tap.at.toISOString(), device: tap.device, by: tap.by }
  const conflict = mark.conflict && mark.conflict.at > lost.at ? mark.conflict : lost
  return { mark: { ...mark, conflict }, outcome: 'lost' }
}

/** What another device said meanwhile, and this one did not know when it was tapped. */
function findConflict(mark: Mark, tap: Tap, status: MarkStatus): Mark['conflict'] {
  const isUnknown = (at: Date) => tap.seenAt === null || at > tap.seenAt
  if (mark.device !== null && mark.device !== tap.device && mark.status !== status && isUnknown(mark.markedAt))
    return { status: mark.status, at: mark.markedAt.toISOString(), device: mark.device, by: mark.markedBy }
  const { conflict } = mark
  const isOpen =
    conflict && conflict.device !== tap.device && conflict.status !== status && isUnknown(new Date(conflict.at))
  return isOpen ? conflict : null
}

function toMark(tap: Tap, leave: LeaveOfPupil | undefined): Mark {
  const isLeave = tap.status === 'missing' && leave !== undefined
  return {
    studentId: tap.studentId,
    status: isLeave ? leave.kind : tap.status,
    minutes: tap.minutes,
    source: isLeave ? 'leave' : 'teacher',
    leaveId: isLeave ? leave.leaveId : null,
    remark: tap.remark,
    markedAt: tap.at,
    seenAt: tap.seenAt,
    device: tap.device,
    markedBy: tap.by,
    conflict: null,
  }
}

const isSameMark = (a: Mark, b: Mark) => a.status === b.status && a.minutes === b.minutes
