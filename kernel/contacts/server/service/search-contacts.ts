import { dayOf, type Ctx } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { limitAttempts } from '#kernel/identity/server/api.ts'
import { searchPeople } from '../contact-queries.ts'
import { presentColleagues } from './colleagues.ts'

const maxHits = 50
const searchLimit = { most: 30, seconds: 60 }

/** People by name, pinyin or initials. Searches are rate limited so that the contacts cannot be copied. */
export async function searchContacts(ctx: RequestCtx, keyword: string) {
  const { personId, districtId } = ctx.actor!
  try {
    await limitAttempts(ctx, 'directory-search', personId, searchLimit.most, searchLimit.seconds)
  } catch (error) {
    ctx.log.warn({ personId, districtId }, 'searched the directory too often')
    throw error
  }
  return inOwnDistrict(ctx, (own) => findPeople(own, keyword), { readOnly: true })
}

export async function findPeople(ctx: Ctx, keyword: string) {
  const { orgId, homeOrgId } = ctx.actor
  const query = { keyword, ownOrgId: homeOrgId ?? orgId, day: dayOf(ctx.now), limit: maxHits + 1 }
  const hits = await searchPeople(ctx.db, query)
  return { items: await presentColleagues(ctx, hits.slice(0, maxHits)), more: hits.length > maxHits }
}
