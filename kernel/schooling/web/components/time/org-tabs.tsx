import { useId, type ReactNode } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { panelIdOf, tabIdOf, Tabs } from '#packages/web/desk/detail-page/tabs.tsx'
import { labelIdOf } from '#packages/web/desk/form/form-row.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { OrgPicker } from '#kernel/org/web/index.ts'
import { orgTypes } from '#kernel/org/contract.ts'
import styles from './org-tabs.module.css'

/** Whose days, hours and rooms are shown. */
export interface ShownOrg {
  /** Null for one's own organisation. */
  orgId: string | null
  /** The bureau: what is set here counts in all schools. */
  isDistrict: boolean
}

interface Props {
  tabs: readonly { key: string; label: string; draw: (org: ShownOrg) => ReactNode }[]
}

/** The tabs of a page, and for whoever looks after several schools the choice of one. */
export function OrgTabs({ tabs }: Props) {
  const { search, setSearch } = usePageSearch()
  const user = useSession(({ user: one }) => one)
  const may = useMay()
  const id = useId()
  const chosen = tabs.find(({ key }) => key === search.get('tab')) ?? tabs[0]!
  const isAtBureau = user?.orgType === orgTypes.bureau.code
  const orgId = search.get('org')
  const org = { orgId, isDistrict: isAtBureau && (orgId === null || orgId === user?.orgId) }
  // Another tab, or another school: nothing that was asked for before belongs to it.
  const go = (tab: string, of: string | null) =>
    setSearch(() => {
      const isOwn = of === null || of === user?.orgId
      return new URLSearchParams({ ...(tab !== tabs[0]!.key && { tab }), ...(!isOwn && { org: of }) })
    })
  return (
    <div className={styles['frame']}>
      <div className={styles['tabs']}>
        <Tabs id={id} tabs={tabs} chosen={chosen.key} onChoose={(key) => go(key, orgId)} />
        {isAtBureau && may('org.read') && (
          <WhichOrg orgId={orgId ?? user.orgId} onChoose={(next) => go(chosen.key, next)} />
        )}
      </div>
      <div
        key={`${chosen.key} ${orgId}`}
        id={panelIdOf(id)}
        className={styles['page']}
        role="tabpanel"
        aria-labelledby={tabIdOf(id, chosen.key)}
      >
        {chosen.draw(org)}
      </div>
    </div>
  )
}

function WhichOrg({ orgId, onChoose }: { orgId: string; onChoose: (id: string) => void }) {
  const isPhone = usePhone()
  const id = useId()
  return (
    <div className={styles['org']}>
      <label id={labelIdOf(id)} htmlFor={id}>
        单位
      </label>
      <div className={styles['place']}>
        <div className={styles['picker']}>
          <OrgPicker
            control={{ id, status: '', 'aria-invalid': false }}
            {...{ name: 'org', value: orgId, options: [], placeholder: undefined, none: null, isPhone }}
            isRequired
            isFilled={false}
            kinds={['bureau', 'school', 'kindergarten', 'other-school']}
            onChange={(chosen) => typeof chosen === 'string' && onChoose(chosen)}
            onHold={() => {}}
          />
        </div>
      </div>
    </div>
  )
}
