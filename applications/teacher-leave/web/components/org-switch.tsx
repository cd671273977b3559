import { useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { orgTypes } from '#kernel/org/contract.ts'
import { OrgChoice } from '#kernel/org/web/index.ts'
import styles from './org-switch.module.css'

/** The organisation in the address, null for that of the user, and whether those below it are included. */
export interface ShownOrg {
  orgId: string | null
  within: 'own' | 'below'
}

export function useShownOrg(): ShownOrg {
  const { search } = usePageSearch()
  return { orgId: search.get('org'), within: search.get('below') === '1' ? 'below' : 'own' }
}

const kinds = ['bureau', 'school', 'kindergarten', 'other-school'] as const

/** Chooses the organisation of a page, for users of the bureau; `hasBelow`: also all below it. */
export function OrgSwitch({ hasBelow = false }: { hasBelow?: boolean }) {
  const user = useSession(({ user: one }) => one)
  const may = useMay()
  const { orgId, within } = useShownOrg()
  const setParams = useSetParams()
  if (user?.orgType !== orgTypes.bureau.code || !may('org.read')) return null
  const choose = (next: string) => setParams({ org: next === user.orgId ? null : next, page: null, open: null })
  return (
    <span className={`${styles['switch']} no-print`}>
      <OrgChoice label="单位" orgId={orgId ?? user.orgId} kinds={kinds} onChoose={choose} />
      {hasBelow && (
        <Button
          aria-pressed={within === 'below'}
          onClick={() => setParams({ below: within === 'below' ? null : '1', page: null, open: null })}
        >
          {within === 'below' ? '只看本单位' : '含下级单位'}
        </Button>
      )}
    </span>
  )
}
