import { ArrowLeftOutlined, CheckOutlined } from '@ant-design/icons'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { getFileIcon } from '../file-icon.ts'
import { Glyph } from '../glyph.tsx'
import dots from '../dot-separated.module.css'
import visuallyHidden from '../visually-hidden.module.css'
import { usePhone } from '../use-phone.ts'
import steps from '../wizard/steps-card.module.css'
import styles from './import-frame.module.css'

interface Props {
  title: string
  steps: readonly string[]
  /** The index of the current step. */
  at: number
  file?: { name: string; facts: readonly string[] } | undefined
  /** Everything is saved: the user may leave. */
  isSaved?: boolean
  /** The body is as high as the window and scrolls inside. */
  isTall?: boolean
  onBack: () => void
  foot?: ReactNode
  children: ReactNode
}

/** The frame of an import: file, progress, the current step and its actions. */
export function ImportFrame(props: Props) {
  const { title, at, file, isSaved = false, isTall = false, onBack, foot, children } = props
  const isPhone = usePhone()
  const saved = isSaved && <p className={styles['saved']}>进度已保存，可随时离开</p>
  return (
    <div className={styles['page']} data-tall={isTall ? '' : undefined}>
      <div className={styles['inside']}>
        {isPhone ? (
          <PhoneSteps {...props} />
        ) : (
          <div className={styles['line']}>
            <Button
              type="text"
              icon={<Glyph of={ArrowLeftOutlined} />}
              aria-label="返回"
              title="返回"
              onClick={onBack}
            />
            <h1 className={styles['title']}>{title}</h1>
            {file && <FileFacts file={file} />}
            {saved}
          </div>
        )}
        {!isPhone && <WideSteps {...props} />}
        {isPhone && file && <FileFacts file={file} />}
        <StepHeading key={at} text={`第 ${at + 1} 步，共 ${props.steps.length} 步：${props.steps[at]}`} />
        <div className={styles['body']}>{children}</div>
        {isPhone && saved}
      </div>
      {foot && <div className={styles['foot']}>{foot}</div>}
    </div>
  )
}

const FileFacts = ({ file: { name, facts } }: { file: NonNullable<Props['file']> }) => (
  <p className={styles['file']}>
    <Glyph of={getFileIcon(name)} className={styles['icon']!} />
    <span className={dots['dotted']}>
      {[name, ...facts].map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  </p>
)

const WideSteps = ({ steps: titles, at }: Props) => (
  <ol className={steps['card']} aria-label="步骤">
    {titles.map((title, index) => {
      const state = index === at ? 'here' : index < at ? 'done' : 'later'
      return (
        <li key={title} className={`${steps['step']} ${steps[state]}`} aria-current={index === at ? 'step' : undefined}>
          <span className={`${steps['button']} ${styles['step']}`}>
            <span className={steps['disc']}>{index < at ? <Glyph of={CheckOutlined} /> : index + 1}</span>
            {title}
            {index < at && <span className={visuallyHidden['only']}>（已完成）</span>}
          </span>
        </li>
      )
    })}
  </ol>
)

const PhoneSteps = ({ steps: titles, at }: Props) => (
  <div className={styles['phoneSteps']}>
    <p aria-current="step">
      <strong>{`${at + 1}/${titles.length}`}</strong> {titles[at]}
    </p>
    <span className={styles['bars']} aria-hidden="true">
      {titles.map((title, index) => (
        <span key={title} data-done={index <= at ? '' : undefined} />
      ))}
    </span>
  </div>
)

/** Screen readers continue here after a change of step. */
function StepHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that led here may be gone with its step; on a fresh page the focus stays unchanged.
    const { activeElement, body } = document
    if (activeElement !== body && !activeElement?.closest('[role=grid]'))
      heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} className={visuallyHidden['only']} data-step-heading="">
      {text}
    </h2>
  )
}
