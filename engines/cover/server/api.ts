export { applyForCovers, askForCovers, listApplied as listCoverStatuses, type Applied } from './apply.ts'
export { assignCovers } from './assign.ts'
export {
  approveCover,
  describeCover,
  findCoverPlace,
  recallCover,
  rejectCover,
  terminateCover,
  type CoverPlace,
} from './audit.ts'
export { backfillCover } from './backfill.ts'
export { coverSubject } from './cases.ts'
export { ownPage, officePage } from './cover-notifications.ts'
export { type CoverOffice } from './cover-office.ts'
export { findCandidates, proposeCovers } from './find-candidates.ts'
export { cancelCoversOf, moveCoversTo } from './follow-away.ts'
export { listDoubtfulCovers, listLessonsInHand } from './lessons-in-hand.ts'
export { listPlaces } from './list-places.ts'
export { listSwaps } from './list-swaps.ts'
export { listLessonsToCover } from './lessons-to-cover.ts'
export { cancelByOffice, keepByOffice, type MayArrange } from './office.ts'
export { refuseLongSpan } from './own-lesson.ts'
export { coverSetting } from './settings.ts'
export { coverContents } from './contents.ts'
export {
  addCredits,
  correctCredit,
  formatMonth,
  getMonthStatistics,
  getOpenMonth,
  listMonthCredits,
  settleMonth,
  type EarnedCredit,
  type MonthStatistics,
} from './credits.ts'
export { findCreditOrg, type MonthSum } from './credit-queries.ts'
export { seedCovers } from './seed-covers.ts'
export { handCover, listCoversOfMembers, lockHeldCover, returnCover } from './leavers.ts'
