import { useId, type ComponentType, type ReactNode } from 'react'
import { getPanelId, getTabId, Tabs } from './detail-page/tabs.tsx'
import { usePageSearch } from './page-search.tsx'
import { useMay } from './permissions.tsx'
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
  function Tabbed() {
    const { search, setSearch } = usePageSearch()
    const may = useMay()
    const shown = tabs.filter(({ permission }) => permission === undefined || may(permission))
    const { key, page: Content } = shown.find((tab) => tab.key === search.get(parameter)) ?? tabs[0]
    if (shown.length === 1) return <Content />
    const choose = (next: string) =>
      setSearch(() => new URLSearchParams(next === tabs[0].key ? {} : { [parameter]: next }))
    return (
      <TabbedPage tabs={shown} chosen={key} onChoose={choose}>
        <Content />
      </TabbedPage>
    )
  }
