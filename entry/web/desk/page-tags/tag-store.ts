import { create } from 'zustand'
import { useSession } from '#packages/web/core/session.ts'
import { findPage, homeTag } from '../page-list.ts'
import { newTags, restoreTags, type Tags } from './page-tags.ts'

const key = 'tags'

interface StoredTags extends Pick<Tags, 'tags' | 'recent'> {
  userId: string
  orgId: string
}

export const useTags = create<Tags>()(() => newTags(homeTag))

useTags.subscribe(({ tags, recent }) => {
  const { user, orgId } = useSession.getState()
  if (!user) return
  const stored: StoredTags = { userId: user.userId, orgId, tags, recent }
  sessionStorage.setItem(key, JSON.stringify(stored))
})

export const changeTags = (change: (before: Tags) => Tags) => {
  const before = useTags.getState()
  const next = change(before)
  if (next !== before) useTags.setState(next)
}

/** Closes all tags on sign-out. */
export function forgetTags() {
  useTags.setState(newTags(homeTag))
  sessionStorage.removeItem(key)
}

/** After a reload, once all pages are known. Another organisation or another person starts with none. */
export const reopenTags = () => useTags.setState(readStoredTags())

function readStoredTags(): Tags {
  const fresh = newTags(homeTag)
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredTags | null
    const { user, orgId } = useSession.getState()
    if (stored?.userId !== user?.userId || stored?.orgId !== orgId) return fresh
    return stored ? restoreTags(stored, fresh, (path) => findPage(path) !== undefined) : fresh
  } catch {
    return fresh
  }
}
