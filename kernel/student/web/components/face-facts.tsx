import { formatDateTime } from '#packages/web/core/format/time.ts'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import type { FaceItem } from '../../contract.ts'
import { getFaceStatus } from '../student-labels.ts'
import styles from './face-dialog.module.css'

/** The state of a photo, and the card as the alternative. */
export function FaceFacts({ item }: { item: FaceItem }) {
  const { tone, icon, label } = getFaceStatus({ face: item.state })
  const className = [item.className || '未分班', item.seatNo !== null && `${item.seatNo}号`].filter(Boolean).join(' ')
  const status = (
    <>
      <StatusTag tone={tone} icon={icon}>
        {label}
      </StatusTag>
      {item.state === 'refused' && item.reason && <span className={styles['reason']}>{item.reason}</span>}
    </>
  )
  return (
    <FactGrid
      facts={[
        { label: '状态', value: status },
        { label: '班级', value: className },
        { label: '授权', value: item.hasConsent ? '监护人已同意' : '未取得授权' },
        item.uploadedAt !== null && { label: '上传', value: formatDateTime(item.uploadedAt) },
        { label: '终端', value: describeOrder(item) },
        { label: '入校', value: item.cardTail ? `校园卡 ${item.cardTail} 或二维码` : '二维码，尚未登记校园卡' },
      ]}
    />
  )
}

function describeOrder({ order, orderState }: Pick<FaceItem, 'order' | 'orderState'>) {
  if (order === 'none') return '未下发'
  const isDone = orderState === 'done'
  if (order === 'put') return isDone ? '已下发' : '等待下发'
  return isDone ? '已从终端删除' : '等待从终端删除'
}
