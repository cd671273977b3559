import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useEffect, useId, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useSession } from '#packages/web/core/session.ts'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { academicStaffQuery, grantKey, saveAcademicStaff, type AcademicStaffData } from '../../grant-queries.ts'
import { hasSamePeople, PeopleField } from './people-field.tsx'
import { SaveBar } from './save-bar.tsx'
import type { GuardedNavigation } from './use-guarded-navigation.tsx'
import frame from './frame.module.css'
import styles from './academic-staff.module.css'

/** 教务管理员: the holders of the role 教务 in the current organisation, and whether they manage classes. */
export function AcademicStaff({ setDirty }: GuardedNavigation) {
  const { data, isError, error, refetch } = useQuery(academicStaffQuery)
  const orgName = useSession(({ user }) => user?.orgName ?? '')
  const isPhone = usePhone()
  return (
    <div className={frame['page']}>
      {!isPhone && (
        <div className={frame['line']}>
          <ActionLine note={orgName} />
        </div>
      )}
      <div className={frame['panes']}>
        {data ? (
          <Editor saved={data} onDirty={setDirty} />
        ) : (
          <section className={styles['card']}>
            {isError ? (
              <PageState status="failed" error={error} onRetry={() => void refetch()} />
            ) : (
              <PageState status="loading" />
            )}
          </section>
        )}
      </div>
    </div>
  )
}

function Editor({ saved, onDirty }: { saved: AcademicStaffData; onDirty: (isDirty: boolean) => void }) {
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
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
    // Only a change of isDirty is reported; a new callback is not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDirty])
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
    <>
      <section className={styles['card']} aria-label="教务管理员">
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
      </section>
      {mayEdit && (
        <SaveBar isDirty={isDirty} isBusy={isBusy} onSave={() => void save()} onDiscard={() => setEdits({})}>
          {isDirty && '改动还没有保存'}
        </SaveBar>
      )}
    </>
  )
}
