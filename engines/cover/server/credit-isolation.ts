import type { IsolationCase } from '#packages/testing'

/** Part of `isolation.ts`: everybody reads the own credits. */
export const creditCases: { myCredits: IsolationCase<unknown> } = {
  myCredits: { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 },
}
