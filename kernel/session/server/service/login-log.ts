import type { DistrictId } from '#packages/core'
import type { Db } from '#packages/db'
import type { RequestCtx } from '#packages/http'
import { recordLogin } from '#kernel/audit/server/api.ts'
import { findPersonOfAccount } from '#kernel/identity/server/api.ts'
import { listMembershipsOfPerson } from '#kernel/staff/server/api.ts'
import { listFamilyIdentities } from '#kernel/student/server/api.ts'

type LoginRecord = Omit<Parameters<typeof recordLogin>[1], 'address' | 'agent'>

/** Records a sign-in or a refused attempt with its network address. */
export const recordLoginAttempt = (
  { now, requestId, client: { address, agent } }: RequestCtx,
  db: Db,
  facts: LoginRecord,
) => recordLogin({ db, now, requestId }, { ...facts, address, agent })

/** Where a person works, or learns or has a child. */
async function findIdentity(context: Parameters<typeof listFamilyIdentities>[0], personId: string) {
  const [membership] = await listMembershipsOfPerson(context, personId)
  return membership ?? (await listFamilyIdentities(context, personId))[0]
}

/**
 * Records a refused attempt with the person of the account and where she belongs, so that her school sees it too. Returns
 * the person.
 */
export async function recordRefusedLogin(
  ctx: RequestCtx,
  db: Db,
  districtId: DistrictId,
  facts: Pick<LoginRecord, 'account_id' | 'sign_in_method' | 'outcome'>,
) {
  const person = await findPersonOfAccount({ db, districtId }, facts.account_id)
  const identity = person && (await findIdentity({ db, now: ctx.now, districtId }, person.id))
  await recordLoginAttempt(ctx, db, {
    ...facts,
    person_id: person?.id ?? null,
    user_id: identity?.id ?? null,
    org_id: identity?.orgId ?? null,
  })
  return person
}
