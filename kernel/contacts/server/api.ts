export { offerPupilProfiles } from './pupil-profiles.ts'
export { getNumbersForParents } from './service/phone-visibility.ts'
export { offerTeacherTypes, teacherTypes } from './teacher-types.ts'
