import type { ComponentType } from 'react'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { GuardedPanes } from '#packages/web/desk/split-page/use-unsaved-guard.tsx'
import { TabbedPage } from '#packages/web/desk/tabbed-page.tsx'
import { AcademicStaff } from '../components/authorize/academic-staff.tsx'
import { Auditors } from '../components/authorize/auditors.tsx'
import { GrantsByApplication } from '../components/authorize/grants-by-application.tsx'
import { GrantsByObject } from '../components/authorize/grants-by-object.tsx'
import { ExpiringGrants } from '../components/authorize/expiring-grants.tsx'
import { AppRequests } from '../components/authorize/app-requests.tsx'
import { useGuardedNavigation, type GuardedNavigation } from '../components/authorize/use-guarded-navigation.ts'

interface Tab {
  key: string
  label: string
  permission: string
  Part: ComponentType<GuardedNavigation>
}

const first = 'application'
const tabs: readonly Tab[] = [
  { key: first, label: '按应用', permission: 'app.review', Part: GrantsByApplication },
  { key: 'object', label: '按对象', permission: 'app.review', Part: GrantsByObject },
  { key: 'requests', label: '开通申请', permission: 'app.review', Part: AppRequests },
  { key: 'expiring', label: '到期授权', permission: 'app.review', Part: ExpiringGrants },
  { key: 'auditors', label: '应用管理员', permission: 'app.review', Part: Auditors },
  { key: 'academic', label: '教务管理员', permission: 'role.read', Part: AcademicStaff },
]

/** /systemSet/AppAuthorize: grants by application and by object, requests, expiring grants and administrators. */
export default function AppAuthorizePage() {
  const { search } = usePageSearch()
  const may = useMay()
  const { go, guard } = useGuardedNavigation()
  const shown = tabs.filter(({ permission }) => may(permission))
  const { key, Part } = shown.find((tab) => tab.key === search.get('tab')) ?? shown[0] ?? tabs[0]!
  return (
    <GuardedPanes guard={guard}>
      <TabbedPage tabs={shown} chosen={key} onChoose={(tab) => go({ tab: tab === first ? undefined : tab })}>
        <Part go={go} />
      </TabbedPage>
    </GuardedPanes>
  )
}
