import type { Reference } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { useSession } from '#packages/web/core/session.ts'
import { contactsApi } from '../contract.ts'
import { listPostText } from './post-text.ts'

export interface ColleagueChoice extends Reference {
  /** Where the membership is: 文澜小学 教务处 主任, or 教务处 主任 at the own organisation. */
  about: string
}

/** Enough to scroll through; a name finds the others. */
const firstColleagues = { pageNumber: 1, pageSize: 50 }

/**
 * The memberships that a name finds, those of the own organisation first; without a name, people of the own
 * organisation. Somebody with posts at two organisations is two choices.
 */
export async function findColleagues(keyword: string, signal: AbortSignal): Promise<ColleagueChoice[]> {
  const { orgId } = useSession.getState()
  const { items } = keyword
    ? await call(contactsApi.search, { body: { keyword }, signal })
    : await call(contactsApi.people, { query: { nodeId: orgId, ...firstColleagues }, signal })
  return items
    .flatMap(({ name, posts }) => posts.map((post) => ({ name, ...post })))
    .filter((post) => keyword || post.orgId === orgId)
    .sort((one, other) => Number(other.orgId === orgId) - Number(one.orgId === orgId))
    .map((post) => ({
      id: post.userId,
      name: post.name,
      about: [post.orgId === orgId ? '' : post.orgName, ...listPostText(post)].filter(Boolean).join(' '),
    }))
}
