import { formatDateTime } from '#packages/web/core/format/time.ts'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import type { FaceItem } from '../../contract.ts'
import { getFaceStatus } from '../student-labels.ts'
import styles from './face-dialog.module.css'

/** The state of a photo, and the card as the alternative. */
export function FaceFacts({ item }: { item: FaceItem }) {
  const { tone, icon, label } = getFaceStatus({ face: item.state })
  const facts: [label: string, text: string][] = [
    ['班级', [item.className || '未分班', item.seatNo !== null && `${item.seatNo}号`].filter(Boolean).join(' ')],
    ['授权', item.hasConsent ? '监护人已同意' : '未取得授权'],
    ...(item.uploadedAt ? [['上传', formatDateTime(item.uploadedAt)] as [string, string]] : []),
    ['终端', describeOrder(item)],
    ['入校', item.cardTail ? `校园卡 ${item.cardTail} 或二维码` : '二维码，尚未登记校园卡'],
  ]
  return (
    <dl className={styles['facts']}>
      <dt>状态</dt>
      <dd>
        <StatusTag tone={tone} icon={icon}>
          {label}
        </StatusTag>
        {item.state === 'refused' && item.reason && <span className={styles['reason']}>{item.reason}</span>}
      </dd>
      {facts.map(([title, value]) => (
        <div key={title} className={styles['fact']}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function describeOrder({ order, orderState }: Pick<FaceItem, 'order' | 'orderState'>) {
  if (order === 'none') return '未下发'
  const isDone = orderState === 'done'
  if (order === 'put') return isDone ? '已下发' : '等待下发'
  return isDone ? '已从终端删除' : '等待从终端删除'
}
