import { ArrowLeftOutlined } from '@ant-design/icons'
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '../button.tsx'
import { useKeysIn } from '../form/use-keys-in.ts'
import { Glyph } from '../glyph.tsx'
import { PageState } from '../page-state.tsx'
import { PartBar } from '../part-bar.tsx'
import { usePhone } from '../use-phone.ts'
import { ResumeStrip } from './resume-strip.tsx'
import type { WizardStep } from './wizard-spec.ts'
import { StepBody } from './step-body.tsx'
import { StepsCard } from './steps-card.tsx'
import { useWizard, type Wizard } from './use-wizard.ts'
import styles from './wizard-page.module.css'

interface Props<State extends object> {
  title: string
  /** Beside the title: the file, the count. */
  note?: ReactNode
  steps: readonly WizardStep<State>[]
  initial: () => State
  /** The key under which progress is stored. */
  resumeKey: string
  /** The last confirmation; if refused, the wizard stays open. */
  confirm?: (state: State) => Promise<boolean>
  finish: (state: State) => Promise<void>
  finishLabel?: string
  /** Finishing is not allowed yet: the page shows why. */
  isFinishDisabled?: boolean
  onDone: () => void
  onCancel: () => void
}

/** A wizard that can be left at any time and resumed. */
export function WizardPage<State extends object>(props: Props<State>) {
  const { title, note, finishLabel = '完成', isFinishDisabled = false, onDone, onCancel } = props
  const isPhone = usePhone()
  const wizard = useWizard(props)
  const page = useRef<HTMLDivElement>(null)
  const form = useId()
  const [busy, setBusy] = useState(false)
  useStepKeys(page, form, wizard)
  return (
    <div ref={page} className={styles['page']}>
      <div className={styles['inside']}>
        {isPhone ? (
          <PartBar parts={wizard.steps} at={wizard.at} canGo={wizard.canGoTo} onGo={wizard.goTo} />
        ) : (
          <>
            <div className={styles['line']}>
              <Back onClick={onCancel} />
              <h1 className={styles['title']}>{title}</h1>
              {note && <span className={styles['note']}>{note}</span>}
              <Saved wizard={wizard} />
            </div>
            <StepsCard wizard={wizard} />
          </>
        )}
        <ResumeStrip wizard={wizard} />
        {wizard.isReady ? (
          <StepBody
            key={`${wizard.step.key} ${wizard.round}`}
            wizard={wizard}
            form={form}
            onDone={onDone}
            onBusy={setBusy}
          />
        ) : (
          <div className={styles['card']}>
            <PageState status="loading" />
          </div>
        )}
        {isPhone && <Saved wizard={wizard} />}
      </div>
      <div className={styles['foot']}>
        <StepButtons
          wizard={wizard}
          form={form}
          busy={busy}
          finishLabel={finishLabel}
          isFinishDisabled={isFinishDisabled}
        />
        {!isPhone && (
          <Button type="text" disabled={busy} onClick={onCancel}>
            取消
          </Button>
        )}
      </div>
    </div>
  )
}

const Back = ({ onClick }: { onClick: () => void }) => (
  <Button type="text" icon={<Glyph of={ArrowLeftOutlined} />} aria-label="返回" title="返回" onClick={onClick} />
)

interface ButtonsProps<State extends object> {
  wizard: Wizard<State>
  form: string
  busy: boolean
  finishLabel: string
  isFinishDisabled: boolean
}

function StepButtons<State extends object>({ wizard, form, busy, finishLabel, isFinishDisabled }: ButtonsProps<State>) {
  const { at, step, next, goTo, skip } = wizard
  return (
    <>
      <Button
        type="primary"
        form={form}
        htmlType="submit"
        loading={busy}
        disabled={!next && isFinishDisabled}
        title="Alt+→"
      >
        {next ? `下一步：${next.title}` : finishLabel}
      </Button>
      {at > 0 && (
        <Button disabled={busy} title="Alt+←" onClick={() => goTo(at - 1)}>
          上一步
        </Button>
      )}
      {step.canSkip && next && (
        <Button disabled={busy} onClick={skip}>
          跳过
        </Button>
      )}
    </>
  )
}

/** Alt+→ continues like the button; Alt+← goes back. */
function useStepKeys<State extends object>(page: RefObject<HTMLElement | null>, form: string, wizard: Wizard<State>) {
  const onward = () => (document.getElementById(form) as HTMLFormElement | null)?.requestSubmit()
  const back = () => wizard.goTo(wizard.at - 1)
  useKeysIn(page, ({ altKey, key }) => {
    if (!altKey) return undefined
    if (key === 'ArrowRight') return onward
    return key === 'ArrowLeft' ? back : undefined
  })
}

function Saved<State extends object>({ wizard: { draft, resumedAt } }: { wizard: Wizard<State> }) {
  if (draft.hasFailed) return <p className={styles['unsaved']}>进度未保存，稍后自动重试</p>
  return draft.savedAt || resumedAt ? <p className={styles['saved']}>进度已保存，可随时离开</p> : null
}
