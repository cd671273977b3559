import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { setUpSteps } from '../../../contract.ts'
import { schoolingKey } from '../../class-queries.ts'
import { sendReminders, reminderPreviewQuery, type ReminderPreview } from '../../readiness-queries.ts'
import styles from './remind-dialog.module.css'

const canBeReminded = ({ administrators, isRemindedToday }: ReminderPreview[number]) =>
  administrators.length > 0 && !isRemindedToday

/** 一键催办: previews recipients and contents, then sends. */
export function RemindDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  // Never cached, because others may have sent reminders meanwhile.
  const query = useQuery({ ...reminderPreviewQuery, staleTime: 0, gcTime: 0 })
  const remindable = query.data?.filter(canBeReminded) ?? []
  const run = async () => {
    const { schools, people } = await sendReminders(remindable.map(({ orgId }) => orgId))
    await client.invalidateQueries({ queryKey: schoolingKey })
    toast.success(schools > 0 ? `已催办 ${schools} 所学校，通知 ${people} 人` : '今天已催办过')
  }
  return (
    <ConfirmAction
      title="一键催办"
      size="form"
      submitLabel={remindable.length > 0 ? `催办 ${remindable.length} 所学校` : '没有可催办的学校'}
      isDisabled={remindable.length === 0}
      submit={run}
      onClose={onClose}
    >
      <p className={styles['note']}>向学校管理员发送消息，列出未完成的设置。同一学校每天最多催办一次。</p>
      <QueryState query={query}>{(schools) => <Schools schools={schools} />}</QueryState>
    </ConfirmAction>
  )
}

const Schools = ({ schools }: { schools: ReminderPreview }) => (
  <ul className={styles['list']}>
    {schools.map((school) => (
      <li key={school.orgId} className={canBeReminded(school) ? undefined : styles['off']}>
        <span className={styles['name']}>{school.orgName}</span>
        <span className={styles['who']}>{describeReceivers(school)}</span>
        <span className={styles['missing']}>
          {`未完成：${school.missing.map((step) => setUpSteps[step]).join('、')}`}
        </span>
      </li>
    ))}
  </ul>
)

function describeReceivers({ administrators, isRemindedToday }: ReminderPreview[number]) {
  if (administrators.length === 0) return '没有管理员，请先邀请'
  if (isRemindedToday) return '今天已催办'
  return `通知 ${administrators.join('、')}`
}
