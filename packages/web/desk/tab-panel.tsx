import { useId, type ReactNode } from 'react'
import { getPanelId, getTabId, Tabs } from './detail-page/tabs.tsx'

export interface TabPanelProps {
  tabs: readonly { key: string; label: string }[]
  chosen: string
  onChoose: (key: string) => void
  /** At the end of the tabs' line. */
  aside?: ReactNode
  /** Remounts the content when it changes, although the tab is the same. */
  of?: string | null
  barClass: string
  panelClass?: string
  /** The content of the chosen tab. */
  children: ReactNode
}

/** A tab bar and the panel of the chosen tab: the only way to make tabs. */
export function TabPanel({ tabs, chosen, onChoose, aside, of = '', barClass, panelClass, children }: TabPanelProps) {
  const id = useId()
  return (
    <>
      <div className={barClass}>
        <Tabs id={id} tabs={tabs} chosen={chosen} onChoose={onChoose} />
        {aside}
      </div>
      <div
        key={`${chosen} ${of}`}
        id={getPanelId(id)}
        className={panelClass}
        role="tabpanel"
        aria-labelledby={getTabId(id, chosen)}
      >
        {children}
      </div>
    </>
  )
}
