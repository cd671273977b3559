import type { ReactNode } from 'react'
import { PageState } from '../page-state.tsx'
import { TabPanel, type TabPanelProps } from '../tab-panel.tsx'
import styles from './split-pane.module.css'

interface Props {
  /** Its name, if it differs from the title. */
  label?: string
  title?: string | undefined
  /** Beside the title: a number, a tag. */
  mark?: ReactNode
  /** A line below the title. */
  about?: ReactNode
  tools?: ReactNode
  /** The content is that of the chosen tab. */
  tabs?: Omit<TabPanelProps, 'children' | 'barClass' | 'panelClass'>
  /** Beside the pane: what a change would do, further choices. */
  aside?: ReactNode
  /** The save bar. */
  foot?: ReactNode
  /** Over the pane, for example its history. */
  over?: ReactNode
  /** The content scrolls in a part of its own. */
  isFixed?: boolean
  children: ReactNode
}

/** The chosen record of a `SplitPage`. Without a title: a state of the page. */
export function SplitPane({ label, title, mark, about, tools, tabs, aside, foot, over, isFixed, children }: Props) {
  const body = `${styles['body']} ${isFixed ? styles['fixed'] : ''}`
  return (
    <>
      <section className={styles['pane']} aria-label={label ?? title}>
        {title !== undefined && (
          <header className={`${styles['head']} ${tabs ? styles['hasTabs'] : ''}`}>
            <h2 className={styles['title']}>{title}</h2>
            {mark}
            {tools && <span className={styles['tools']}>{tools}</span>}
            {about && <p className={styles['about']}>{about}</p>}
          </header>
        )}
        {tabs ? (
          <TabPanel {...tabs} barClass={styles['tabs']!} panelClass={body}>
            {children}
          </TabPanel>
        ) : (
          <div className={body}>{children}</div>
        )}
        {over}
      </section>
      {aside}
      {foot}
    </>
  )
}

/** Beside the pane. */
export const SplitAside = ({ label, children }: { label: string; children: ReactNode }) => (
  <aside className={styles['aside']} aria-label={label}>
    {children}
  </aside>
)

interface StateProps {
  query: { error: unknown; refetch: () => unknown }
}

/** The pane while its record loads, or when it could not be loaded. */
export const SplitPaneState = ({ query: { error, refetch } }: StateProps) => (
  <SplitPane>
    {error ? (
      <PageState status="failed" error={error} onRetry={() => void refetch()} />
    ) : (
      <PageState status="loading" />
    )}
  </SplitPane>
)
