/** Parts for the pages of applications with lessons that somebody else has to give. */
export { CoverPicker } from './components/cover-picker.tsx'
export { LessonPicker } from './components/lesson-picker.tsx'
export { dropOutdated, isComplete, type CoverChoices } from './cover-choices.ts'
export {
  answerCovers,
  applyForCover,
  candidatesQuery,
  claimCover,
  coverKey,
  creditsQuery,
  requestsQuery,
  withdrawCover,
} from './cover-queries.ts'
export { isPassedOn } from './lesson-states.ts'
export { describeLeg, describeState, formatCredit, formatDay, formatPeriod, nameLesson } from './cover-text.ts'
