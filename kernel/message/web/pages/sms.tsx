import { MailOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { getEntityKey } from '#packages/web/core/entity-key.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { sms, smsApi } from '../../contract.ts'
import { MessageFrame } from '../components/message-tabs.tsx'
import { smsUsage } from '../queries.ts'
import styles from './sms.module.css'

const QuotaDialog = lazy(() => import('../components/quota-dialog.tsx'))
const nearlyAll = 0.8

function Quota() {
  const may = useMay()
  const client = useQueryClient()
  const { data } = useQuery(smsUsage)
  const [isDialogOpen, setDialogOpen] = useState(false)
  if (!data) return null
  const { used, quota } = data
  const share = quota === 0 ? 0 : used / quota
  const tone = share >= 1 ? 'error' : share >= nearlyAll || quota === 0 ? 'warning' : 'regular'
  return (
    <div className={styles['quota']}>
      <span>
        本月已用 <strong>{used.toLocaleString()}</strong> / {quota.toLocaleString()} 条
      </span>
      <span className={styles['bar']} aria-hidden>
        <span className={styles[tone]} style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
      {tone !== 'regular' && (
        <span className={styles['words']} data-tone={tone}>
          {quota === 0 ? '尚未设置额度，不发送短信' : share >= 1 ? '额度已用完，短信改为站内消息' : '额度已用去八成'}
        </span>
      )}
      {may('sms.configure') && (
        <Button type="link" onClick={() => setDialogOpen(true)}>
          设置额度
        </Button>
      )}
      {isDialogOpen && (
        <Suspense fallback={null}>
          <QuotaDialog
            quota={quota}
            onClose={() => setDialogOpen(false)}
            onSaved={() => client.invalidateQueries({ queryKey: getEntityKey(sms) })}
          />
        </Suspense>
      )}
    </div>
  )
}

const list = createEntityListSpec(sms, smsApi, {
  key: 'message:sms',
  icon: MailOutlined,
  empty: { title: '还没有发过短信', text: '允许发短信的消息发出后，这里会显示送达情况。' },
})
const List = defineListPage({
  ...list,
  note: <Quota />,
  filters: (list.filters ?? []).map((filter) => (filter.name === 'createdAt' ? { ...filter, none: '本月' } : filter)),
})

/** /logMmanagement/smsLogs: the sent SMS, and what is left of this month's quota. */
export default function SmsPage() {
  return (
    <MessageFrame>
      <List />
    </MessageFrame>
  )
}
