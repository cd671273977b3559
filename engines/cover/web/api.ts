/** Parts for the phone pages of applications. None of them uses antd. */
export { isPassedOn } from './lesson-states.ts'
export { listCoverInputs, listOpen, type CoverChoices } from './phone/choices.ts'
export { describeLeg, describeOutcome, formatDay, formatHours, getTimeOf, nameLesson } from './phone/cover-words.ts'
export { ArrangedTag, CoverPicker } from './phone/cover-picker.tsx'
export { RequestCard, CoverStatusTag, RequestLessons } from './phone/request-card.tsx'
export { DeclineSheet } from './phone/decline-sheet.tsx'
export { useAnswers, type Answers } from './phone/use-answers.ts'
