import { PlusOutlined, UserOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useBigText } from '#packages/web/core/big-text.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { SplitPane, SplitPaneState } from '#packages/web/desk/split-page/split-pane.tsx'
import { GuardedPanes, useUnsavedGuard } from '#packages/web/desk/split-page/use-unsaved-guard.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { OrgChoice } from '#kernel/org/web/index.ts'
import { MemberSheets } from '../components/role/member-sheets.tsx'
import { RoleEditor } from '../components/role/role-editor.tsx'
import { getFirstRole, RoleList, RoleSelect } from '../components/role/role-list.tsx'
import { SeparationStrip } from '../components/role/duty-separation.tsx'
import { functionsQuery, roleDetailQuery, rolesQuery, type OrgRoles } from '../role-queries.ts'

const NewRole = lazy(() => import('../components/role/new-role-dialog.tsx'))

/** District administrators see the roles of any organisation. */
const kinds = ['bureau', 'cluster', 'institution', 'school', 'kindergarten', 'other-school'] as const

/** /systemSet/Role: what each role contains, and who has it. */
export default function RolePage() {
  const { search } = usePageSearch()
  const query = useQuery(rolesQuery(search.get('org')))
  return <QueryState query={query}>{(roles) => <OrganisationRoles key={roles.orgId} roles={roles} />}</QueryState>
}

function OrganisationRoles({ roles }: { roles: OrgRoles }) {
  const may = useMay()
  const [isPhone, isBig] = [usePhone(), useBigText()]
  const isShort = isPhone || isBig
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const guard = useUnsavedGuard()
  const [isMaking, setMaking] = useState(false)
  const chosen = (roles.roles.find(({ id }) => id === search.get('role')) ?? getFirstRole(roles.roles))?.id
  const isForDistrict = may('org.visit') || roles.mayCreateForDistrict
  const isOwn = useSession(({ orgId }) => orgId) === roles.orgId
  const choose = (role: string | undefined) => guard.leave(() => setParams({ role }))
  const picker = isForDistrict && may('org.read') && (
    <OrgChoice
      label="单位"
      orgId={roles.orgId}
      kinds={kinds}
      onChoose={(org) => guard.leave(() => setParams({ org, role: null }))}
    />
  )
  const mayMake = roles.mayCreate || roles.mayCreateForDistrict
  return (
    <GuardedPanes guard={guard}>
      <SplitPage
        note={picker || !mayMake ? undefined : '保存前请核对：谁将获得、谁将失去'}
        picker={picker}
        actions={<Actions mayMake={mayMake} onMake={() => setMaking(true)} />}
        lead={
          <>
            {/* Concerns the district only, so it is not shown above the roles of a school. */}
            {isOwn && <SeparationStrip isForDistrict={isForDistrict} />}
            {isShort && <RoleSelect roles={roles.roles} chosen={chosen} onChoose={choose} />}
          </>
        }
        list={!isShort && <RoleList roles={roles.roles} chosen={chosen} onChoose={choose} />}
      >
        {chosen ? (
          <Chosen key={chosen} id={chosen} roles={roles} onGo={choose} />
        ) : (
          <SplitPane>
            <PageState status="empty" title="还没有角色" text="新建角色后，可以设置它的功能、数据范围和成员。" />
          </SplitPane>
        )}
      </SplitPage>
      {isMaking && (
        <Suspense>
          <NewRole roles={roles} onClose={() => setMaking(false)} onMade={choose} />
        </Suspense>
      )}
    </GuardedPanes>
  )
}

function Actions({ mayMake, onMake }: { mayMake: boolean; onMake: () => void }) {
  const navigate = useNavigate()
  const isPhone = usePhone()
  return (
    <>
      <Button icon={<Glyph of={UserOutlined} />} onClick={() => void navigate('/systemSet/Access')}>
        按人查看
      </Button>
      {!isPhone && <MemberSheets roleId={null} exportLabel="导出授权" />}
      {mayMake && (
        <Button type="primary" icon={<Glyph of={PlusOutlined} />} onClick={onMake}>
          新建角色
        </Button>
      )}
    </>
  )
}

interface ChosenProps {
  id: string
  roles: OrgRoles
  onGo: (id: string | undefined) => void
}

function Chosen({ id, ...rest }: ChosenProps) {
  const detail = useQuery(roleDetailQuery(id))
  const functions = useQuery(functionsQuery)
  if (!detail.data || !functions.data) return <SplitPaneState query={detail.data ? functions : detail} />
  return <RoleEditor detail={detail.data} catalogue={functions.data} {...rest} />
}
