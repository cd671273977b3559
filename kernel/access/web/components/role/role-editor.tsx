import { formatWeekday } from '#packages/web/core/format/time.ts'
import { useTabParam } from '#packages/web/desk/page-search.tsx'
import { SaveBar } from '#packages/web/desk/split-page/save-bar.tsx'
import { SplitPane } from '#packages/web/desk/split-page/split-pane.tsx'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { useUndoKey } from '#packages/web/desk/use-undo-key.ts'
import type { RoleDetail } from '../../../contract.ts'
import type { FunctionCatalogue, OrgRoles } from '../../role-queries.ts'
import { FieldList } from './field-list.tsx'
import { RoleHistory } from './role-history.tsx'
import { PermissionMatrix } from './permission-matrix.tsx'
import { RoleMembers } from './members.tsx'
import { RoleImpactPanel, useRoleImpact } from './role-impact.tsx'
import { RoleActions } from './role-actions.tsx'
import { useRoleDraft } from './use-role-draft.ts'
import { useSaveRole } from './use-save-role.ts'
import styles from './role-editor.module.css'

const tabs = [
  { key: 'functions', label: '功能与数据范围' },
  { key: 'fields', label: '字段' },
  { key: 'members', label: '成员' },
  { key: 'history', label: '变更记录' },
] as const

interface Props {
  detail: RoleDetail
  roles: OrgRoles
  catalogue: FunctionCatalogue
  onGo: (id: string | undefined) => void
}

/** The permissions and members of a role, with the preview of the effect and the save bar. */
export function RoleEditor({ detail: read, roles, catalogue, onGo }: Props) {
  const isPhone = usePhone()
  const draft = useRoleDraft(read)
  const { count, detail } = draft
  const [tab, setTab] = useTabParam(tabs)
  const saving = useSaveRole(draft)
  const difference = useRoleImpact(draft.form, count > 0)
  const isEditing = detail.mayEdit && (tab === 'functions' || tab === 'fields')
  useUnsaved(count > 0)
  useUndoKey(draft.canUndo ? draft.undo : undefined)
  const affected = difference.data?.affected
  return (
    <SplitPane
      title={detail.name}
      mark={<About detail={detail} />}
      tools={
        <>
          {isEditing && !isPhone && <Legend />}
          <RoleActions detail={detail} roles={roles} onGo={onGo} isDirty={count > 0} />
        </>
      }
      tabs={{ tabs, chosen: tab, onChoose: setTab }}
      aside={isEditing && <RoleImpactPanel difference={difference} count={count} onMembers={() => setTab('members')} />}
      foot={
        detail.mayEdit &&
        (isEditing || count > 0) && (
          <SaveBar
            changes={count}
            isBusy={saving.isBusy}
            saveLabel={count > 0 && affected ? `保存并通知 ${affected.toLocaleString()} 人` : '保存'}
            refusal={saving.message}
            note={<LastChange detail={detail} />}
            onUndo={draft.canUndo && count > 0 ? draft.undo : undefined}
            onSave={() => void saving.run()}
            onDiscard={() => {
              draft.discard()
              saving.clear()
            }}
          />
        )
      }
    >
      {tab === 'functions' && <PermissionMatrix modules={catalogue.modules} draft={draft} isPhone={isPhone} />}
      {tab === 'fields' && <FieldList fields={catalogue.fields} draft={draft} />}
      {/* The latest server state: members may have changed while permissions are edited here. */}
      {tab === 'members' && <RoleMembers detail={read} orgId={roles.orgId} isPhone={isPhone} />}
      {tab === 'history' && <RoleHistory draft={draft} isPhone={isPhone} />}
    </SplitPane>
  )
}

function About({ detail: { memberCount, parentName, mayEdit, remark } }: { detail: RoleDetail }) {
  const about = [parentName && `继承自${parentName}`, !mayEdit && '只能查看', remark].filter(Boolean).join('，')
  return (
    <>
      <span className={styles['count']}>{memberCount.toLocaleString()} 人</span>
      {about && (
        <span className={styles['about']} title={about}>
          {about}
        </span>
      )}
    </>
  )
}

const Legend = () => (
  <>
    <span className={styles['gained']}>将获得</span>
    <span className={styles['lost']}>将失去</span>
    <span className={styles['moved']}>范围改变</span>
  </>
)

const LastChange = ({ detail: { updatedAt, updatedBy } }: { detail: RoleDetail }) => (
  <>
    <span>立即生效，7 天内可还原</span>
    {updatedAt && (
      <span>
        上次修改 {updatedBy} {formatWeekday(updatedAt)}
      </span>
    )}
  </>
)
