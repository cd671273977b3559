import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useCounts } from '#packages/web/core/counts.ts'
import type { Piece } from '#packages/web/core/format/marks.ts'
import { useListKeys } from '#packages/web/desk/list/keys.ts'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { auditorTypes, type CentreTile, type HouseTile } from '../../contract.ts'
import { useAdminFlags } from '../admin-flags.ts'
import {
  appsShown,
  filterIn,
  foundAmong,
  isFlat,
  openedCount,
  recentIn,
  shelvesOf,
  type Filter,
} from '../centre-view.ts'
import { AppTile, HouseTileCard, type TileActs } from '../components/app-tile.tsx'
import { CategoryPills } from '../components/category-pills.tsx'
import { CentreHead } from '../components/centre-head.tsx'
import { CentreSkeleton } from '../components/centre-skeleton.tsx'
import { HouseRow } from '../components/house-row.tsx'
import { PhoneHouseTile, PhoneTile } from '../components/phone-tile.tsx'
import { RecentStrip } from '../components/recent-strip.tsx'
import { useShelfInView } from '../components/use-shelf-in-view.ts'
import { centre, type Centre } from '../queries.ts'
import { useOpenApp } from '../use-open-app.ts'
import { useStar } from '../use-star.ts'
import styles from './app-centre.module.css'

const ShortcutDialog = lazy(() => import('../components/shortcut-dialog.tsx'))
const AppSheet = lazy(() => import('../components/app-sheet.tsx'))

/** /dataCentre/appSupermarket: all that is on the shelves, what of it one may open, and how to get the rest. */
export default function AppCentre() {
  const root = useRef<HTMLDivElement>(null)
  const { data, error, dataUpdatedAt, refetch } = useQuery(centre)
  const looking = useLooking()
  const [lookedAt, setLookedAt] = useState<CentreTile>()
  const [isConfiguring, setConfiguring] = useState(false)
  const open = useOpenApp()
  const star = useStar()
  useListKeys(looking.isFront, root, { search: focusSearch })
  const retry = () => void refetch()
  useFreshCounts()
  const acts = { open: (key: string) => void open(key), star, look: setLookedAt }
  const note = useNote(data)
  return (
    <div ref={root} className={styles['page']}>
      <CentreHead {...looking} note={note} onConfigure={() => setConfiguring(true)} />
      {error && data && <StaleBar since={dataUpdatedAt} onRetry={retry} />}
      {data ? (
        <Shelves data={data} looking={looking} acts={acts} />
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

/** What waits somewhere is counted anew when the number of all that waits has changed. */
function useFreshCounts() {
  const client = useQueryClient()
  const todo = useCounts((counts) => counts.todo)
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

/** What is looked for. It stands in the address, so that it can be sent to somebody. */
function useLooking() {
  const { search, setSearch, isFront } = usePageSearch()
  const words = (search.get('q') ?? '').trim()
  const [typed, setTyped] = useState(words)
  const say = (name: string, value: string | undefined) =>
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
    if (isDone) say('q', text.trim())
  }
  const choose = (filter: Filter) => say('show', filter === 'all' ? undefined : filter)
  return { words, typed, onType: type, filter: filterIn(search), onFilter: choose, isFront }
}

interface ShelvesProps {
  data: Centre
  looking: ReturnType<typeof useLooking>
  acts: TileActs
}

/** How many there are, and which of them one looks after oneself. */
function useNote(data: Centre | undefined): string {
  const duties = useAdminFlags().map((type) => auditorTypes[type])
  if (!data) return ''
  const counts = `共 ${data.apps.length} 个，已开通 ${openedCount(data.apps)} 个`
  return duties.length > 0 ? `${counts}；您负责${duties.join('、')}` : counts
}

function Shelves({ data, looking, acts }: ShelvesProps) {
  const { words, filter, onFilter, onType } = looking
  if (data.apps.length === 0 && data.modules.length === 0) {
    return (
      <Card>
        <PageState status="empty" title="应用中心还没有应用" words="应用上架后，会出现在这里。" />
      </Card>
    )
  }
  const shown = appsShown(data.apps, filter)
  if (words) return <Results data={data} words={words} shown={shown} acts={acts} onClear={() => onType('', true)} />
  if (shown.length === 0 && filter !== 'all') {
    const title = filter === 'mine' ? '还没有您可用的应用' : '还没有学生端应用'
    return (
      <Card>
        <PageState status="noMatch" title={title} words="可以在全部应用中查看。" onClear={() => onFilter('all')} />
      </Card>
    )
  }
  const Apps = isFlat(data.apps) ? Flat : Groups
  return (
    <>
      {filter !== 'families' && (
        <>
          <HouseRow tiles={data.modules} shortcuts={data.shortcuts} acts={acts} />
          <RecentStrip apps={recentIn(data)} onOpen={acts.open} />
        </>
      )}
      {shown.length > 0 && <Apps apps={shown} shortcuts={data.shortcuts} acts={acts} />}
    </>
  )
}

interface GroupsProps {
  apps: readonly CentreTile[]
  shortcuts: readonly string[]
  acts: TileActs
}

/** All in one grid; a shelf is chosen, not gone to. */
function Flat({ apps, shortcuts, acts }: GroupsProps) {
  const [at, setAt] = useState<string>()
  const shelves = shelvesOf(apps)
  const chosen = shelves.find(({ id }) => id === at)
  return (
    <div>
      <CategoryPills
        shelves={shelves.map(({ id, name, apps: { length } }) => ({ id, name, count: length }))}
        total={apps.length}
        at={chosen?.id}
        onGo={setAt}
      />
      <section className={styles['shelf']} aria-label={chosen?.name ?? '全部应用'}>
        <Tiles found={(chosen?.apps ?? apps).map((app) => ({ app }))} shortcuts={shortcuts} acts={acts} />
      </section>
    </div>
  )
}

function Groups({ apps, shortcuts, acts }: GroupsProps) {
  const root = useRef<HTMLDivElement>(null)
  const [at, go] = useShelfInView(root)
  const shelves = shelvesOf(apps)
  return (
    <div ref={root}>
      <CategoryPills
        shelves={shelves.map(({ id, name, apps: { length } }) => ({ id, name, count: length }))}
        total={apps.length}
        at={at}
        onGo={go}
      />
      {shelves.map(({ id, name, apps: tiles }) => (
        <section key={id} className={styles['shelf']} data-shelf={id} aria-label={name}>
          <h2 className={styles['title']}>
            {name}
            <span className={styles['count']}>{tiles.length}</span>
          </h2>
          <Tiles found={tiles.map((app) => ({ app }))} shortcuts={shortcuts} acts={acts} />
        </section>
      ))}
    </div>
  )
}

interface TilesProps {
  found: readonly Omit<Parameters<typeof AppTile>[0], 'isStarred' | 'acts'>[]
  /** Pages of the house, before the applications. */
  pages?: readonly { app: HouseTile; marks: readonly Piece[] }[]
  shortcuts: readonly string[]
  acts: TileActs
}

function Tiles({ found, pages = [], shortcuts, acts }: TilesProps) {
  const isPhone = usePhone()
  const Tile = isPhone ? PhoneTile : AppTile
  const House = isPhone ? PhoneHouseTile : HouseTileCard
  return (
    <ul className={styles[isPhone ? 'icons' : 'tiles']}>
      {pages.map(({ app, marks }) => (
        <House key={app.key} tile={app} marks={marks} isStarred={shortcuts.includes(app.key)} acts={acts} />
      ))}
      {found.map(({ app, marks }) => (
        <Tile key={app.key} app={app} marks={marks} isStarred={shortcuts.includes(app.key)} acts={acts} />
      ))}
    </ul>
  )
}

interface ResultsProps {
  data: Centre
  shown: readonly CentreTile[]
  words: string
  acts: TileActs
  onClear: () => void
}

/** What was found, in the place of the shelves. */
function Results({ data, shown, words, acts, onClear }: ResultsProps) {
  const found = foundAmong(shown, words)
  const pages = foundAmong(data.modules, words)
  const count = found.length + pages.length
  if (count === 0) {
    return (
      <Card>
        <PageState
          status="noMatch"
          title={`未找到“${words}”`}
          words={
            <>
              换个名称或拼音首字母试试，或
              <Wish />。
            </>
          }
          onClear={onClear}
        />
      </Card>
    )
  }
  const isByLetters = /^[a-z\s]+$/i.test(words)
  return (
    <section className={styles['shelf']} aria-label="搜索结果">
      <div role="status">
        <h2 className={styles['title']}>
          找到 {count} 个应用
          {isByLetters && <span className={styles['count']}>拼音或首字母 {words}</span>}
        </h2>
      </div>
      <Tiles found={found} pages={pages} shortcuts={data.shortcuts} acts={acts} />
      <p className={styles['wish']}>
        没有想要的？
        <Wish />
      </p>
    </section>
  )
}

/** An application that nobody has yet is a matter for people. */
const Wish = () => (
  <Link to="/support?fill=new&from=/dataCentre/appSupermarket" className={styles['inText']!}>
    提交应用需求
  </Link>
)
