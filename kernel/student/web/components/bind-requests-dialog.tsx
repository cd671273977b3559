import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatTimeAgo } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { MaskDots } from '#packages/web/desk/mask-dots.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { bindRequestsQuery, sendBindDecision, type BindRequest } from '../class-queries.ts'
import { studentKey } from '../student-tree.ts'
import { getRelationLabel } from '../student-labels.ts'
import styles from './bind-requests-dialog.module.css'

/** Bind requests of guardians who are on no roster; the class teacher verifies them. */
export default function BindRequestsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...bindRequestsQuery(), staleTime: 0 })
  return (
    <NoticeDialog
      title={data && data.length > 0 ? `家长绑定申请：${data.length} 条` : '家长绑定申请'}
      size="form"
      onClose={onClose}
    >
      {data ? (
        <Requests requests={data} />
      ) : error ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : (
        <PageState status="loading" />
      )}
    </NoticeDialog>
  )
}

function Requests({ requests }: { requests: readonly BindRequest[] }) {
  if (requests.length === 0)
    return <PageState status="empty" title="没有等待处理的申请" text="家长提交的绑定申请会出现在这里。" />
  return (
    <>
      <p className={styles['note']}>请先与家长核对身份。同意后，对方可以查看孩子的信息。</p>
      <ul>
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </>
  )
}

function Request({ request }: { request: BindRequest }) {
  const { id, name, relation, phone, studentName, className, at } = request
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState<'agree' | 'refuse'>()
  const decide = async (agrees: boolean) => {
    setBusy(agrees ? 'agree' : 'refuse')
    try {
      await sendBindDecision(id, agrees)
      toast.success(agrees ? '已同意绑定' : '已拒绝绑定')
      await client.invalidateQueries({ queryKey: studentKey })
    } catch (refused) {
      toast.error(getErrorMessage(refused))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <li className={styles['request']}>
      <div className={styles['words']}>
        <p>
          <strong>{name}</strong> {`申请绑定 ${studentName}（${getRelationLabel(relation)}）`}
        </p>
        <p className={styles['about']}>
          <span>{className}</span>
          <MaskDots value={phone} />
          <span>{formatTimeAgo(at)}</span>
        </p>
      </div>
      <Button
        aria-label={`拒绝 ${name}`}
        loading={busy === 'refuse'}
        disabled={busy === 'agree'}
        onClick={() => void decide(false)}
      >
        拒绝
      </Button>
      <Button
        type="primary"
        aria-label={`同意 ${name}`}
        loading={busy === 'agree'}
        disabled={busy === 'refuse'}
        onClick={() => void decide(true)}
      >
        同意
      </Button>
    </li>
  )
}
