import type { IsolationCase, World } from '#packages/testing'
import type { readinessRoutes } from '../contract-readiness.ts'

// Each caller reads the schools in the own scope; a teacher, whose scope is classes, reads none.
const own = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const adminOnly = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const ofSchool = ({ home }: World) => ({ body: { orgIds: [home.school.id] } })

export const readinessCases: { readonly [Name in keyof typeof readinessRoutes]: IsolationCase<object> } = {
  readiness: own,
  previewReminder: { ...adminOnly, request: ofSchool },
  remind: { ...adminOnly, request: ofSchool },
}
