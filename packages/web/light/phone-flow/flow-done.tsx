import { useState, type ReactNode } from 'react'
import { Bar } from '../bar.tsx'
import { TextButton } from '../button.tsx'
import { CheckIcon } from '../icons.tsx'
import { LightPage } from '../page.tsx'
import { CopyIcon } from '../part-icons.tsx'
import styles from './flow-done.module.css'

interface Props {
  /** The title of the flow, in the bar. */
  bar: string
  help: string
  /** 报名已提交 */
  title: string
  /** The time and the person. */
  facts: readonly string[]
  number: { label: string; value: string; shown: string }
  note?: ReactNode
  /** The next steps, and the possible actions. */
  children?: ReactNode
  dock?: ReactNode
}

/** The page after sending: the confirmation, the number, and what happens next. */
export function FlowDone({ bar, help, title, facts, number, note, children, dock }: Props) {
  return (
    <LightPage
      head={<Bar title={bar} help={help} isSecondary />}
      lead={
        <div className={styles['head']}>
          <div className={styles['inside']}>
            <div className={styles['what']}>
              <span className={styles['tick']}>
                <CheckIcon size={32} />
              </span>
              <div>
                <h1 className={styles['title']}>{title}</h1>
                <p className={styles['facts']}>
                  {facts.map((fact) => (
                    <span key={fact}>{fact}</span>
                  ))}
                </p>
              </div>
            </div>
            <ReceiptNumber {...number} />
            {note && <p className={styles['words']}>{note}</p>}
          </div>
        </div>
      }
      dock={dock}
    >
      {children}
    </LightPage>
  )
}

function ReceiptNumber({ label, value, shown }: Props['number']) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    // Old browsers and insecure pages have no clipboard; the number is visible anyway.
    void navigator.clipboard?.writeText(value).then(() => setCopied(true))
  }
  return (
    <div className={styles['number']}>
      <div>
        <p className={styles['label']}>{label}</p>
        <p className={styles['value']}>{shown}</p>
      </div>
      <TextButton onClick={copy}>
        <CopyIcon size={18} />
        <span role="status">{isCopied ? '已复制' : '复制'}</span>
      </TextButton>
    </div>
  )
}
