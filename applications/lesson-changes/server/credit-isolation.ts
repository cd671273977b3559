import { newId } from '#packages/core'
import type { IsolationCase, World } from '#packages/testing'
import { aTeacher } from '#kernel/staff/server/example.ts'
import type { coverCreditApi } from '../contract-credits.ts'

// Whoever settles the months of a school; for those of another school its people do not exist.
const office = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -6 }
const month = '2024-10'

export interface PreparedCredits {
  colleagueId: string
  creditId: string
}

/** Part of `isolation.ts`. */
export const creditCases: { readonly [Name in keyof typeof coverCreditApi]: IsolationCase<PreparedCredits> } = {
  statistics: { ...office, request: ({ home }) => ({ query: { orgId: home.school.id, month } }) },
  credits: { ...office, request: (_, { colleagueId }) => ({ query: { userId: colleagueId, month } }) },
  correct: { ...office, request: (_, { creditId }) => ({ body: { creditId, hours: 50, reason: '核对后更正' } }) },
  settle: { ...office, request: ({ home }) => ({ body: { orgId: home.school.id, month } }) },
}

export async function prepareCredits({ database, home, owner }: World): Promise<PreparedCredits> {
  const colleague = await database.as(owner, (ctx) => aTeacher(ctx, { at: home.school, name: '代课同事' }))
  const creditId = newId()
  await database.sql(
    `insert into tenant.duty_credit (district_id, id, org_id, member_id, person_id, day_on, month_on, kind, hundredths, created_at)
     values ($1, $2, $3, $4, $5, '2024-10-10', '2024-10-01', 'same', 100, now())`,
    [home.districtId, creditId, home.school.id, colleague.userId, colleague.personId],
  )
  return { colleagueId: colleague.userId, creditId }
}
