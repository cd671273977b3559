import { useQuery } from '@tanstack/react-query'
import { useId, useRef, type ReactNode } from 'react'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { usePageSearch } from '../page-search.tsx'
import { PageState, StaleBar } from '../page-state.tsx'
import { SkeletonLines } from '../skeleton.tsx'
import { usePhone } from '../use-phone.ts'
import { DetailHeadCard } from './detail-head-card.tsx'
import { DetailPhoneBar } from './detail-phone-bar.tsx'
import { SectionCard } from './section-card.tsx'
import type { DetailActions, DetailHead, DetailPageTab, ListPosition } from './detail-spec.ts'
import { getPanelId, getTabId, Tabs } from './tabs.tsx'
import { TimelineCard } from './timeline-card.tsx'
import { useDetailKeys } from './use-detail-keys.ts'
import styles from './detail-page.module.css'

interface Props<Detail> extends DetailActions {
  reading: QueryDefinition<Detail>
  head: (detail: Detail) => DetailHead
  /** The data of the list row: shown while the rest loads. */
  known?: DetailHead | undefined
  /** A single tab has no tab bar. */
  tabs: readonly DetailPageTab<Detail>[]
  position?: ListPosition | undefined
}

/** The details of one record: head at the top, facts below, timeline at the right. */
export function DetailPage<Detail>({ reading, head, known, tabs, position, onEdit, more }: Props<Detail>) {
  const query = useQuery(reading)
  const isPhone = usePhone()
  const [tab, setTab] = useTab(tabs)
  const id = useId()
  const page = useRef<HTMLDivElement>(null)
  useDetailKeys(page, {
    '[': position?.onBefore,
    ']': position?.onAfter,
    e: query.data === undefined ? undefined : onEdit,
    p: () => window.print(),
  })
  const retry = () => void query.refetch()
  const shown = query.data === undefined ? known : head(query.data)
  const bar = tabs.length > 1 && <Tabs id={id} tabs={tabs} chosen={tab.key} onChoose={setTab} />
  return (
    <div ref={page} className={styles['page']}>
      {query.isError && query.data !== undefined && <StaleBar since={query.dataUpdatedAt} onRetry={retry} />}
      <DetailHeadCard head={shown} position={position} onEdit={onEdit} more={more} tabs={bar} />
      <div {...(bar && { id: getPanelId(id), role: 'tabpanel', 'aria-labelledby': getTabId(id, tab.key) })}>
        {query.data !== undefined ? (
          <Body detail={query.data} tab={tab} />
        ) : (
          <Card>{query.isError ? <PageState status="failed" error={query.error} onRetry={retry} /> : <Awaited />}</Card>
        )}
      </div>
      {isPhone && <DetailPhoneBar position={position} onEdit={onEdit} more={more} />}
    </div>
  )
}

const Card = ({ children }: { children: ReactNode }) => <div className={styles['card']}>{children}</div>
const Awaited = () => <SkeletonLines widths={[28, 72, 64, 70, 58, 66]} />

function Body<Detail>({ detail, tab }: { detail: Detail; tab: DetailPageTab<Detail> }) {
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>
        {tab.sections(detail).map((section) => (
          <SectionCard key={section.title} section={section} />
        ))}
      </div>
      {tab.timeline && <TimelineCard timeline={tab.timeline(detail)} />}
    </div>
  )
}

/** The tab is part of the address, so that it can be shared. */
function useTab<Detail>(tabs: readonly DetailPageTab<Detail>[]) {
  const { search, setSearch } = usePageSearch()
  const chosen = tabs.find(({ key }) => key === search.get('tab')) ?? tabs[0]!
  const choose = (key: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (key === tabs[0]!.key) after.delete('tab')
        else after.set('tab', key)
        return after
      },
      { replace: true },
    )
  return [chosen, choose] as const
}
