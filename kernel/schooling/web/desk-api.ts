/** Parts for the pages of other modules about one school. */
export { SchoolLine, useSchool } from './components/school-choice.tsx'
export { classTreeQuery, teachersQuery } from './class-queries.ts'
export { gradesQuery, periodSchemesQuery, termsQuery } from './time-queries.ts'
