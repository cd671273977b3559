import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import type { HighlightPart } from '#packages/web/core/format/highlight.ts'
import { useListKeys } from '#packages/web/desk/list/use-list-keys.ts'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { auditorTypes, type CentreTile, type PageTile } from '../../contract.ts'
import { useAdminFlags } from '../admin-flags.ts'
import {
  filterApps,
  parseCentreFilter,
  searchApps,
  isFlat,
  countOpenedApps,
  listRecentApps,
  groupByCategory,
  type CentreFilter,
} from '../centre-view.ts'
import { AppTile, PageTileCard, type TileActions } from '../components/app-tile.tsx'
import { CategoryPills } from '../components/category-pills.tsx'
import { CentreHead } from '../components/centre-head.tsx'
import { CentreSkeleton } from '../components/centre-skeleton.tsx'
import { ModulePageRow } from '../components/page-row.tsx'
import { PhonePageTile, PhoneTile } from '../components/phone-tile.tsx'
import { RecentStrip } from '../components/recent-strip.tsx'
import { useCategoryInView } from '../components/use-category-in-view.ts'
import { centre, type AppCentreData } from '../queries.ts'
import { useOpenApp } from '../use-open-app.ts'
import { useShortcutStar } from '../use-shortcut-star.ts'
import styles from './app-centre.module.css'

const ShortcutDialog = lazy(() => import('../components/shortcut-dialog.tsx'))
const AppSheet = lazy(() => import('../components/app-sheet.tsx'))

/**
 * /dataCentre/appSupermarket: all published applications, which of them the caller may open, and how to get the rest.
 */
export default function AppCentre() {
  const root = useRef<HTMLDivElement>(null)
  const { data, error, dataUpdatedAt, refetch } = useQuery(centre)
  const centreSearch = useCentreSearch()
  const [lookedAt, setLookedAt] = useState<CentreTile>()
  const [isConfiguring, setConfiguring] = useState(false)
  const open = useOpenApp()
  const star = useShortcutStar()
  useListKeys(centreSearch.isFront, root, { search: focusSearch })
  const retry = () => void refetch()
  useFreshCounts()
  const actions = { open: (key: string) => void open(key), star, look: setLookedAt }
  const note = useNote(data)
  return (
    <div ref={root} className={styles['page']}>
      <CentreHead {...centreSearch} note={note} onConfigure={() => setConfiguring(true)} />
      {error && data && <StaleBar since={dataUpdatedAt} onRetry={retry} />}
      {data ? (
        <CentreBody data={data} looking={centreSearch} actions={actions} />
      ) : error ? (
        <Card>
          <PageState status="failed" error={error} onRetry={retry} />
        </Card>
      ) : (
        <CentreSkeleton />
      )}
      <Suspense fallback={null}>
        {isConfiguring && <ShortcutDialog onClose={() => setConfiguring(false)} />}
        {lookedAt && (
          <AppSheet app={lookedAt} mayGrant={data?.mayGrant ?? false} onClose={() => setLookedAt(undefined)} />
        )}
      </Suspense>
    </div>
  )
}

const Card = ({ children }: { children: ReactNode }) => <div className={styles['card']}>{children}</div>

/** Refetches the to-do counts when the total number of to-dos changes. */
function useFreshCounts() {
  const client = useQueryClient()
  const todo = useWaitingCounts((counts) => counts.todo)
  const counted = useRef(todo)
  useEffect(() => {
    if (counted.current === todo) return
    counted.current = todo
    void client.invalidateQueries({ queryKey: centre.queryKey })
  }, [client, todo])
}

const focusSearch = (root: HTMLElement) => {
  const field = root.querySelector<HTMLInputElement>('[data-search]')
  field?.focus()
  field?.select()
  return field !== null
}

/** The search keyword, stored in the address so that the page can be shared. */
function useCentreSearch() {
  const { search, setSearch, isFront } = usePageSearch()
  const keyword = (search.get('q') ?? '').trim()
  const [typed, setTyped] = useState(keyword)
  const setParameter = (name: string, value: string | undefined) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  const type = (text: string, isDone: boolean) => {
    setTyped(text)
    if (isDone) setParameter('q', text.trim())
  }
  const choose = (filter: CentreFilter) => setParameter('show', filter === 'all' ? undefined : filter)
  return { keyword, typed, onType: type, filter: parseCentreFilter(search), onFilter: choose, isFront }
}

interface CentreBodyProps {
  data: AppCentreData
  looking: ReturnType<typeof useCentreSearch>
  actions: TileActions
}

/** The number of applications, and the kinds that the caller administers. */
function useNote(data: AppCentreData | undefined): string {
  const duties = useAdminFlags().map((type) => auditorTypes[type])
  if (!data) return ''
  const counts = `共 ${data.apps.length} 个，已开通 ${countOpenedApps(data.apps)} 个`
  return duties.length > 0 ? `${counts}；您负责${duties.join('、')}` : counts
}

function CentreBody({ data, looking, actions }: CentreBodyProps) {
  const { keyword, filter, onFilter, onType } = looking
  if (data.apps.length === 0 && data.modules.length === 0) {
    return (
      <Card>
        <PageState status="empty" title="应用中心还没有应用" text="应用上架后，会出现在这里。" />
      </Card>
    )
  }
  const shown = filterApps(data.apps, filter)
  if (keyword)
    return <Results data={data} keyword={keyword} shown={shown} actions={actions} onClear={() => onType('', true)} />
  if (shown.length === 0 && filter !== 'all') {
    const title = filter === 'mine' ? '还没有您可用的应用' : '还没有学生端应用'
    return (
      <Card>
        <PageState status="noMatch" title={title} text="可以在全部应用中查看。" onClear={() => onFilter('all')} />
      </Card>
    )
  }
  const Apps = isFlat(data.apps) ? Flat : Groups
  return (
    <>
      {filter !== 'families' && (
        <>
          <ModulePageRow tiles={data.modules} shortcuts={data.shortcuts} actions={actions} />
          <RecentStrip apps={listRecentApps(data)} onOpen={actions.open} />
        </>
      )}
      {shown.length > 0 && <Apps apps={shown} shortcuts={data.shortcuts} actions={actions} />}
    </>
  )
}

interface GroupsProps {
  apps: readonly CentreTile[]
  shortcuts: readonly string[]
  actions: TileActions
}

/** All applications in one grid, with the category as a filter. */
function Flat({ apps, shortcuts, actions }: GroupsProps) {
  const [at, setAt] = useState<string>()
  const categories = groupByCategory(apps)
  const chosen = categories.find(({ id }) => id === at)
  return (
    <div>
      <CategoryPills
        categories={categories.map(({ id, name, apps: { length } }) => ({ id, name, count: length }))}
        total={apps.length}
        at={chosen?.id}
        onGo={setAt}
      />
      <section className={styles['shelf']} aria-label={chosen?.name ?? '全部应用'}>
        <Tiles found={(chosen?.apps ?? apps).map((app) => ({ app }))} shortcuts={shortcuts} actions={actions} />
      </section>
    </div>
  )
}

function Groups({ apps, shortcuts, actions }: GroupsProps) {
  const root = useRef<HTMLDivElement>(null)
  const [at, go] = useCategoryInView(root)
  const categories = groupByCategory(apps)
  return (
    <div ref={root}>
      <CategoryPills
        categories={categories.map(({ id, name, apps: { length } }) => ({ id, name, count: length }))}
        total={apps.length}
        at={at}
        onGo={go}
      />
      {categories.map(({ id, name, apps: tiles }) => (
        <section key={id} className={styles['shelf']} data-shelf={id} aria-label={name}>
          <h2 className={styles['title']}>
            {name}
            <span className={styles['count']}>{tiles.length}</span>
          </h2>
          <Tiles found={tiles.map((app) => ({ app }))} shortcuts={shortcuts} actions={actions} />
        </section>
      ))}
    </div>
  )
}

interface TilesProps {
  found: readonly Omit<Parameters<typeof AppTile>[0], 'isStarred' | 'actions'>[]
  /** Built-in pages, shown before the applications. */
  pages?: readonly { app: PageTile; marks: readonly HighlightPart[] }[]
  shortcuts: readonly string[]
  actions: TileActions
}

function Tiles({ found, pages = [], shortcuts, actions }: TilesProps) {
  const isPhone = usePhone()
  const Tile = isPhone ? PhoneTile : AppTile
  const PageTileView = isPhone ? PhonePageTile : PageTileCard
  return (
    <ul className={styles[isPhone ? 'icons' : 'tiles']}>
      {pages.map(({ app, marks }) => (
        <PageTileView
          key={app.key}
          tile={app}
          marks={marks}
          isStarred={shortcuts.includes(app.key)}
          actions={actions}
        />
      ))}
      {found.map(({ app, marks }) => (
        <Tile key={app.key} app={app} marks={marks} isStarred={shortcuts.includes(app.key)} actions={actions} />
      ))}
    </ul>
  )
}

interface ResultsProps {
  data: AppCentreData
  shown: readonly CentreTile[]
  keyword: string
  actions: TileActions
  onClear: () => void
}

/** The search results, shown instead of the categories. */
function Results({ data, shown, keyword, actions, onClear }: ResultsProps) {
  const found = searchApps(shown, keyword)
  const pages = searchApps(data.modules, keyword)
  const count = found.length + pages.length
  if (count === 0) {
    return (
      <Card>
        <PageState
          status="noMatch"
          title={`未找到“${keyword}”`}
          text={
            <>
              换个名称或拼音首字母试试，或
              <SuggestionLink />。
            </>
          }
          onClear={onClear}
        />
      </Card>
    )
  }
  const isByLetters = /^[a-z\s]+$/i.test(keyword)
  return (
    <section className={styles['shelf']} aria-label="搜索结果">
      <div role="status">
        <h2 className={styles['title']}>
          找到 {count} 个应用
          {isByLetters && <span className={styles['count']}>拼音或首字母 {keyword}</span>}
        </h2>
      </div>
      <Tiles found={found} pages={pages} shortcuts={data.shortcuts} actions={actions} />
      <p className={styles['wish']}>
        没有想要的？
        <SuggestionLink />
      </p>
    </section>
  )
}

/** A link to the support form for applications that do not exist yet. */
const SuggestionLink = () => (
  <Link to="/support?fill=new&from=/dataCentre/appSupermarket" className={styles['inText']!}>
    提交应用需求
  </Link>
)
