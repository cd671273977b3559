import { addDays } from '#packages/core'
import type { LeaveSpan, PupilLeaveForm, PupilLeaveKind, Symptom } from '../../contract.ts'

/** Which days: the usual ones are one tap. */
export type LeaveTime = 'today' | 'am' | 'pm' | 'tomorrow' | 'periods' | 'days'
type Half = LeaveSpan['startHalf']

export interface LeaveDraft {
  kind: PupilLeaveKind | ''
  time: LeaveTime
  startsOn: string
  startHalf: Half
  endsOn: string
  endHalf: Half
  periodIds: readonly string[]
  reason: string
  symptoms: readonly Symptom[]
  fileIds: readonly string[]
}

/** School is over by then: most leave that is asked for in the evening is for the next day. */
const eveningHour = '17:00'

export const createDraft = (today: string, clock: string): LeaveDraft => ({
  kind: '',
  time: clock < eveningHour ? 'today' : 'tomorrow',
  startsOn: today,
  startHalf: 'am',
  endsOn: today,
  endHalf: 'pm',
  periodIds: [],
  reason: '',
  symptoms: [],
  fileIds: [],
})

const wholeDay = (day: string): LeaveSpan => ({
  startsOn: day,
  startHalf: 'am',
  endsOn: day,
  endHalf: 'pm',
  periodIds: [],
})

export function getSpan(draft: LeaveDraft, today: string): LeaveSpan {
  switch (draft.time) {
    case 'today':
      return wholeDay(today)
    case 'tomorrow':
      return wholeDay(addDays(today, 1))
    case 'am':
      return { ...wholeDay(today), endHalf: 'am' }
    case 'pm':
      return { ...wholeDay(today), startHalf: 'pm' }
    case 'periods':
      return { ...wholeDay(draft.startsOn), periodIds: [...draft.periodIds] }
    case 'days': {
      const { startsOn, startHalf, endsOn, endHalf } = draft
      return { startsOn, startHalf, endsOn, endHalf, periodIds: [] }
    }
  }
}

export type LeaveErrors = Partial<Record<'kind' | 'time' | 'reason', string>>

export function findMissing(draft: LeaveDraft, span: LeaveSpan): LeaveErrors {
  const { startsOn, startHalf, endsOn, endHalf } = span
  const time =
    !startsOn || !endsOn
      ? '请选择日期'
      : draft.time === 'periods' && span.periodIds.length === 0
        ? '请选择节次'
        : endsOn < startsOn || (endsOn === startsOn && startHalf === 'pm' && endHalf === 'am')
          ? '结束不能早于开始'
          : undefined
  return {
    ...(draft.kind === '' && { kind: '请选择类型' }),
    ...(time && { time }),
    ...(draft.kind !== '' && draft.kind !== 'sick' && draft.reason.trim().length < 2 && { reason: '请填写事由' }),
  }
}

export const toForm = (
  draft: LeaveDraft,
  kind: PupilLeaveKind,
  studentId: string,
  span: LeaveSpan,
): PupilLeaveForm => ({
  ...span,
  studentId,
  kind,
  reason: draft.reason.trim(),
  symptoms: kind === 'sick' ? [...draft.symptoms] : [],
  fileIds: [...draft.fileIds],
})
