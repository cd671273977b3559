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
  const isAlone = isPhone && back !== undefined
  return (
    <div className={styles['page']}>
      {isAlone ? (
        <div className={styles['back']}>
          <Button type="text" icon={<Glyph of={ArrowLeftOutlined} />} onClick={back.onBack}>
            {back.label}
          </Button>
          {back.note && <span className={styles['note']}>{back.note}</span>}
        </div>
      ) : (
        <FirstLine note={note} picker={picker} actions={isPhone && hasActionsBelow ? undefined : actions} />
      )}
      {!isAlone && lead && <div className={styles['lead']}>{lead}</div>}
      {/* Always at the same place: a window that gets narrow or wide keeps the pane and what was typed there. */}
      <div className={styles['panes']}>
        {!isAlone && list}
        {children}
      </div>
      {isPhone && !isAlone && hasActionsBelow && <div className={styles['below']}>{actions}</div>}
    </div>
  )
}

function FirstLine({ note, picker, actions }: Pick<Props, 'note' | 'picker' | 'actions'>) {
  const isPhone = usePhone()
  if (!isPhone)
    return (
      <div className={styles['line']}>
        <ActionLine note={note}>
          {picker}
          {actions}
        </ActionLine>
      </div>
    )
  if (!picker && !actions) return null
  return (
    <div className={styles['line']}>
      {picker}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
