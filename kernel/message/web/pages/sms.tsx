import { ClockCircleOutlined, MinusCircleOutlined, SendOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { optionsOf } from '#packages/contract'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { deliveryStatuses, type SmsRow } from '../../contract.ts'
import { MessageFrame } from '../components/message-tabs.tsx'
import { smsKey, smsPage, smsQuota } from '../queries.ts'
import styles from './sms.module.css'

const getStatusLook = createStatusLook(deliveryStatuses, {
  waiting: ClockCircleOutlined,
  sent: SendOutlined,
  skipped: MinusCircleOutlined,
})

const QuotaDialog = lazy(() => import('../components/quota-dialog.tsx'))
const nearlyAll = 0.8

function Quota() {
  const may = useMay()
  const client = useQueryClient()
  const { data } = useQuery(smsQuota)
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
            onSaved={() => client.invalidateQueries({ queryKey: smsKey })}
          />
        </Suspense>
      )}
    </div>
  )
}

const List = defineListPage<SmsRow>({
  key: 'message:sms',
  queryKey: smsKey,
  unit: '条短信',
  measure: '条',
  counted: '条短信',
  page: smsPage,
  name: { title: '内容', of: ({ title }) => title, icon: () => null },
  columns: [
    col.text({ key: 'person', title: '接收人', width: 96, card: 'kind' }),
    col.text({ key: 'phone', title: '手机号', width: 128, card: 'fact' }),
    col.text({ key: 'at', title: '时间', width: 176, card: 'fact', of: ({ at }) => formatDayTime(at) }),
    col.status({ key: 'status', title: '状态', width: 96, of: ({ status }) => getStatusLook(status) }),
    col.text({ key: 'reason', title: '原因', width: 216, dropAt: 2, card: 'fact' }),
    col.date({
      key: 'deliveredAt',
      title: '送达时间',
      width: 176,
      dropAt: 1,
      hasTime: true,
      of: ({ deliveredAt }) => deliveredAt,
    }),
  ],
  note: <Quota />,
  search: '接收人或内容',
  filters: [
    { name: 'status', label: '状态', options: optionsOf(deliveryStatuses) },
    createDayRangeFilter('时间', { none: '本月' }),
  ],
  empty: { title: '还没有发过短信', text: '允许发短信的消息发出后，这里会显示送达情况。' },
})

/** /logMmanagement/smsLogs: the sent SMS, and what is left of this month's quota. */
export default function SmsPage() {
  return (
    <MessageFrame>
      <List />
    </MessageFrame>
  )
}
