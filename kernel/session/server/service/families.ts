import type { Ctx } from '#packages/core'

/** A pupil, or a guardian who comes in as a child's. */
export interface FamilyIdentity {
  id: string
  kind: 'pupil' | 'guardian'
  orgId: string
}

type FindFamilies = (ctx: Pick<Ctx, 'db' | 'now'>, personId: string) => Promise<FamilyIdentity[]>

let find: FindFamilies = async () => []

/** The module that knows pupils and guardians says so at start-up; until there is one, nobody is either. */
export const offerFamilies = (finder: FindFamilies) => {
  find = finder
}
export const familiesOf: FindFamilies = (ctx, personId) => find(ctx, personId)
