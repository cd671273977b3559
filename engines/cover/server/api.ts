export { findCandidates, proposeCovers } from './find-candidates.ts'
export { listDoubtfulCovers, listLessonsInHand } from './lessons-in-hand.ts'
export { listLessonsToCover } from './lessons-to-cover.ts'
export { refuseLongSpan } from './own-lesson.ts'
