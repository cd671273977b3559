import type { Half } from '#kernel/schooling/contract.ts'
import type { CoverItem } from '#engines/cover/contract.ts'
import type { CoverChoices } from '#engines/cover/web/api.ts'
import type { LeaveChoices, LeaveDetail, LeaveForm, LeaveSpan, LeaveTypeChoice } from '../../contract.ts'
import { addDays } from '../weeks.ts'

/** The form as texts, as the phone stores it. Photographs are not stored: they are uploaded at once. */
export type LeaveDraft = Readonly<
  Record<
    | 'typeId'
    | 'startsOn'
    | 'startHalf'
    | 'endsOn'
    | 'endHalf'
    | 'startTime'
    | 'endTime'
    | 'isDifficult'
    | 'babies'
    | 'reason'
    | 'contact'
    | 'destination'
    | 'leavesCity'
    | 'deputyId'
    | 'deputyName'
    /** Who gives which lesson, as JSON. */
    | 'covers',
    string
  >
>

export const emptyDraft: LeaveDraft = {
  typeId: '',
  startsOn: '',
  startHalf: 'am',
  endsOn: '',
  endHalf: 'pm',
  startTime: '',
  endTime: '',
  isDifficult: '',
  babies: '1',
  reason: '',
  contact: '',
  destination: '',
  leavesCity: '',
  deputyId: '',
  deputyName: '',
  covers: '',
}

export const toDraft = (leave: LeaveDetail): LeaveDraft => ({
  typeId: leave.typeId,
  startsOn: leave.startsOn,
  startHalf: leave.startHalf,
  endsOn: leave.endsOn,
  endHalf: leave.endHalf,
  startTime: leave.startTime ?? '',
  endTime: leave.endTime ?? '',
  isDifficult: leave.isDifficult ? '1' : '',
  babies: String(leave.babies ?? 1),
  reason: leave.reason,
  contact: leave.contact,
  destination: leave.destination,
  leavesCity: leave.leavesCity ? '1' : '',
  deputyId: leave.deputy?.id ?? '',
  deputyName: leave.deputy?.name ?? '',
  covers: '',
})

const isHourly = (type: LeaveTypeChoice | undefined) => type?.unit === 'hour'

/** The span, once it can be counted. A leave by the hour is on one day, and its halves are those of its hours. */
export function getSpan(draft: LeaveDraft, type: LeaveTypeChoice | undefined, noon: string): LeaveSpan | undefined {
  const { typeId, startsOn, startTime, endTime } = draft
  if (!type || !startsOn) return undefined
  if (isHourly(type)) {
    if (!startTime || !endTime) return undefined
    const halfOf = (time: string): Half => (time < noon ? 'am' : 'pm')
    const halves = { startHalf: halfOf(startTime), endHalf: endTime <= noon ? 'am' : halfOf(endTime) } as const
    return { typeId, startsOn, endsOn: startsOn, ...halves, startTime, endTime }
  }
  if (!draft.endsOn) return undefined
  const halves = { startHalf: draft.startHalf as Half, endHalf: draft.endHalf as Half }
  return {
    typeId,
    startsOn,
    endsOn: draft.endsOn,
    ...halves,
    startTime: null,
    endTime: null,
    // A draft of an older version of the page has neither.
    ...(type.kind === 'maternity' && { isDifficult: draft.isDifficult === '1', babies: Number(draft.babies || 1) }),
  }
}

/** What is missing, by field. Everything else the server says with the count. */
export function findMissing(
  draft: LeaveDraft,
  span: LeaveSpan | undefined,
): Partial<Record<'type' | 'span' | 'reason', string>> {
  return {
    ...(!draft.typeId && { type: '请选择假期类型' }),
    ...(!span && { span: '请选择请假时间' }),
    ...(span && isBackwards(span) && { span: '结束时间不能早于开始时间' }),
    ...(!draft.reason.trim() && { reason: '请选择或填写事由' }),
  }
}

const isBackwards = ({ startsOn, startHalf, endsOn, endHalf, startTime, endTime }: LeaveSpan) =>
  endsOn < startsOn ||
  (endsOn === startsOn && endHalf < startHalf) ||
  (startTime !== null && endTime !== null && endTime <= startTime)

export const toForm = (
  draft: LeaveDraft,
  span: LeaveSpan,
  { id, files, covers }: { id: string | null; files: string[]; covers: CoverItem[] },
): LeaveForm => ({
  id,
  ...span,
  reason: draft.reason,
  contact: draft.contact,
  destination: draft.destination,
  leavesCity: draft.leavesCity !== '',
  deputyId: draft.deputyId || null,
  files,
  covers,
})

/** A draft of an older version of the page has none. */
export const readCovers = ({ covers }: LeaveDraft): CoverChoices => (covers ? (JSON.parse(covers) as CoverChoices) : {})

/** A draft for days that are over is no use to anybody. */
export const isStale = (draft: LeaveDraft, { today, types }: LeaveChoices) => {
  const backdateDays = types.find(({ id }) => id === draft.typeId)?.backdateDays ?? 0
  return draft.startsOn !== '' && draft.startsOn < addDays(today, -backdateDays)
}
