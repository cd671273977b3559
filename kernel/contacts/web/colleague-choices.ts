import type { Reference } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { contactsApi } from '../contract.ts'
import { listPostText } from './post-text.ts'

export interface ColleagueChoice extends Reference {
  /** Where the membership is: 文澜小学 教务处 主任. */
  about: string
}

/** The memberships that a name finds. Somebody with posts at two organisations is two choices. */
export async function findColleagues(keyword: string, signal: AbortSignal): Promise<ColleagueChoice[]> {
  if (!keyword) return []
  const { items } = await call(contactsApi.search, { body: { keyword }, signal })
  return items.flatMap(({ name, posts }) =>
    posts.map((post) => ({
      id: post.userId,
      name,
      about: [post.orgName, ...listPostText(post)].filter(Boolean).join(' '),
    })),
  )
}
