import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useListKeys } from '#packages/web/desk/list/keys.ts'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState, StaleBar } from '#packages/web/desk/page-state.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { auditorTypes, type CentreTile } from '../../contract.ts'
import { useAdminFlags } from '../admin-flags.ts'
import { appsShown, filterIn, foundAmong, openedCount, recentIn, shelvesOf, type Filter } from '../centre-view.ts'
import { AppTile, type TileActs } from '../components/app-tile.tsx'
import { CategoryPills } from '../components/category-pills.tsx'
import { CentreHead } from '../components/centre-head.tsx'
import { CentreSkeleton } from '../components/centre-skeleton.tsx'
import { PhoneTile } from '../components/phone-tile.tsx'
import { RecentStrip } from '../components/recent-strip.tsx'
import { useShelfInView } from '../components/use-shelf-in-view.ts'
import { centre, type Centre } from '../queries.ts'
import { useOpenApp } from '../use-open-app.ts'
import { useStar } from '../use-star.ts'
import styles from './app-centre.module.css'

const ShortcutDialog = lazy(() => import('../components/shortcut-dialog.tsx'))
const AskDialog = lazy(() => import('../components/ask-dialog.tsx'))

/** /dataCentre/appSupermarket: all that is on the shelves, what of it one may open, and how to get the rest. */
export default function AppCentre() {
  const root = useRef<HTMLDivElement>(null)
  const { data, error, dataUpdatedAt, refetch } = useQuery(centre)
  const looking = useLooking()
  const [asked, setAsked] = useState<CentreTile>()
  const [isConfiguring, setConfiguring] = useState(false)
  const open = useOpenApp()
  const star = useStar()
  useListKeys(looking.isFront, root, { search: focusSearch })
  const retry = () => void refetch()
  const acts = { open: (key: string) => void open(key), star, ask: setAsked, mayGrant: data?.mayGrant ?? false }
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
        {asked && <AskDialog app={asked} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </div>
  )
}

const Card = ({ children }: { children: ReactNode }) => <div className={styles['card']}>{children}</div>

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
  if (data.apps.length === 0) {
    return (
      <Card>
        <PageState status="empty" title="应用中心还没有应用" words="应用上架后，会出现在这里。" />
      </Card>
    )
  }
  const shown = appsShown(data.apps, filter)
  if (words) return <Results {...{ data, words, shown, acts }} onClear={() => onType('', true)} />
  if (shown.length === 0) {
    const title = filter === 'mine' ? '还没有您可用的应用' : '还没有学生端应用'
    return (
      <Card>
        <PageState status="noMatch" title={title} words="可以在全部应用中查看。" onClear={() => onFilter('all')} />
      </Card>
    )
  }
  return (
    <>
      {filter !== 'families' && <RecentStrip apps={recentIn(data)} onOpen={acts.open} />}
      <Groups apps={shown} shortcuts={data.shortcuts} acts={acts} />
    </>
  )
}

function Groups({ apps, shortcuts, acts }: { apps: readonly CentreTile[]; shortcuts: string[]; acts: TileActs }) {
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
  shortcuts: readonly string[]
  acts: TileActs
}

function Tiles({ found, shortcuts, acts }: TilesProps) {
  const isPhone = usePhone()
  const Tile = isPhone ? PhoneTile : AppTile
  return (
    <ul className={styles[isPhone ? 'icons' : 'tiles']}>
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
  if (found.length === 0) {
    return (
      <Card>
        <PageState
          status="noMatch"
          title={`没有找到「${words}」`}
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
          找到 {found.length} 个应用
          {isByLetters && <span className={styles['count']}>拼音或首字母 {words}</span>}
        </h2>
      </div>
      <Tiles found={found} shortcuts={data.shortcuts} acts={acts} />
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
