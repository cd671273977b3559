import { MailOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { getEntityKey } from '#packages/web/core/entity-key.ts'
import { limitLogDays } from '#packages/web/core/list/day-range-filter.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import type { RowAction, Targets } from '#packages/web/desk/list/list-spec.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { sms, smsApi, type SmsRow } from '../../contract.ts'
import { MessageFrame } from '../components/message-tabs.tsx'
import { resendSms, smsStat, smsUsage } from '../queries.ts'
import styles from './sms.module.css'

const QuotaDialog = lazy(() => import('../components/quota-dialog.tsx'))
const nearlyAll = 0.8
const hidden = new Set(['resends', 'kind'])

function Quota() {
  const may = useMay()
  const client = useQueryClient()
  const { data } = useQuery(smsUsage)
  const { data: stat } = useQuery(smsStat)
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
      {stat && (
        <span>
          送达 <strong>{stat.counts.delivered.toLocaleString()}</strong> · 失败{' '}
          <strong>{stat.counts.failed.toLocaleString()}</strong>
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
const idsAtOnce = 200

/** The ids of failed SMS among the chosen ones; the server sends no other ones. */
async function listChosenIds(targets: Targets): Promise<readonly string[]> {
  if ('ids' in targets) return targets.ids
  const ids: string[] = []
  for (let pageNumber = 1, pages = 1; pageNumber <= pages; pageNumber++) {
    const page = await list
      .page({ ...targets.listFilter, sort: null, pageNumber, pageSize: idsAtOnce })
      .queryFn({} as never)
    ids.push(...page.items.filter(isResendable).map(({ id }) => id))
    pages = page.pageCount
  }
  return ids.filter((id) => !targets.except.includes(id))
}

const isResendable = ({ status, kind }: Pick<SmsRow, 'status' | 'kind'>) => status === 'failed' && kind === 'message'

const resend: RowAction<SmsRow & { id: string }> = {
  key: 'resend',
  label: '重发',
  permission: 'sms.resend',
  isPrimary: true,
  when: isResendable,
  preview: async (targets) => ({
    count: (await listChosenIds(targets)).length,
    names: [],
    changes: [],
    consequences: [],
    note: '重发的短信占用本月额度；已在站内查看的不再发送',
  }),
  run: async (targets) => {
    const ids = await listChosenIds(targets)
    for (let at = 0; at < ids.length; at += idsAtOnce) await resendSms(ids.slice(at, at + idsAtOnce))
  },
  done: (count) => `已重发 ${count} 条短信`,
}

const List = defineListPage({
  ...list,
  actions: [resend],
  columns: list.columns.map((column) => (hidden.has(column.key) ? { ...column, hiddenByDefault: true } : column)),
  note: <Quota />,
  filters: limitLogDays(list.filters, '本月'),
})

/** /logMmanagement/smsLogs: the sent SMS, and what is left of this month's quota. */
export default function SmsPage() {
  return (
    <MessageFrame>
      <List />
    </MessageFrame>
  )
}
