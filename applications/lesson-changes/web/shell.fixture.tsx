import { useState, type ReactNode } from 'react'
import { orgTypes } from '#kernel/org/contract.ts'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { createMemoryPreferenceStore } from '#packages/web/desk/gallery/memory-preference-store.ts'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { PreferenceStoreContext } from '#packages/web/desk/preference-store.ts'
import { ids } from './covers.fixture.ts'

/** Signs in at the school. */
export const signInAtSchool = () =>
  useSession.setState({
    orgId: ids.school,
    user: { orgId: ids.school, orgType: orgTypes.school.code, orgName: '明湖学校' } as SessionUser,
  })

interface Frame {
  title: string
  address?: string
  children: ReactNode
}

/** Wraps a page as the shell does. */
export function Shell({ title, address = '', children }: Frame) {
  const [search, setText] = useState(() => new URLSearchParams(address))
  const [preferences] = useState(() => createMemoryPreferenceStore())
  const info = { title, group: '代调课', permission: { code: 'staff', title: '' }, actions: [] }
  return (
    <PermissionContext value={new Set(['cover.arrange'])}>
      <PageContext value={info}>
        <PageSearchContext value={{ search, isFront: true, setSearch: (change) => setText(change) }}>
          <PreferenceStoreContext value={preferences}>{children}</PreferenceStoreContext>
        </PageSearchContext>
      </PageContext>
    </PermissionContext>
  )
}
