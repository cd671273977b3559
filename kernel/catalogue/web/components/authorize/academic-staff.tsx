import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useId, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useSession } from '#packages/web/core/session.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SaveBar } from '#packages/web/desk/split-page/save-bar.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { SplitPane, SplitPaneState } from '#packages/web/desk/split-page/split-pane.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import { academicStaffQuery, grantKey, saveAcademicStaff, type AcademicStaffData } from '../../grant-queries.ts'
import { hasSamePeople, PeopleField } from './people-field.tsx'
import styles from './academic-staff.module.css'

/** 教务管理员: the holders of the role 教务 in the current organisation, and whether they manage classes. */
export function AcademicStaff() {
  const query = useQuery(academicStaffQuery)
  const orgName = useSession(({ user }) => user?.orgName ?? '')
  return (
    <SplitPage note={orgName}>
      {query.data ? <Editor saved={query.data} /> : <SplitPaneState query={query} />}
    </SplitPage>
  )
}

function Editor({ saved }: { saved: AcademicStaffData }) {
  const client = useQueryClient()
  const toast = useToast()
  const may = useMay()
  const orgId = useSession((session) => session.orgId)
  const id = useId()
  const [edits, setEdits] = useState<Partial<AcademicStaffData>>({})
  const [isBusy, setBusy] = useState(false)
  const { classInJiaowu, users } = { ...saved, ...edits }
  const isDirty = classInJiaowu !== saved.classInJiaowu || !hasSamePeople(users, saved.users)
  useUnsaved(isDirty)
  const save = async () => {
    setBusy(true)
    try {
      await saveAcademicStaff(
        classInJiaowu,
        users.map(({ userId }) => userId),
      )
      toast.success('已保存，立即生效')
      await client.invalidateQueries({ queryKey: grantKey })
      setEdits({})
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
    setBusy(false)
  }
  const mayEdit = may('role.assign')
  return (
    <SplitPane
      label="教务管理员"
      foot={
        mayEdit && (
          <SaveBar changes={isDirty} isBusy={isBusy} onSave={() => void save()} onDiscard={() => setEdits({})} />
        )
      }
    >
      <div className={styles['fields']}>
        <div className={styles['switch']}>
          <label htmlFor={id}>
            <Switch
              id={id}
              disabled={!mayEdit}
              checked={classInJiaowu}
              onChange={(isOn) => setEdits({ ...edits, classInJiaowu: isOn })}
            />
            班级由教务维护
          </label>
          <p>开启后，年级和班级在教务应用中维护；教务应用开通之前，仍在“年级班级”中维护。</p>
        </div>
        {mayEdit ? (
          <PeopleField
            label="教务管理员"
            none="还没有教务管理员，按姓名加入。"
            people={users}
            before={saved.users}
            orgId={orgId}
            onChange={(next) => setEdits({ ...edits, users: next })}
          />
        ) : (
          <p>{users.map(({ name }) => name).join('、') || '还没有教务管理员'}</p>
        )}
      </div>
    </SplitPane>
  )
}
