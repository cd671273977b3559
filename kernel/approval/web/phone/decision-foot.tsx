import { useId, useRef, useState } from 'react'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import type { FlowDetail } from '../../contract.ts'
import { choosePhrase, getApproveLabel } from '../flow-text.ts'
import { createTaskForms, type TaskForm } from '../task-forms.ts'
import { MoreSheet } from './more-sheet.tsx'
import type { useOwnWords } from './use-own-words.ts'
import styles from './flow-page.module.css'

interface Props {
  flow: FlowDetail
  taskId: string
  opinion: string
  onOpinion: (opinion: string) => void
  own: Pick<ReturnType<typeof useOwnWords>, 'phrases' | 'signature'>
  isBusy: boolean
  onApprove: (taskId: string, signatureFileId: string | null) => void
  onReject: (taskId: string) => void
  onForm: (form: TaskForm) => void
  /** Draws the signature, or another one. */
  onSign: () => void
  onSignatureFailed: () => void
}

/** The decision: a phrase or an own opinion, the signature, and the buttons. */
export function DecisionFoot({ flow, taskId, opinion, onOpinion, own, isBusy, ...on }: Props) {
  const { onApprove, onReject, onForm, onSign, onSignatureFailed } = on
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const [sheet, setSheet] = useState<'more' | 'reject'>()
  const { phrases, signature } = own
  const saved = signature === 'failed' ? undefined : signature
  const isReadingSignature = flow.needsSignature && signature === undefined
  const ask = (missing: string) => {
    setProblem(missing)
    field.current?.focus()
  }
  const write = (words: string) => {
    setProblem('')
    onOpinion(words)
  }
  const approve = () => {
    if (flow.needsOpinion && !opinion.trim()) return ask('请选择或填写审批意见')
    if (!flow.needsSignature) return onApprove(taskId, null)
    if (signature === 'failed') return onSignatureFailed()
    if (!saved) return
    if (saved.fileId === null) return onSign()
    onApprove(taskId, saved.fileId)
  }
  const mayReject = flow.may.includes('reject')
  const forms = createTaskForms(flow, opinion)
  return (
    <footer className={styles['foot']} aria-label="审批意见">
      <div className={styles['phrases']} role="group" aria-label="常用意见">
        {phrases.map((phrase) => (
          <button
            key={phrase}
            type="button"
            aria-pressed={opinion === phrase}
            onClick={() => write(choosePhrase(opinion, phrase, phrases))}
          >
            {phrase}
          </button>
        ))}
      </div>
      <div className={styles['entry']}>
        <input
          ref={field}
          aria-label={flow.needsOpinion ? '审批意见（必填）' : '审批意见'}
          placeholder={flow.needsOpinion ? '审批意见（必填）' : '审批意见'}
          maxLength={500}
          value={opinion}
          aria-invalid={problem !== ''}
          aria-describedby={problem ? id : undefined}
          onChange={({ target }) => write(target.value)}
        />
        {flow.needsSignature && (
          <button type="button" className={styles['sign']} aria-label={saved?.url ? '重签' : '签名'} onClick={onSign}>
            {saved?.url ? <img src={saved.url} alt="您的签名" /> : '签名'}
          </button>
        )}
      </div>
      {problem && (
        <p id={id} className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
      <div className={mayReject ? styles['three'] : styles['two']}>
        {forms.length > 0 ? (
          <Button kind="plain" size="task" onClick={() => setSheet('more')}>
            更多
          </Button>
        ) : (
          <span />
        )}
        {mayReject && (
          <Button
            kind="withdraw"
            size="task"
            onClick={() => (opinion.trim() ? setSheet('reject') : ask('请选择或填写拒绝的原因'))}
          >
            拒绝
          </Button>
        )}
        <Button size="task" busy={(isBusy || isReadingSignature) && '请稍等…'} onClick={approve}>
          {getApproveLabel(flow.stepType)}
        </Button>
      </div>
      {sheet === 'more' && <MoreSheet forms={forms} onForm={onForm} onClose={() => setSheet(undefined)} />}
      {sheet === 'reject' && (
        <BottomSheet title={`拒绝“${flow.title}”？`} onClose={() => setSheet(undefined)}>
          <p>意见：{opinion}</p>
          <Button
            kind="withdraw"
            size="task"
            busy={isBusy && '请稍等…'}
            onClick={() => {
              setSheet(undefined)
              onReject(taskId)
            }}
          >
            拒绝
          </Button>
        </BottomSheet>
      )}
    </footer>
  )
}
