import { z } from 'zod'
import { defineEvent, idOf } from '#packages/contract'

export * from './contract-balances.ts'
export * from './contract-requests.ts'
export * from './contract-types.ts'

const leave = z.object({ leaveId: idOf('leave-request') })
export const leaveApproved = defineEvent('leave.approved', leave, {
  description: 'A leave of staff was approved, or entered by an administrator. Its days hold from now on.',
})
export const leaveEnded = defineEvent('leave.ended', leave, {
  description: 'Days of an approved leave no longer hold: cancelled, made void, replaced, or back early.',
})
