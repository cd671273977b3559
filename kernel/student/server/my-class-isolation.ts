import type { IsolationCase } from '#packages/testing'
import type { myClassRoutes } from '../contract-my-classes.ts'
import type { StudentWorld } from './student-isolation.ts'

// Each caller gets the own classes; other classes are not found.
const ownOnly = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const readOnly = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }

export const myClassCases: { readonly [Name in keyof typeof myClassRoutes]: IsolationCase<StudentWorld> } = {
  myClasses: ownOnly,
  classFamilies: { ...readOnly, request: (_, { students }) => ({ query: { classId: students.classId } }) },
}
