import { use, useState } from 'react'
import { isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { FormPage } from '#packages/web/light/form/form-page.tsx'
import { PhoneControlsContext } from '#packages/web/light/module-parts.ts'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { EmptyState, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { useOnline } from '#packages/web/light/use-online.ts'
import { approvalApi, type FlowDetail } from '../../contract.ts'
import { FlowTimeline } from '../components/flow-timeline.tsx'
import { getApproveLabel } from '../flow-text.ts'
import { saveSignature, signatureSpec, type TaskForm } from '../task-forms.ts'
import { ApplicantFoot } from './applicant-foot.tsx'
import { DecisionFoot } from './decision-foot.tsx'
import { FlowStateTag } from './state-tags.tsx'
import type { useDecision } from './use-decision.ts'
import type { useOwnWords } from './use-own-words.ts'
import styles from './flow-page.module.css'

interface Props {
  flowId: string
  /** 待我处理 1 / 8 */
  position: string
  decision: ReturnType<typeof useDecision>
  own: ReturnType<typeof useOwnWords>
  onBack: () => void
  /** The reader's task is over: the next one opens. */
  onDecided: (taskId: string) => void
  /** The decision was taken back: its request opens again. */
  onUndone: (taskId: string) => void
}

const readFlow = (flowId: string) =>
  call(approvalApi.detail, { query: { flowId } }).catch((error: unknown) => {
    // A request that the reader may not see cannot be loaded by trying again.
    if (isMissingOrForbidden(error)) return 'missing' as const
    throw error
  })

/** One request on a phone: the record, the path, and the decision at the lower edge. */
export function FlowPage({ flowId, position, decision, own, onBack, onDecided, onUndone }: Props) {
  const isOnline = useOnline()
  const { answer, again } = useLoaded(flowId, () => readFlow(flowId))
  // It stays while a form covers the page.
  const [opinion, setOpinion] = useState('')
  const [form, setForm] = useState<TaskForm | 'signature'>()
  const flow = answer && answer !== 'failed' && answer !== 'missing' ? answer : undefined
  if (form === 'signature')
    return (
      <FormPage
        title="手写签名"
        form={signatureSpec}
        submit={async (values) => {
          await saveSignature(values)
          own.reloadSignature()
          setForm(undefined)
        }}
        onClose={() => setForm(undefined)}
      />
    )
  if (flow && form)
    return (
      <FormPage
        title={form.label}
        form={form.form}
        send={form.label}
        submit={async (values) => {
          await form.submit(values)
          setForm(undefined)
          decision.showMessage(form.done)
          if (form.endsTask && flow.taskId) onDecided(flow.taskId)
          else again()
        }}
        onClose={() => setForm(undefined)}
      />
    )
  const approve = (taskId: string, signatureFileId: string | null) =>
    void decision.send(
      () => call(approvalApi.approve, { body: { taskId, opinion, signatureFileId } }),
      ({ status }) => {
        onDecided(taskId)
        const done = `已${getApproveLabel(flow!.stepType)}`
        // A request that has ended by it cannot be taken back.
        if (status !== 'running') return decision.showMessage(done)
        decision.showMessage(`${done}：${flow!.title}`, () =>
          decision.undo(
            () => call(approvalApi.withdrawTask, { body: { taskId } }),
            () => onUndone(taskId),
          ),
        )
      },
      again,
    )
  const reject = (taskId: string) =>
    void decision.send(
      () => call(approvalApi.reject, { body: { taskId, opinion } }),
      () => {
        onDecided(taskId)
        decision.showMessage('已拒绝')
      },
      again,
    )
  return (
    <LightPage
      head={<Bar title={position} back={onBack} help="approval" />}
      dock={
        <>
          {decision.toast}
          {flow &&
            (flow.taskId && flow.may.includes('approve') ? (
              <DecisionFoot
                flow={flow}
                taskId={flow.taskId}
                opinion={opinion}
                onOpinion={setOpinion}
                own={own}
                isBusy={decision.isBusy}
                onApprove={approve}
                onReject={reject}
                onForm={setForm}
                onSign={() => setForm('signature')}
                onSignatureFailed={() => {
                  own.reloadSignature()
                  decision.showWarning('签名没有加载成功，请再试一次')
                }}
              />
            ) : (
              <ApplicantFoot flow={flow} decision={decision} onChanged={again} onForm={setForm} />
            ))}
        </>
      }
    >
      {!isOnline && <Note kind="offline">没有网络，现在不能处理</Note>}
      {flow ? (
        <FlowRecord
          flow={flow}
          onRemoveSigner={(taskId) =>
            void decision.send(
              () => call(approvalApi.removeSign, { body: { taskId } }),
              () => {
                decision.showMessage('已撤销加签')
                again()
              },
              again,
            )
          }
        />
      ) : answer === 'missing' ? (
        <EmptyState title="看不到这项审批">它不存在，或您没有权限查看。</EmptyState>
      ) : answer === 'failed' ? (
        <PageLoadError onRetry={again} />
      ) : (
        <Skeleton
          blocks={[
            [50, 70, 90],
            [40, 80],
          ]}
        />
      )}
    </LightPage>
  )
}

function FlowRecord({ flow, onRemoveSigner }: { flow: FlowDetail; onRemoveSigner: (taskId: string) => void }) {
  const Files = use(PhoneControlsContext).values?.['files']
  const { title, applicant, applicantNote, orgName, may, status, lead, facts, files, url } = flow
  return (
    <>
      <Card>
        <div className={styles['head']}>
          <span className={styles['face']} aria-hidden="true">
            {applicant.slice(-2)}
          </span>
          <div className={styles['name']}>
            <h2>{title}</h2>
            <p>{[applicant, applicantNote || orgName].filter(Boolean).join('，')}</p>
          </div>
          {may.includes('approve') ? <Tag state="waiting">待我处理</Tag> : <FlowStateTag status={status} />}
        </div>
        {lead.length > 0 && (
          <dl className={styles['lead']} aria-label="要点">
            {lead.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value || '—'}</dd>
              </div>
            ))}
          </dl>
        )}
        <dl className={styles['facts']} aria-label="申请内容">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || '—'}</dd>
            </div>
          ))}
        </dl>
        {files.length > 0 && Files && <Files value={files} rowName={title} />}
        {url && (
          <a className={styles['original']} href={url}>
            查看原件
          </a>
        )}
      </Card>
      <Card title="审批流程">
        <FlowTimeline flow={flow} onRemoveSigner={onRemoveSigner} />
      </Card>
    </>
  )
}
