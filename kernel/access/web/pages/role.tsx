import { PlusOutlined, UserOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#packages/web/core/session.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { LeaveDialog } from '#packages/web/desk/form/leave-dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { OrgChoice } from '#kernel/org/web/index.ts'
import { MemberSheets } from '../components/role/member-sheets.tsx'
import { RoleEditor } from '../components/role/role-editor.tsx'
import { getFirstRole, RoleList } from '../components/role/role-list.tsx'
import { SeparationStrip } from '../components/role/duty-separation.tsx'
import { functionsQuery, roleDetailQuery, rolesQuery, type OrgRoles } from '../role-queries.ts'
import styles from './role.module.css'

const NewRole = lazy(() => import('../components/role/new-role-dialog.tsx'))

/** District administrators see the roles of any organisation. */
const kinds = ['bureau', 'cluster', 'institution', 'school', 'kindergarten', 'other-school'] as const

/** /systemSet/Role: what each role contains, and who has it. */
export default function RolePage() {
  const { search } = usePageSearch()
  const { data, isError, error, refetch } = useQuery(rolesQuery(search.get('org')))
  if (isError) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <PageState status="loading" />
  return <OrganisationRoles key={data.orgId} roles={data} />
}

function OrganisationRoles({ roles }: { roles: OrgRoles }) {
  const isPhone = usePhone()
  const may = useMay()
  const { search } = usePageSearch()
  const { go, question, setDirty } = useRoleNavigation()
  const [isMaking, setMaking] = useState(false)
  const chosen = (roles.roles.find(({ id }) => id === search.get('role')) ?? getFirstRole(roles.roles))?.id
  const isForDistrict = may('org.visit') || roles.mayCreateForDistrict
  const isOwn = useSession(({ orgId }) => orgId) === roles.orgId
  const choose = (role: string | undefined) => go({ role })
  const picker = isForDistrict && may('org.read') && (
    <OrgChoice label="单位" orgId={roles.orgId} kinds={kinds} onChoose={(org) => go({ org })} />
  )
  const mayMake = roles.mayCreate || roles.mayCreateForDistrict
  return (
    <div className={styles['page']}>
      <Head isPhone={isPhone} picker={picker} mayMake={mayMake} onMake={() => setMaking(true)} />
      {/* Concerns the district only, so it is not shown above the roles of a school. */}
      {isOwn && <SeparationStrip isForDistrict={isForDistrict} />}
      <div className={styles['panes']}>
        <RoleList roles={roles.roles} chosen={chosen} isPhone={isPhone} onChoose={choose} />
        {chosen ? (
          <Chosen key={chosen} id={chosen} roles={roles} isPhone={isPhone} onDirty={setDirty} onGo={choose} />
        ) : (
          <section className={styles['empty']}>
            <PageState status="empty" title="还没有角色" text="新建角色后，可以设置它的功能、数据范围和成员。" />
          </section>
        )}
      </div>
      {isMaking && (
        <Suspense>
          <NewRole roles={roles} onClose={() => setMaking(false)} onMade={choose} />
        </Suspense>
      )}
      {question}
    </div>
  )
}

interface HeadProps {
  isPhone: boolean
  picker: ReactNode
  mayMake: boolean
  onMake: () => void
}

function Head({ isPhone, picker, mayMake, onMake }: HeadProps) {
  const navigate = useNavigate()
  const actions = (
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
  if (isPhone)
    return (
      <div className={styles['phoneHead']}>
        {picker}
        <div className={styles['acts']}>{actions}</div>
      </div>
    )
  return (
    <ActionLine note={picker || !mayMake ? undefined : '保存前请核对：谁将获得、谁将失去'}>
      {picker}
      {actions}
    </ActionLine>
  )
}

interface ChosenProps {
  id: string
  roles: OrgRoles
  isPhone: boolean
  onDirty: (isDirty: boolean) => void
  onGo: (id: string | undefined) => void
}

function Chosen({ id, ...rest }: ChosenProps) {
  const detail = useQuery(roleDetailQuery(id))
  const functions = useQuery(functionsQuery)
  const failed = detail.isError ? detail : functions.isError ? functions : undefined
  if (failed || !detail.data || !functions.data)
    return (
      <section className={styles['empty']}>
        {failed ? (
          <PageState status="failed" error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <PageState status="loading" />
        )}
      </section>
    )
  return <RoleEditor detail={detail.data} catalogue={functions.data} {...rest} />
}

interface RoleAddress {
  org?: string
  role?: string | undefined
}

/** Asks before opening another role or organisation if there are unsaved changes. */
function useRoleNavigation() {
  const { setSearch } = usePageSearch()
  const [isDirty, setDirty] = useState(false)
  const [next, setNext] = useState<RoleAddress>()
  const move = ({ org, role }: RoleAddress) =>
    setSearch((before) => {
      const after = new URLSearchParams(before)
      if (org) after.set('org', org)
      if (role) after.set('role', role)
      else after.delete('role')
      return after
    })
  const question = next && (
    <LeaveDialog
      hasDraft={false}
      onStay={() => setNext(undefined)}
      onLeave={() => setNext(undefined)}
      onDiscard={() => {
        setNext(undefined)
        setDirty(false)
        move(next)
      }}
    />
  )
  return { go: (address: RoleAddress) => (isDirty ? setNext(address) : move(address)), question, setDirty }
}
