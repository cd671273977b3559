export { getNumbersForParents } from './service/phone-visibility.ts'
export { teacherTypes } from './teacher-types.ts'
