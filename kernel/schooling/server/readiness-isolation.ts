import type { IsolationCase, World } from '#packages/testing'
import type { readinessRoutes } from '../contract-readiness.ts'

// Each is told of the schools within reach: a teacher, who reaches classes only, of none.
const own = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const kept = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const ofSchool = ({ home }: World) => ({ body: { orgIds: [home.school.id] } })

export const readinessCases: { readonly [Name in keyof typeof readinessRoutes]: IsolationCase<object> } = {
  readiness: own,
  previewReminder: { ...kept, request: ofSchool },
  remind: { ...kept, request: ofSchool },
}
