import { useQuery } from '@tanstack/react-query'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { call } from '#packages/web/core/call.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { StaleBar } from '#packages/web/desk/page-state.tsx'
import { SplitAside, SplitPane, SplitPaneState } from '#packages/web/desk/split-page/split-pane.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useWindowKeys } from '#packages/web/desk/use-window-keys.ts'
import { approvalApi, type FlowDetail } from '../../contract.ts'
import { flowQuery, signatureQuery } from '../flow-queries.ts'
import { getApproveLabel } from '../flow-text.ts'
import { createTaskForms, saveSignature, signatureSpec, type TaskForm } from '../task-forms.ts'
import { ApplicantBar } from './applicant-bar.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { isLetterForPage } from './decision-keys.ts'
import { FlowRecord } from './flow-record.tsx'
import { FlowTimeline } from './flow-timeline.tsx'
import type { useDecision } from './use-decision.ts'
import styles from './flow-pane.module.css'

interface Props {
  flowId: string
  /** Whether letters decide: not behind another page, nor while several are ticked. */
  hasKeys: boolean
  decision: ReturnType<typeof useDecision>
  /** The opinion that was typed for this request before another one was opened. */
  typed: { get: (taskId: string) => string; set: (taskId: string, opinion: string) => void }
  /** The name of the request that opens afterwards. */
  next: string | undefined
  /** The reader's task is over: the next one opens. */
  onDecided: (taskId: string) => void
  /** The decision was taken back: its request opens again. */
  onUndone: () => void
}

/** The chosen request: the record, the time line, and the decision. */
export function FlowPane(props: Props) {
  const query = useQuery(flowQuery(props.flowId))
  if (!query.data) return <SplitPaneState query={query} />
  return (
    // A reader can have two tasks in one request, one after the other.
    <OpenFlow
      key={query.data.taskId}
      {...props}
      flow={query.data}
      stale={query.error !== null && <StaleBar since={query.dataUpdatedAt} onRetry={() => void query.refetch()} />}
    />
  )
}

interface OpenProps extends Props {
  flow: FlowDetail
  /** Says that this is not the newest state. */
  stale: ReactNode
}

function OpenFlow({ flow, stale, hasKeys, decision, typed, next, onDecided, onUndone }: OpenProps) {
  const toast = useToast()
  const { taskId, title } = flow
  const [opinion, setOpinion] = useState(() => (taskId ? typed.get(taskId) : ''))
  const [problem, setProblem] = useState<string>()
  const [opened, setOpened] = useState<TaskForm | 'reject' | 'signature'>()
  const field = useRef<TextAreaRef>(null)
  const path = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A long path starts at those who decide now.
    const pane = path.current?.parentElement
    const seat = path.current?.querySelector<HTMLElement>('[data-open]')
    if (pane && seat) pane.scrollTop = seat.offsetTop + seat.offsetHeight - pane.offsetTop - pane.clientHeight / 2
  }, [])
  const signature = useQuery({ ...signatureQuery, enabled: flow.needsSignature })
  const isReadingSignature = flow.needsSignature && signature.isFetching
  // A task waits for those who were added to it.
  const mayApprove = taskId !== null && flow.may.includes('approve')
  const forms = createTaskForms(flow, opinion)
  const write = (words: string) => {
    setProblem(undefined)
    setOpinion(words)
    if (taskId) typed.set(taskId, words)
  }
  const ask = (missing: string) => {
    setProblem(missing)
    field.current?.focus()
  }
  const approve = () => {
    if (!mayApprove || isReadingSignature) return
    if (flow.needsOpinion && !opinion.trim()) return ask('请填写审批意见')
    if (flow.needsSignature && !signature.data) {
      void signature.refetch()
      return toast.error('签名没有加载成功，请再试一次')
    }
    const signatureFileId = flow.needsSignature ? signature.data!.fileId : null
    if (flow.needsSignature && signatureFileId === null) return setOpened('signature')
    void decision.send(
      () => call(approvalApi.approve, { body: { taskId, opinion, signatureFileId } }),
      ({ status }) => {
        onDecided(taskId)
        const done = `已${getApproveLabel(flow.stepType)}`
        // A request that has ended by it cannot be taken back.
        if (status !== 'running') return toast.success(done)
        toast.undo(`${done}：${title}`, async () => {
          await call(approvalApi.withdrawTask, { body: { taskId } })
          onUndone()
        })
      },
    )
  }
  const reject = () => (opinion.trim() ? setOpened('reject') : ask('请填写拒绝的原因'))
  useWindowKeys(
    (event) => {
      if (event.repeat || !isLetterForPage(event)) return
      const key = event.key.toLowerCase()
      if (key !== 'a' && key !== 'r') return
      event.preventDefault()
      if (key === 'a') approve()
      else if (flow.may.includes('reject')) reject()
    },
    { isOn: hasKeys && mayApprove && opened === undefined },
  )
  const finish = (form: TaskForm) => {
    setOpened(undefined)
    toast.success(form.done)
    if (form.endsTask && taskId) onDecided(taskId)
    void decision.reload()
  }
  return (
    <>
      <SplitPane label={title}>
        {stale}
        <FlowRecord flow={flow} />
      </SplitPane>
      <SplitAside label="审批流程">
        <div ref={path}>
          <h2 className={styles['heading']}>审批流程</h2>
          <FlowTimeline
            flow={flow}
            onRemoveSigner={(signer) =>
              void decision.send(
                () => call(approvalApi.removeSign, { body: { taskId: signer } }),
                () => toast.success('已撤销加签'),
              )
            }
          />
        </div>
      </SplitAside>
      {mayApprove ? (
        <DecisionBar
          flow={flow}
          opinion={opinion}
          onOpinion={write}
          problem={problem}
          field={field}
          forms={forms}
          isBusy={decision.isBusy || isReadingSignature}
          onApprove={approve}
          onReject={reject}
          onForm={setOpened}
          onSign={() => setOpened('signature')}
          next={next}
        />
      ) : (
        <ApplicantBar flow={flow} forms={forms} decision={decision} onForm={setOpened} />
      )}
      {opened === 'reject' && taskId && (
        <ConfirmAction
          title={`拒绝“${title}”`}
          submitLabel="拒绝"
          isDanger
          submit={() => call(approvalApi.reject, { body: { taskId, opinion } })}
          done="已拒绝"
          onSent={() => {
            setOpened(undefined)
            onDecided(taskId)
            void decision.reload()
          }}
          onClose={() => setOpened(undefined)}
        >
          <p>意见：{opinion}</p>
        </ConfirmAction>
      )}
      {opened === 'signature' && (
        <FormDialog
          title="手写签名"
          form={signatureSpec}
          submit={saveSignature}
          onSent={() => {
            setOpened(undefined)
            void signature.refetch()
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened && opened !== 'reject' && opened !== 'signature' && (
        <FormDialog
          title={`${opened.label}：${title}`}
          form={opened.form}
          submitLabel={opened.label}
          isDanger={opened.key === 'terminate'}
          submit={async (values) => {
            await opened.submit(values)
          }}
          onSent={() => finish(opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
