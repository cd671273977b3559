import { dayOf } from '#packages/core'
import { crud } from '#packages/crud'
import { leaveRecord, ownLeave } from '../contract.ts'
import { isInBox } from './request-queries.ts'

export const ownLeaves = crud(ownLeave, 'v_leave_request', { base: 'leave_request' })

/** 请假记录: all but drafts. */
export const leaveRecords = crud(leaveRecord, 'v_leave_record', {
  base: 'leave_request',
  filters: { box: (box, { now }) => isInBox(box, dayOf(now)) },
})
