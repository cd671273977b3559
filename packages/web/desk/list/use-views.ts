import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { PreferenceStoreContext, type PreferenceStore, type SavedView } from '../preference-store.ts'
import { useToast } from '../toast.tsx'
import { useLate } from '../use-late.ts'
import {
  hasPersonalNumber,
  createListQuery,
  parseViewQuery,
  formatViewQuery,
  type MoveListState,
  type ListState,
} from './list-state.ts'
import type { ListSpec, RowWithId } from './list-spec.ts'
import { formatCount } from './use-list.ts'
import {
  applyViewChange,
  isDefaultListState,
  getViewListState,
  getAllViewListState,
  getViewState,
  upsertView,
  type ViewChange,
  type ViewState,
} from './saved-views.ts'

export interface Views extends ViewState {
  all: readonly SavedView[]
  /** The rows wait briefly, because a default view may change the filter. */
  isWaitingForView: boolean
  /** The keyword contains a personal number, which no view stores. */
  hasNumber: boolean
  choose: (view: SavedView | undefined) => void
  /** True when it was saved. */
  change: (view: SavedView, change: ViewChange, done: string) => Promise<boolean>
  saveChanges: () => void
  restore: () => void
  saveAs: (name: string, isShared: boolean) => Promise<boolean>
  remove: (view: SavedView) => Promise<boolean>
}

const noViews: readonly SavedView[] = []
/** Views that load slower than this do not open by default, so that visible rows never change by themselves. */
const maxViewWaitMs = 300

/** The saved views of a list. The list works without them when they fail. */
export function useViews<Row extends RowWithId>(
  spec: Spec<Row>,
  listState: ListState,
  move: MoveListState,
): Views | undefined {
  const store = use(PreferenceStoreContext)
  const has = spec.hasViews === true && store !== null
  const query = useQuery({ ...(store?.views(spec.key) ?? unread), enabled: has })
  const viewStore = useViewStore(store, spec.key)
  const all = query.data ?? noViews
  const state = getViewState(all, listState, spec)
  const isWaitingForView = useDefault(has, query, listState, move, spec)
  if (!has) return undefined
  const here = formatViewQuery(listState, spec)
  return {
    ...state,
    all,
    isWaitingForView,
    hasNumber: hasPersonalNumber(listState),
    choose: (view) => move(view ? getViewListState(view, spec) : getAllViewListState(all)),
    change: (view, change, done) => viewStore.save(applyViewChange(view, spec.key, change), done).then(Boolean),
    saveChanges: () => {
      if (state.current) void viewStore.save(applyViewChange(state.current, spec.key, { query: here }), '已保存视图')
    },
    restore: () => state.current && move(getViewListState(state.current, spec)),
    saveAs: async (name, isShared) => {
      const saved = await viewStore.save(
        { id: null, list: spec.key, name, query: here, isShared, isDefault: false },
        '已存为视图',
      )
      if (saved) move({ view: saved.id })
      return Boolean(saved)
    },
    remove: async (view) => {
      const isGone = await viewStore.remove(view)
      if (isGone && state.current?.id === view.id) move(getAllViewListState(all.filter((one) => one !== view)))
      return isGone
    },
  }
}

type Spec<Row extends RowWithId> = Pick<ListSpec<Row>, 'key' | 'hasViews' | 'search' | 'filters' | 'name' | 'columns'>

const unread = { queryKey: ['no views'], queryFn: () => Promise.resolve<SavedView[]>([]) }

/** Opens the default view, if it is known before any rows are shown. */
function useDefault<Row extends RowWithId>(
  has: boolean,
  query: { data: SavedView[] | undefined; isPending: boolean },
  listState: ListState,
  move: MoveListState,
  spec: Spec<Row>,
) {
  const [isDecided, setDecided] = useState(() => !has || !isDefaultListState(listState, spec))
  const isLate = useLate(!isDecided && query.isPending, maxViewWaitMs)
  const first = isDecided ? undefined : query.data?.find(({ isDefault }) => isDefault)
  const isAnswered = isLate || !query.isPending
  const isOver = !isDecided && (!isDefaultListState(listState, spec) || (isAnswered && !first))
  if (isOver) setDecided(true)
  useEffect(() => {
    if (first) move(getViewListState(first, spec), { replace: true })
  }, [first, move, spec])
  return !isDecided && !isOver
}

type Saved = Parameters<PreferenceStore['saveView']>[0]

function useViewStore(store: PreferenceStore | null, list: string) {
  const client = useQueryClient()
  const toast = useToast()
  const put = (change: (views: readonly SavedView[]) => SavedView[]) =>
    store && client.setQueryData<SavedView[]>(store.views(list).queryKey, (views = []) => change(views))
  return {
    async save(view: Saved, done: string): Promise<SavedView | undefined> {
      try {
        const saved = await store?.saveView(view)
        if (!saved) return undefined
        put((views) => upsertView(views, saved))
        toast.success(done)
        return saved
      } catch (error) {
        toast.error(getErrorMessage(error))
        return undefined
      }
    },
    async remove({ id }: SavedView) {
      try {
        await store?.deleteView(id)
        put((views) => views.filter((view) => view.id !== id))
        toast.success('已删除视图')
        return true
      } catch (error) {
        toast.error(getErrorMessage(error))
        return false
      }
    },
  }
}

/** The number of rows of each view, and in total; loaded after the list itself. */
export function useViewCounts<Row extends RowWithId>(
  spec: Spec<Row> & Pick<ListSpec<Row>, 'page'>,
  views: readonly SavedView[],
  context: { node: string | undefined },
  isReady: boolean,
): ReadonlyMap<string, string> {
  const countedViews = views.length > 0 ? [{ id: '', query: '' }, ...views] : noViews
  const results = useQueries({
    queries: countedViews.map(({ query }) => ({
      ...spec.page(createListQuery(context.node, { ...emptyListState, ...parseViewQuery(query, spec) })),
      enabled: isReady,
    })),
  })
  return new Map(
    countedViews.flatMap(({ id }, at) => (results[at]?.data ? [[id, formatCount(results[at].data)] as const] : [])),
  )
}

const emptyListState: ListState = {
  node: undefined,
  below: false,
  filter: {},
  sort: undefined,
  page: 1,
  size: 1,
  view: undefined,
  open: undefined,
  fill: undefined,
}
