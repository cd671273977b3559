import { useEffect, useEffectEvent, useId } from 'react'
import { isTyping } from '#packages/web/desk/letter-keys.ts'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { getPanelId, getTabId, Tabs } from '#packages/web/desk/detail-page/tabs.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import { useWindowKeys } from '#packages/web/desk/use-window-keys.ts'
import type { RoleDetail } from '../../../contract.ts'
import type { FunctionCatalogue, OrgRoles } from '../../role-queries.ts'
import { FieldList } from './field-list.tsx'
import { RoleHistory } from './role-history.tsx'
import { PermissionMatrix } from './permission-matrix.tsx'
import { RoleMembers } from './members.tsx'
import { RoleImpactPanel, useRoleImpact } from './role-impact.tsx'
import { RoleActions } from './role-actions.tsx'
import { SaveBar } from './save-bar.tsx'
import { useRoleDraft, type RoleDraftEditor } from './use-role-draft.ts'
import { useSaveRole } from './use-save-role.ts'
import styles from './role-editor.module.css'

const tabs = [
  { key: 'functions', label: '功能与数据范围' },
  { key: 'fields', label: '字段' },
  { key: 'members', label: '成员' },
  { key: 'history', label: '变更记录' },
] as const
type TabKey = (typeof tabs)[number]['key']

interface Props {
  detail: RoleDetail
  roles: OrgRoles
  catalogue: FunctionCatalogue
  isPhone: boolean
  /** Reports unsaved changes to the page, which asks before it leaves the role. */
  onDirty: (isDirty: boolean) => void
  onGo: (id: string | undefined) => void
}

/** The permissions and members of a role, with the preview of the effect and the save bar. */
export function RoleEditor({ detail: read, roles, catalogue, isPhone, onDirty, onGo }: Props) {
  const draft = useRoleDraft(read)
  const { count, detail } = draft
  const [tab, setTab] = useTab()
  const saving = useSaveRole(draft)
  const difference = useRoleImpact(draft.form, count > 0)
  const isDirty = count > 0
  const isEditing = tab === 'functions' || tab === 'fields'
  useUnsaved(isDirty)
  useDirtyReport(isDirty, onDirty)
  useUndoKey(draft)
  return (
    <>
      <div className={styles['editor']}>
        <section className={styles['card']} aria-label={detail.name}>
          <Head draft={draft} roles={roles} isPhone={isPhone} onGo={onGo} isLegend={isEditing && detail.mayEdit} />
          <Parts
            tab={tab}
            onChoose={setTab}
            draft={draft}
            read={read}
            catalogue={catalogue}
            isPhone={isPhone}
            orgId={roles.orgId}
          />
        </section>
        {isEditing && detail.mayEdit && (
          <RoleImpactPanel difference={difference} count={count} onMembers={() => setTab('members')} />
        )}
      </div>
      {detail.mayEdit && (isEditing || isDirty) && (
        <div className={styles['foot']}>
          <ErrorNote message={saving.message} />
          <SaveBar
            detail={detail}
            count={count}
            isBusy={saving.isBusy}
            canUndo={draft.canUndo}
            affected={difference.data?.affected}
            onSave={() => void saving.run()}
            onUndo={draft.undo}
            onDiscard={() => {
              draft.discard()
              saving.clear()
            }}
          />
        </div>
      )}
    </>
  )
}

interface HeadProps {
  draft: RoleDraftEditor
  roles: OrgRoles
  isPhone: boolean
  isLegend: boolean
  onGo: (id: string | undefined) => void
}

function Head({ draft: { detail, count }, roles, isPhone, isLegend, onGo }: HeadProps) {
  const { name, memberCount, parentName, remark } = detail
  const about = [parentName && `继承自${parentName}`, !detail.mayEdit && '只能查看', remark].filter(Boolean).join('，')
  return (
    <header className={styles['head']}>
      <h2 className={styles['title']}>{name}</h2>
      <span className={styles['count']}>{memberCount.toLocaleString()} 人</span>
      {about && (
        <span className={styles['about']} title={about}>
          {about}
        </span>
      )}
      <span className={styles['tools']}>
        {isLegend && !isPhone && (
          <>
            <span className={styles['gained']}>将获得</span>
            <span className={styles['lost']}>将失去</span>
            <span className={styles['moved']}>范围改变</span>
          </>
        )}
        <RoleActions detail={detail} roles={roles} onGo={onGo} isDirty={count > 0} />
      </span>
    </header>
  )
}

interface PartsProps {
  tab: TabKey
  draft: RoleDraftEditor
  /** The latest server state: members may have changed while permissions are edited here. */
  read: RoleDetail
  catalogue: FunctionCatalogue
  orgId: string
  isPhone: boolean
  onChoose: (tab: TabKey) => void
}

function Parts({ tab, draft, read, catalogue, orgId, isPhone, onChoose }: PartsProps) {
  const id = useId()
  return (
    <>
      <div className={styles['tabs']}>
        <Tabs id={id} tabs={tabs} chosen={tab} onChoose={(key) => onChoose(key as TabKey)} />
      </div>
      <div id={getPanelId(id)} className={styles['body']} role="tabpanel" aria-labelledby={getTabId(id, tab)}>
        {tab === 'functions' && <PermissionMatrix modules={catalogue.modules} draft={draft} isPhone={isPhone} />}
        {tab === 'fields' && <FieldList fields={catalogue.fields} draft={draft} />}
        {tab === 'members' && <RoleMembers detail={read} orgId={orgId} isPhone={isPhone} />}
        {tab === 'history' && <RoleHistory draft={draft} isPhone={isPhone} />}
      </div>
    </>
  )
}

/** The tab is part of the URL. */
function useTab(): [tab: TabKey, setTab: (tab: TabKey) => void] {
  const { search, setSearch } = usePageSearch()
  const tabKey = search.get('tab')
  const tab = tabs.find(({ key }) => key === tabKey)?.key ?? 'functions'
  return [
    tab,
    (next) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          if (next === 'functions') after.delete('tab')
          else after.set('tab', next)
          return after
        },
        { replace: true },
      ),
  ]
}

/** The page asks before it opens another role. */
function useDirtyReport(isDirty: boolean, report: (isDirty: boolean) => void) {
  const onChange = useEffectEvent(report)
  useEffect(() => {
    onChange(isDirty)
    return () => onChange(false)
  }, [isDirty])
}

/** Not in text fields, where the key undoes typing. */
function useUndoKey(draft: RoleDraftEditor) {
  const { isFront } = usePageSearch()
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented } = event
    if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || defaultPrevented) return
    const isList = target instanceof HTMLSelectElement
    if (!draft.canUndo || (isTyping(target) && !isList)) return
    event.preventDefault()
    draft.undo()
  }
  useWindowKeys(press, { isOn: isFront })
}
