import { useState, type ReactNode } from 'react'
import { createMemoryPreferenceStore } from '#packages/web/desk/gallery/memory-preference-store.ts'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { PreferenceStoreContext } from '#packages/web/desk/preference-store.ts'

/** Wraps a page as the shell does. */
export function Shell({ title, children }: { title: string; children: ReactNode }) {
  const [search, setText] = useState(() => new URLSearchParams())
  const [preferences] = useState(() => createMemoryPreferenceStore())
  const info = { title, group: '课堂点名', permission: { code: 'staff', title: '' }, actions: [] }
  return (
    <PageContext value={info}>
      <PageSearchContext value={{ search, isFront: true, setSearch: (change) => setText(change) }}>
        <PreferenceStoreContext value={preferences}>{children}</PreferenceStoreContext>
      </PageSearchContext>
    </PageContext>
  )
}
