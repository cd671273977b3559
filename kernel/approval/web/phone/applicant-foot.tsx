import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button, ButtonLink } from '#packages/web/light/button.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { approvalApi, type FlowDetail } from '../../contract.ts'
import { getSignersNote } from '../flow-text.ts'
import { createTaskForms, type TaskForm } from '../task-forms.ts'
import { MoreSheet } from './more-sheet.tsx'
import type { useDecision } from './use-decision.ts'
import styles from './flow-page.module.css'

interface Props {
  flow: FlowDetail
  decision: ReturnType<typeof useDecision>
  onChanged: () => void
  onForm: (form: TaskForm) => void
}

/** What can be done to a request that does not wait for the reader: by its applicant, or by who decided before. */
export function ApplicantFoot({ flow, decision: { isBusy, send, showMessage }, onChanged, onForm }: Props) {
  const [sheet, setSheet] = useState<'more' | 'recall'>()
  const { id: flowId, may, withdrawTaskId, url } = flow
  const allForms = createTaskForms(flow, '')
  const resubmit = allForms.find(({ key }) => key === 'resubmit')
  const forms = allForms.filter((form) => form !== resubmit)
  const note = getSignersNote(flow)
  const run = (work: () => Promise<unknown>, done: string) => {
    setSheet(undefined)
    void send(
      work,
      () => {
        showMessage(done)
        onChanged()
      },
      onChanged,
    )
  }
  const canResubmit = may.includes('resubmit') && url !== '' && !resubmit
  const buttons = [
    resubmit && (
      <Button key="revise" size="task" onClick={() => onForm(resubmit)}>
        {resubmit.label}
      </Button>
    ),
    canResubmit && (
      <ButtonLink key="resubmit" size="task" href={url}>
        去修改
      </ButtonLink>
    ),
    may.includes('remind') && (
      <Button
        key="remind"
        size="task"
        busy={isBusy && '请稍等…'}
        onClick={() => run(() => call(approvalApi.remind, { body: { flowId } }), '已催办')}
      >
        催办
      </Button>
    ),
    may.includes('withdraw') && withdrawTaskId && (
      <Button
        key="withdraw"
        kind="plain"
        size="task"
        busy={isBusy && '请稍等…'}
        onClick={() => run(() => call(approvalApi.withdrawTask, { body: { taskId: withdrawTaskId } }), '已撤回审批')}
      >
        撤回审批
      </Button>
    ),
    may.includes('recall') && (
      <Button key="recall" kind="plain" size="task" onClick={() => setSheet('recall')}>
        撤回
      </Button>
    ),
  ].filter(Boolean)
  if (buttons.length === 0 && forms.length === 0 && !note) return null
  return (
    <Foot
      above={note && <p>{note}</p>}
      before={
        forms.length > 0 && (
          <Button kind="plain" size="task" onClick={() => setSheet('more')}>
            更多
          </Button>
        )
      }
    >
      {/* One cell of the foot, however many there are. */}
      {buttons.length > 0 && <div className={styles['beside']}>{buttons}</div>}
      {sheet === 'more' && <MoreSheet forms={forms} onForm={onForm} onClose={() => setSheet(undefined)} />}
      {sheet === 'recall' && (
        <BottomSheet title="撤回申请？" onClose={() => setSheet(undefined)}>
          <p>撤回后审批停止，可以修改后重新提交。</p>
          <Button
            kind="withdraw"
            size="task"
            onClick={() => run(() => call(approvalApi.recall, { body: { flowId } }), '已撤回')}
          >
            撤回
          </Button>
        </BottomSheet>
      )}
    </Foot>
  )
}
