import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { appAudiences } from '#packages/contract'
import { getPanelId, getTabId, Tabs } from '#packages/web/desk/detail-page/tabs.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
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
import { SaveBar } from './save-bar.tsx'
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

interface Props {
  app: PermissionNode
  onDirty: (isDirty: boolean) => void
}

/** The grants of one application. */
export function AppGrants({ app, onDirty }: Props) {
  if (app.power === power.everybody || app.power === power.administrators)
    return (
      <section className={styles['card']} aria-label={app.name}>
        <Head app={app} />
        <PageState
          status="empty"
          title={about[app.power]!}
          {...(app.power === power.administrators && {
            next: <Link to="/systemSet/AppAuthorize?tab=auditors">查看应用管理员</Link>,
          })}
        />
      </section>
    )
  return <Loaded app={app} onDirty={onDirty} />
}

function Loaded({ app, onDirty }: Props) {
  const orgs = useQuery(orgGrantsQuery(app.id))
  const given = useQuery(userRelationsQuery(app.id))
  const mayGrant = useMay()('app.grant')
  const failed = [orgs, given].find(({ isError }) => isError)
  if (failed)
    return (
      <section className={styles['card']}>
        <PageState
          status="failed"
          error={failed.error}
          onRetry={() => void Promise.all([orgs.refetch(), given.refetch()])}
        />
      </section>
    )
  if (!orgs.data || !given.data)
    return (
      <section className={styles['card']}>
        <PageState status="loading" />
      </section>
    )
  const read = { app, roots: orgs.data, given: given.data }
  return mayGrant ? <Editor {...read} onDirty={onDirty} /> : <Reader {...read} />
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
    <div className={styles['column']}>
      <section className={styles['card']} aria-label={app.name}>
        <Head app={app} />
        {app.power === power.person ? (
          <ByPerson orgs={orgs}>
            <GrantedPeople users={given.users} />
          </ByPerson>
        ) : (
          orgs
        )}
      </section>
      {app.power === power.role && (
        <aside className={styles['aside']} aria-label="授权细节">
          <GrantedRoles roles={given.roles} />
        </aside>
      )}
    </div>
  )
}

function Editor({ app, roots, given, onDirty }: Read & Props) {
  const draft = useGrantDraft(app.id, given)
  const impact = useGrantImpact(draft.wanted)
  const { isDirty } = draft
  useUnsaved(isDirty)
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
    // Only a change of isDirty is reported; a new callback is not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDirty])
  const orgs =
    roots.length === 0 ? (
      <PageState status="empty" title="没有可以授权的单位" text="请联系上级管理员，确认您的管理范围。" />
    ) : (
      <OrgChecklist roots={roots} draft={draft.orgs} onChange={draft.setOrgs} />
    )
  return (
    <div className={styles['column']}>
      <section className={styles['card']} aria-label={app.name}>
        <Head app={app} />
        {app.power === power.person ? (
          <ByPerson orgs={orgs}>
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
          </ByPerson>
        ) : (
          orgs
        )}
      </section>
      <aside className={styles['aside']} aria-label="授权细节">
        <ImpactCard impact={impact} isDirty={isDirty} />
        {app.power === power.role && (
          <RoleChecklist given={given.roles} chosen={draft.roles} onChange={draft.setRoles} />
        )}
        <DaysChoice days={draft.days} onChange={draft.setDays} />
      </aside>
      <SaveBar
        isDirty={isDirty && validateDays(draft.days) === undefined}
        isBusy={draft.isBusy}
        onSave={() => void draft.save()}
        onDiscard={draft.discard}
      >
        <ImpactLine impact={impact} isDirty={isDirty} />
      </SaveBar>
    </div>
  )
}

/** People are shown first, then the organisations. */
function ByPerson({ orgs, children }: { orgs: ReactNode; children: ReactNode }) {
  const id = useId()
  const [part, setPart] = useState('people')
  return (
    <>
      <div className={styles['parts']}>
        <Tabs
          id={id}
          tabs={[
            { key: 'people', label: '可用人员' },
            { key: 'orgs', label: '开通单位' },
          ]}
          chosen={part}
          onChoose={setPart}
        />
      </div>
      <div id={getPanelId(id)} className={styles['part']} role="tabpanel" aria-labelledby={getTabId(id, part)}>
        {part === 'people' ? <div className={styles['people']}>{children}</div> : orgs}
      </div>
    </>
  )
}

const Head = ({ app }: { app: PermissionNode }) => (
  <header className={styles['head']}>
    <h2 className={styles['title']}>{app.name}</h2>
    <span className={styles['audience']}>{getAppAudience(app.power)}</span>
    <p className={styles['about']}>{about[app.power]}</p>
  </header>
)
