import { dayOf, type Ctx } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { limitAttempts } from '#kernel/identity/server/api.ts'
import { searchPeople } from '../contact-queries.ts'
import { presentColleagues } from './colleagues.ts'

const maxHits = 50
const searchLimit = { most: 30, seconds: 60 }

/** People by name, pinyin or initials. */
export async function searchContacts(ctx: RequestCtx, keyword: string) {
  await limitSearches(ctx)
  return inOwnDistrict(ctx, (own) => findPeople(own, keyword), { readOnly: true })
}

/** The same people as values of a field. */
export async function searchPersonChoices(ctx: RequestCtx, keyword: string) {
  await limitSearches(ctx)
  return inOwnDistrict(ctx, (own) => findPersonChoices(own, keyword), { readOnly: true })
}

/** Searches are rate limited so that the contacts cannot be copied. */
async function limitSearches(ctx: RequestCtx) {
  const { personId, districtId } = ctx.actor!
  try {
    await limitAttempts(ctx, 'directory-search', personId, searchLimit.most, searchLimit.seconds)
  } catch (error) {
    ctx.log.warn({ personId, districtId }, 'searched the directory too often')
    throw error
  }
}

export async function findPeople(ctx: Ctx, keyword: string) {
  const hits = await listHits(ctx, keyword)
  return { items: await presentColleagues(ctx, hits.slice(0, maxHits)), more: hits.length > maxHits }
}

async function findPersonChoices(ctx: Ctx, keyword: string) {
  const hits = (await listHits(ctx, keyword)).slice(0, maxHits)
  const people = await presentColleagues(ctx, hits)
  return hits.map(({ personId }, at) => {
    const { name, posts } = people[at]!
    return { id: personId, name, orgName: posts[0]?.orgName ?? '' }
  })
}

function listHits({ db, actor: { orgId, homeOrgId }, now }: Ctx, keyword: string) {
  return searchPeople(db, { keyword, ownOrgId: homeOrgId ?? orgId, day: dayOf(now), limit: maxHits + 1 })
}
