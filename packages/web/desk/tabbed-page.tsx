import { useId, type ReactNode } from 'react'
import { getPanelId, getTabId, Tabs } from './detail-page/tabs.tsx'
import styles from './tabbed-page.module.css'

interface Props {
  tabs: readonly { key: string; label: string }[]
  chosen: string
  onChoose: (key: string) => void
  /** At the end of the tabs' line: whose page it is. */
  aside?: ReactNode
  /** Remounts the content when it changes, although the tab is the same. */
  of?: string | null
  children: ReactNode
}

/** A page of several tabs. */
export function TabbedPage({ tabs, chosen, onChoose, aside, of = '', children }: Props) {
  const id = useId()
  return (
    <div className={styles['frame']}>
      <div className={styles['tabs']}>
        <Tabs id={id} tabs={tabs} chosen={chosen} onChoose={onChoose} />
        {aside && <div className={styles['aside']}>{aside}</div>}
      </div>
      <div
        key={`${chosen} ${of}`}
        id={getPanelId(id)}
        className={styles['page']}
        role="tabpanel"
        aria-labelledby={getTabId(id, chosen)}
      >
        {children}
      </div>
    </div>
  )
}
