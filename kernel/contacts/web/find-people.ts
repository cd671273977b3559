import { UserOutlined } from '@ant-design/icons'
import { call } from '#packages/web/core/call.ts'
import type { PaletteHit } from '#packages/web/core/module.ts'
import { contactsApi } from '../contract.ts'
import { formatPosts, formatOrgs } from './post-text.ts'

const hitsShown = 6

/** People for the command palette; a hit opens the contacts at the person. */
export async function findPeople(keyword: string, signal: AbortSignal): Promise<PaletteHit[]> {
  if (!contactsApi.search.body!.safeParse({ keyword }).success) return []
  const { items } = await call(contactsApi.search, { body: { keyword }, signal })
  return items.slice(0, hitsShown).map((row) => ({
    id: `person:${row.id}`,
    title: row.name,
    to: `/directory?open=${row.id}`,
    icon: UserOutlined,
    about: [formatOrgs(row), formatPosts(row)].filter(Boolean).join(' · '),
  }))
}
