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
export { coverSetting } from './settings.ts'
export { findHeldCover, handCover, listCoversOfMembers, returnCover } from './leavers.ts'
