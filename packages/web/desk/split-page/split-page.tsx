import { ArrowLeftOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { ActionLine } from '../action-line.tsx'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { usePhone } from '../use-phone.ts'
import styles from './split-page.module.css'

interface Props {
  /** Beside the title; not on phones. */
  note?: ReactNode
  /** Whose page it is, for example a choice of the organisation. */
  picker?: ReactNode
  actions?: ReactNode
  /** On phones the actions are in a bar at the bottom, for pages whose pane has no save bar. */
  hasActionsBelow?: boolean
  /** Between the first line and the panes: a notice. */
  lead?: ReactNode
  /** What can be chosen: a `SplitList`, or a tree. */
  list?: ReactNode
  /** On phones, when something is chosen: only the pane is shown, and this leads back to the list. */
  back?: { label: string; note?: string; onBack: () => void } | undefined
  /** The chosen record: a `SplitPane`. */
  children: ReactNode
}

/** A list beside the record that was chosen in it. On phones one after the other. */
export function SplitPage({ note, picker, actions, hasActionsBelow = false, lead, list, back, children }: Props) {
  const isPhone = usePhone()
  if (isPhone && back) {
    return (
      <div className={styles['page']}>
        <div className={styles['back']}>
          <Button type="text" icon={<Glyph of={ArrowLeftOutlined} />} onClick={back.onBack}>
            {back.label}
          </Button>
          {back.note && <span className={styles['note']}>{back.note}</span>}
        </div>
        <div className={styles['panes']}>{children}</div>
      </div>
    )
  }
  const isAbove = actions && !hasActionsBelow
  return (
    <div className={styles['page']}>
      {!isPhone ? (
        <div className={styles['line']}>
          <ActionLine note={note}>
            {picker}
            {actions}
          </ActionLine>
        </div>
      ) : (
        (picker || isAbove) && (
          <div className={styles['line']}>
            {picker}
            {isAbove && <div className={styles['actions']}>{actions}</div>}
          </div>
        )
      )}
      {lead && <div className={styles['lead']}>{lead}</div>}
      <div className={styles['panes']}>
        {list}
        {children}
      </div>
      {isPhone && hasActionsBelow && <div className={styles['below']}>{actions}</div>}
    </div>
  )
}
