import type { IsolationCase } from '#packages/testing'
import type { mineRoutes } from '../contract-mine.ts'
import type { StudentFacts } from './student-isolation.ts'

// Everybody has classes of their own to ask about; those of others are not there.
const ownOnly = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const seen = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }

export const mineCases: { readonly [Name in keyof typeof mineRoutes]: IsolationCase<StudentFacts> } = {
  myClasses: ownOnly,
  classFamilies: { ...seen, request: (_, { students }) => ({ query: { classId: students.classId } }) },
}
