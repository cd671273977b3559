import { MoreOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useId, type Ref } from 'react'
import { Link } from 'react-router'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import buttonStyles from '#packages/web/desk/button.module.css'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import type { FlowDetail } from '../../contract.ts'
import { listPhrases, phrasesQuery, signatureQuery } from '../flow-queries.ts'
import { choosePhrase, getApproveLabel } from '../flow-text.ts'
import type { TaskForm } from '../task-forms.ts'
import styles from './decision-bar.module.css'

interface Props {
  flow: FlowDetail
  opinion: string
  onOpinion: (opinion: string) => void
  /** What is missing: an opinion or a signature. */
  problem: string | undefined
  field: Ref<TextAreaRef>
  forms: readonly TaskForm[]
  isBusy: boolean
  onApprove: () => void
  onReject: () => void
  onForm: (form: TaskForm) => void
  /** Draws the signature, or another one. */
  onSign: () => void
  /** The name of the request that opens afterwards. */
  next: string | undefined
}

/** Buttons of their own; everything else is in the menu. */
const prominent: readonly TaskForm['key'][] = ['return', 'transfer', 'addSign']

/** The decision about a request that waits for the reader: opinion, signature, and the buttons. */
export function DecisionBar(props: Props) {
  const { flow, opinion, onOpinion, problem, field, forms, isBusy, onApprove, onReject, onForm, onSign, next } = props
  const id = useId()
  const { data } = useQuery(phrasesQuery)
  const phrases = data ? listPhrases(data.phrases) : []
  return (
    <section className={`${styles['bar']} no-print`} aria-label="审批意见">
      <div className={styles['entry']}>
        <div className={styles['words']}>
          <div className={styles['phrases']} role="group" aria-label="常用意见">
            <span aria-hidden="true">常用意见</span>
            {phrases.map((phrase) => (
              <button
                key={phrase}
                type="button"
                className={styles['chip']}
                aria-pressed={opinion === phrase}
                onClick={() => onOpinion(choosePhrase(opinion, phrase, phrases))}
              >
                {phrase}
              </button>
            ))}
            <Link to="/personal/approvals">管理</Link>
          </div>
          <Input.TextArea
            ref={field}
            aria-label={flow.needsOpinion ? '审批意见（必填）' : '审批意见'}
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? id : undefined}
            placeholder={flow.needsOpinion ? '审批意见（必填）' : '审批意见'}
            status={problem ? 'error' : ''}
            rows={2}
            maxLength={500}
            value={opinion}
            onChange={({ target }) => onOpinion(target.value)}
          />
          {problem && (
            <p id={id} className={styles['problem']} role="alert">
              {problem}
            </p>
          )}
        </div>
        {flow.needsSignature && <SavedSignature onSign={onSign} />}
      </div>
      <div className={styles['actions']}>
        <Button type="primary" className={styles['main']!} loading={isBusy} onClick={onApprove}>
          {getApproveLabel(flow.stepType)}
        </Button>
        {flow.may.includes('reject') && (
          <Button danger className={styles['second']!} disabled={isBusy} onClick={onReject}>
            拒绝
          </Button>
        )}
        {forms
          .filter(({ key }) => prominent.includes(key))
          .map((form) => (
            <Button key={form.key} disabled={isBusy} onClick={() => onForm(form)}>
              {form.label}
            </Button>
          ))}
        <MoreForms forms={forms.filter(({ key }) => !prominent.includes(key))} onForm={onForm} />
        {next && <span className={styles['next']}>处理后自动打开下一条：{next}</span>}
      </div>
    </section>
  )
}

export const MoreForms = ({ forms, onForm }: Pick<Props, 'forms' | 'onForm'>) =>
  forms.length > 0 && (
    <SmallMenu
      label="更多操作"
      isIcon
      button={<Glyph of={MoreOutlined} />}
      className={`${buttonStyles['button']} ${buttonStyles['default']} ${buttonStyles['bare']}`}
      items={forms.map((form) => ({
        key: form.key,
        label: form.label,
        isDanger: form.key === 'terminate',
        onSelect: () => onForm(form),
      }))}
    />
  )

function SavedSignature({ onSign }: { onSign: () => void }) {
  const { data } = useQuery(signatureQuery)
  return (
    <div className={styles['signature']}>
      <p className={styles['sign']}>
        签名
        <Button type="link" size="small" onClick={onSign}>
          {data?.url ? '重签' : '去签名'}
        </Button>
      </p>
      {data?.url ? (
        <img src={data.url} alt="您的签名" />
      ) : (
        <p className={styles['none']}>{data ? '还没有手写签名' : ''}</p>
      )}
    </div>
  )
}
