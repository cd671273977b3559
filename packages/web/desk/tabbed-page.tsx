import type { ComponentType } from 'react'
import { usePageSearch } from './page-search.tsx'
import { useMay } from './permissions.tsx'
import { TabPanel, type TabPanelProps } from './tab-panel.tsx'
import styles from './tabbed-page.module.css'

/** A page of several tabs. */
export const TabbedPage = ({ aside, ...props }: Omit<TabPanelProps, 'barClass' | 'panelClass'>) => (
  <div className={styles['frame']}>
    <TabPanel
      {...props}
      aside={aside && <div className={styles['aside']}>{aside}</div>}
      barClass={styles['tabs']!}
      panelClass={styles['page']!}
    />
  </div>
)

interface PageTab {
  /** In the address: `?tab=loans`. */
  key: string
  label: string
  /** Without it the tab is not there. */
  permission?: string
  page: ComponentType
}

/**
 * A page whose tabs are lists or other pages. The first has the plain address. Another tab has other rows, so it drops
 * the rest of the address. One tab alone is the page.
 */
export const defineTabbedPage = (tabs: readonly [PageTab, ...PageTab[]], parameter = 'tab') =>
  function TabbedPages() {
    const { search, setSearch } = usePageSearch()
    const may = useMay()
    const shown = tabs.filter(({ permission }) => permission === undefined || may(permission))
    const { key, page: Content } = shown.find((tab) => tab.key === search.get(parameter)) ?? shown[0] ?? tabs[0]
    if (shown.length === 1) return <Content />
    const choose = (next: string) =>
      setSearch(() => new URLSearchParams(next === tabs[0].key ? {} : { [parameter]: next }))
    return (
      <TabbedPage tabs={shown} chosen={key} onChoose={choose}>
        <Content />
      </TabbedPage>
    )
  }
