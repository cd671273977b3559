import { dayOf, type Ctx } from '#packages/core'
import { pupilCounts } from '../../pupils.ts'
import { setUpOf } from '../../set-up-queries.ts'
import { orgOf } from '../../time-org-queries.ts'
import { isSchool } from './places.ts'

/**
 * Whether a school is still being set up. One that has pupils and never began with it was running before; the bureau
 * looks at all of its schools, some of which always are.
 */
export async function isSettingUp(ctx: Ctx): Promise<boolean> {
  const { orgId } = ctx.actor
  const org = await orgOf(ctx.db, orgId)
  if (!org || !isSchool(org)) return true
  const begun = await setUpOf(ctx.db, orgId)
  if (begun) return begun.finishedAt === null
  return (await pupilCounts().ofOrg(ctx, orgId, dayOf(ctx.now))) === 0
}
