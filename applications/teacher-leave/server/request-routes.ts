import { serveEntity } from '#packages/crud'
import { leaveApi, leaveRecordApi } from '../contract.ts'
import { getLeaveCalendar } from './leave-calendar.ts'
import { countLeave, getLeaveChoices, getLeaveDetail, listLessonsOfSpan } from './leave-details.ts'
import { getBalances } from './ledger.ts'
import { leaveRecords, ownLeaves } from './records.ts'
import {
  addProof,
  cancelLeave,
  changeLeave,
  enterLeave,
  recallLeave,
  removeDraft,
  returnFromLeave,
  saveDraft,
  submitLeave,
  voidLeave,
} from './requests.ts'

/** The life of a request: form, submission, changes, return; and the records of those who keep the attendance. */
export const requestEntities = [
  serveEntity(leaveApi, {
    ...ownLeaves,
    choices: getLeaveChoices,
    balance: (ctx) => getBalances(ctx, ctx.actor.personId),
    count: countLeave,
    lessons: listLessonsOfSpan,
    detail: getLeaveDetail,
    calendar: getLeaveCalendar,
    save: saveDraft,
    submit: submitLeave,
    remove: removeDraft,
    recall: recallLeave,
    cancel: cancelLeave,
    change: changeLeave,
    back: returnFromLeave,
    addProof,
  }),
  serveEntity(leaveRecordApi, { ...leaveRecords, proxyApply: enterLeave, adminVoid: voidLeave }),
]
