import { useSession } from '#packages/web/core/session.ts'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { orgTypes } from '#kernel/org/contract.ts'
import { OrgChoice } from '#kernel/org/web/index.ts'

const kinds = ['school', 'kindergarten', 'other-school'] as const

/** The organisation in the address; null for that of the user. */
export const useShownOrg = () => usePageSearch().search.get('org')

/** Chooses the school of a page, for users of the bureau. */
export function OrgSwitch() {
  const user = useSession(({ user: one }) => one)
  const may = useMay()
  const orgId = useShownOrg()
  const setParams = useSetParams()
  if (user?.orgType !== orgTypes.bureau.code || !may('org.read')) return null
  const choose = (next: string) => setParams({ org: next === user.orgId ? null : next, page: null, open: null })
  return (
    <span className="no-print">
      <OrgChoice label="单位" orgId={orgId ?? user.orgId} kinds={kinds} onChoose={choose} />
    </span>
  )
}
