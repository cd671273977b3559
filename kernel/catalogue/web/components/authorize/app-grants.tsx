import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { appAudiences } from '#packages/contract'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SaveBar } from '#packages/web/desk/split-page/save-bar.tsx'
import { SplitAside, SplitPane, SplitPaneState } from '#packages/web/desk/split-page/split-pane.tsx'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import type { OrgRelation, PermissionNode } from '../../../contract.ts'
import { userRelationsQuery, orgGrantsQuery, type UserRelations } from '../../grant-queries.ts'
import { getAppAudience } from './app-nav.tsx'
import { UpcomingPeople } from './upcoming-grant.tsx'
import { DaysChoice, validateDays } from './days-choice.tsx'
import { GrantedPeople, GrantedRoles } from './granted-list.tsx'
import { ImpactCard, ImpactLine, useGrantImpact } from './grant-impact.tsx'
import type { OrgDraft } from './org-grant-draft.ts'
import { OrgChecklist } from './org-checklist.tsx'
import { PeopleField } from './people-field.tsx'
import { RoleChecklist } from './role-checklist.tsx'
import { useGrantDraft } from './use-grant-draft.ts'
import styles from './app-grants.module.css'

const power = {
  everybody: appAudiences.public.code,
  role: appAudiences.role.code,
  person: appAudiences.person.code,
  administrators: appAudiences.administrators.code,
}

/** The effect of a grant to an organisation, by audience. */
const about: Readonly<Record<number, string>> = {
  [appAudiences.public.code]: '所有人都能打开，不需要授权。',
  [appAudiences.org.code]: '单位开通后，本单位全体教职工可用。',
  [appAudiences.role.code]: '单位开通后，其中担任所选角色的人能用。',
  [appAudiences.person.code]: '只有名单里的人能用；单位开通后，由那里的管理员指定人员。',
  [appAudiences.teaching.code]: '单位开通后，本学期任课教师可用。',
  [appAudiences.families.code]: '学校开通后，那里的学生和家长能用。',
  [appAudiences.administrators.code]: '只有应用管理员能打开。',
}

/** The grants of one application. */
export function AppGrants({ app }: { app: PermissionNode }) {
  if (app.power === power.everybody || app.power === power.administrators)
    return (
      <SplitPane {...headOf(app)}>
        <PageState
          status="empty"
          title={about[app.power]!}
          {...(app.power === power.administrators && {
            next: <Link to="/systemSet/AppAuthorize?tab=auditors">查看应用管理员</Link>,
          })}
        />
      </SplitPane>
    )
  return <Loaded app={app} />
}

function Loaded({ app }: { app: PermissionNode }) {
  const orgs = useQuery(orgGrantsQuery(app.id))
  const given = useQuery(userRelationsQuery(app.id))
  const mayGrant = useMay()('app.grant')
  if (!orgs.data || !given.data) return <SplitPaneState query={orgs.data ? given : orgs} />
  const read = { app, roots: orgs.data, given: given.data }
  return mayGrant ? <Editor {...read} /> : <Reader {...read} />
}

interface Read {
  app: PermissionNode
  roots: readonly OrgRelation[]
  given: UserRelations
}

const unchanged: OrgDraft = new Map()

/** The read-only view: without preview and without saving. */
function Reader({ app, roots, given }: Read) {
  const orgs =
    roots.length === 0 ? (
      <PageState status="empty" title="没有可以查看的单位" text="请联系上级管理员，确认您的管理范围。" />
    ) : (
      <OrgChecklist roots={roots} draft={unchanged} onChange={undefined} />
    )
  return (
    <GrantsPane
      app={app}
      orgs={orgs}
      people={<GrantedPeople users={given.users} />}
      aside={
        app.power === power.role && (
          <SplitAside label="授权细节">
            <GrantedRoles roles={given.roles} />
          </SplitAside>
        )
      }
    />
  )
}

function Editor({ app, roots, given }: Read) {
  const draft = useGrantDraft(app.id, given)
  const impact = useGrantImpact(draft.wanted)
  const { isDirty } = draft
  useUnsaved(isDirty)
  const orgs =
    roots.length === 0 ? (
      <PageState status="empty" title="没有可以授权的单位" text="请联系上级管理员，确认您的管理范围。" />
    ) : (
      <OrgChecklist roots={roots} draft={draft.orgs} onChange={draft.setOrgs} />
    )
  return (
    <GrantsPane
      app={app}
      orgs={orgs}
      people={
        <>
          <PeopleField
            label="可用人员"
            none="还没有人能用，按姓名加入。"
            people={draft.people}
            before={given.users}
            onChange={draft.setPeople}
          />
          <UpcomingPeople
            users={given.users.filter(({ userId }) => draft.people.some((one) => one.userId === userId))}
          />
        </>
      }
      aside={
        <SplitAside label="授权细节">
          <ImpactCard impact={impact} isDirty={isDirty} />
          {app.power === power.role && (
            <RoleChecklist given={given.roles} chosen={draft.roles} onChange={draft.setRoles} />
          )}
          <DaysChoice days={draft.days} onChange={draft.setDays} />
        </SplitAside>
      }
      foot={
        <SaveBar
          changes={isDirty}
          isInvalid={validateDays(draft.days) !== undefined}
          isBusy={draft.isBusy}
          impact={<ImpactLine impact={impact} isDirty={isDirty} />}
          onSave={() => void draft.save()}
          onDiscard={draft.discard}
        />
      }
    />
  )
}

const parts = [
  { key: 'people', label: '可用人员' },
  { key: 'orgs', label: '开通单位' },
]

interface GrantsPaneProps {
  app: PermissionNode
  orgs: ReactNode
  people: ReactNode
  aside: ReactNode
  foot?: ReactNode
}

/** An application for single people shows them first, then the organisations. */
function GrantsPane({ app, orgs, people, ...rest }: GrantsPaneProps) {
  const [part, setPart] = useState('people')
  const byPerson = app.power === power.person
  return (
    <SplitPane
      {...headOf(app)}
      {...(byPerson && { tabs: { tabs: parts, chosen: part, onChoose: setPart } })}
      isFixed
      {...rest}
    >
      {byPerson && part === 'people' ? <div className={styles['people']}>{people}</div> : orgs}
    </SplitPane>
  )
}

const headOf = ({ name, power: audience }: PermissionNode) => ({
  title: name,
  mark: <span className={styles['audience']}>{getAppAudience(audience)}</span>,
  about: about[audience],
})
