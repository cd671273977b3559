import type { ReactNode } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { TabbedPage } from '#packages/web/desk/tabbed-page.tsx'
import { OrgChoice } from '#kernel/org/web/index.ts'
import { orgTypes } from '#kernel/org/contract.ts'

/** The organisation whose days, periods and rooms are shown. */
export interface ShownOrg {
  /** Null for the caller's organisation. */
  orgId: string | null
  /** The bureau: settings here apply to all schools. */
  isDistrict: boolean
}

const kinds = ['bureau', 'school', 'kindergarten', 'other-school'] as const

interface Props {
  tabs: readonly { key: string; label: string; draw: (org: ShownOrg) => ReactNode }[]
}

/** The tabs of a page, and a school picker for users with several schools. */
export function OrgTabs({ tabs }: Props) {
  const { search, setSearch } = usePageSearch()
  const user = useSession(({ user: one }) => one)
  const may = useMay()
  const chosen = tabs.find(({ key }) => key === search.get('tab')) ?? tabs[0]!
  const isAtBureau = user?.orgType === orgTypes.bureau.code
  const orgId = search.get('org')
  const org = { orgId, isDistrict: isAtBureau && (orgId === null || orgId === user?.orgId) }
  // A change of tab or school drops the other URL parameters.
  const go = (tab: string, of: string | null) =>
    setSearch(() => {
      const isOwn = of === null || of === user?.orgId
      return new URLSearchParams({ ...(tab !== tabs[0]!.key && { tab }), ...(!isOwn && { org: of }) })
    })
  const choice = isAtBureau && may('org.read') && (
    <OrgChoice label="单位" orgId={orgId ?? user.orgId} kinds={kinds} onChoose={(next) => go(chosen.key, next)} />
  )
  return (
    <TabbedPage tabs={tabs} chosen={chosen.key} of={orgId} aside={choice} onChoose={(key) => go(key, orgId)}>
      {chosen.draw(org)}
    </TabbedPage>
  )
}
