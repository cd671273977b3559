import { dayOf, type Ctx } from '#packages/core'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { limitTries } from '#kernel/identity/server'
import { peopleNamed } from '../queries.ts'
import { presentColleagues } from './colleagues.ts'

const hitsShown = 50
const searches = { most: 30, seconds: 60 }

/** People by name, pinyin or initials. Counted first: a directory is for looking up, not for carrying away. */
export async function search(ctx: OwnCtx, keyword: string) {
  const { personId, districtId } = ctx.actor!
  try {
    await limitTries(ctx, 'directory-search', personId, searches.most, searches.seconds)
  } catch (error) {
    ctx.log.warn({ personId, districtId }, 'searched the directory too often')
    throw error
  }
  return inOwnDistrict(ctx, (own) => findPeople(own, keyword), { readOnly: true })
}

export async function findPeople(ctx: Ctx, keyword: string) {
  const { orgId, homeOrgId } = ctx.actor
  const asked = { keyword, ownOrgId: homeOrgId ?? orgId, day: dayOf(ctx.now), limit: hitsShown + 1 }
  const hits = await peopleNamed(ctx.db, asked)
  return { items: await presentColleagues(ctx, hits.slice(0, hitsShown)), more: hits.length > hitsShown }
}
