import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#packages/web/core/call.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { approvalApi, type FlowDetail } from '../../contract.ts'
import { approvalKey } from '../flow-queries.ts'
import { getSignersNote } from '../flow-text.ts'
import type { TaskForm } from '../task-forms.ts'
import { MoreForms } from './decision-bar.tsx'
import type { useDecision } from './use-decision.ts'
import styles from './decision-bar.module.css'

interface Props {
  flow: FlowDetail
  forms: readonly TaskForm[]
  decision: ReturnType<typeof useDecision>
  onForm: (form: TaskForm) => void
}

/** What can be done to a request that does not wait for the reader: by its applicant, or by who decided before. */
export function ApplicantBar({ flow, forms, decision: { isBusy, send }, onForm }: Props) {
  const toast = useToast()
  const [isRecalling, setRecalling] = useState(false)
  const { id: flowId, may, withdrawTaskId, url } = flow
  const note = getSignersNote(flow)
  const isReturned = may.includes('resubmit')
  const resubmit = forms.find(({ key }) => key === 'resubmit')
  const hasButtons = ['remind', 'recall', 'withdraw', 'resubmit'].some((action) => may.some((one) => one === action))
  if (!hasButtons && forms.length === 0 && !note) return null
  return (
    <section className={`${styles['bar']} no-print`} aria-label="操作">
      <div className={styles['actions']}>
        {isReturned && (
          <span className={styles['returned']}>
            已退回修改，改好后重新提交。
            {url && !resubmit && <Link to={url}>去修改</Link>}
          </span>
        )}
        {resubmit && (
          <Button type="primary" onClick={() => onForm(resubmit)}>
            {resubmit.label}
          </Button>
        )}
        {note && <span className={styles['returned']}>{note}</span>}
        {may.includes('remind') && (
          <Button
            loading={isBusy}
            onClick={() =>
              void send(
                () => call(approvalApi.remind, { body: { flowId } }),
                () => toast.success('已催办'),
              )
            }
          >
            催办
          </Button>
        )}
        {may.includes('recall') && <Button onClick={() => setRecalling(true)}>撤回</Button>}
        {may.includes('withdraw') && withdrawTaskId && (
          <Button
            loading={isBusy}
            onClick={() =>
              void send(
                () => call(approvalApi.withdrawTask, { body: { taskId: withdrawTaskId } }),
                () => toast.success('已撤回审批'),
              )
            }
          >
            撤回审批
          </Button>
        )}
        <MoreForms forms={forms.filter((form) => form !== resubmit)} onForm={onForm} />
      </div>
      {isRecalling && (
        <ConfirmAction
          title="撤回申请"
          submitLabel="撤回"
          submit={() => call(approvalApi.recall, { body: { flowId } })}
          done="已撤回"
          queryKey={approvalKey}
          onClose={() => setRecalling(false)}
        >
          撤回后审批停止，可以修改后重新提交。
        </ConfirmAction>
      )}
    </section>
  )
}
