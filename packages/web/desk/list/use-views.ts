import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { KeeperContext, type Keeper, type SavedView } from '../keeper.ts'
import { useToast } from '../toast.tsx'
import { useLate } from '../use-late.ts'
import { looksForNumber, queryAt, readLook, writeLook, type Move, type Place } from './place.ts'
import type { ListSpec, RowWithId } from './spec.ts'
import { countOf } from './use-list.ts'
import {
  changed,
  isBare,
  placeOf,
  placeOfAll,
  viewStateOf,
  withKept,
  type ViewChange,
  type ViewState,
} from './views.ts'

export interface Views extends ViewState {
  all: readonly SavedView[]
  /** The rows wait a moment, because a view may be about to decide which they are. */
  isHeld: boolean
  /** Somebody's number is looked for, which no view keeps. */
  hasNumber: boolean
  choose: (view: SavedView | undefined) => void
  /** True when it was kept. */
  change: (view: SavedView, change: ViewChange, done: string) => Promise<boolean>
  saveChanges: () => void
  restore: () => void
  saveAs: (name: string, isShared: boolean) => Promise<boolean>
  remove: (view: SavedView) => Promise<boolean>
}

const noViews: readonly SavedView[] = []
/** Views that take longer than this decide nothing: rows that are there never change under anybody's eyes. */
const holdMs = 300

/** The saved views of a list. Whatever happens to them, the list goes on without. */
export function useViews<Row extends RowWithId>(spec: Spec<Row>, place: Place, move: Move): Views | undefined {
  const keeper = use(KeeperContext)
  const has = spec.hasViews === true && keeper !== null
  const query = useQuery({ ...(keeper?.views(spec.key) ?? unread), enabled: has })
  const keep = useKeeping(keeper, spec.key)
  const all = query.data ?? noViews
  const state = viewStateOf(all, place, spec)
  const isHeld = useDefault(has, query, place, move, spec)
  if (!has) return undefined
  const here = writeLook(place, spec)
  return {
    ...state,
    all,
    isHeld,
    hasNumber: looksForNumber(place),
    choose: (view) => move(view ? placeOf(view, spec) : placeOfAll(all)),
    change: (view, change, done) => keep.save(changed(view, spec.key, change), done).then(Boolean),
    saveChanges: () => {
      if (state.current) void keep.save(changed(state.current, spec.key, { query: here }), '已保存视图')
    },
    restore: () => state.current && move(placeOf(state.current, spec)),
    saveAs: async (name, isShared) => {
      const kept = await keep.save(
        { id: null, list: spec.key, name, query: here, isShared, isDefault: false },
        '已存为视图',
      )
      if (kept) move({ view: kept.id })
      return Boolean(kept)
    },
    remove: async (view) => {
      const isGone = await keep.remove(view)
      if (isGone && state.current?.id === view.id) move(placeOfAll(all.filter((one) => one !== view)))
      return isGone
    },
  }
}

type Spec<Row extends RowWithId> = Pick<ListSpec<Row>, 'key' | 'hasViews' | 'search' | 'filters' | 'name' | 'columns'>

const unread = { queryKey: ['no views'], queryFn: () => Promise.resolve<SavedView[]>([]) }

/** Opens what somebody wants to see first, if that is known before any rows are seen. */
function useDefault<Row extends RowWithId>(
  has: boolean,
  query: { data: SavedView[] | undefined; isPending: boolean },
  place: Place,
  move: Move,
  spec: Spec<Row>,
) {
  const [isDecided, setDecided] = useState(() => !has || !isBare(place, spec))
  const isLate = useLate(!isDecided && query.isPending, holdMs)
  const first = isDecided ? undefined : query.data?.find(({ isDefault }) => isDefault)
  const isAnswered = isLate || !query.isPending
  const isOver = !isDecided && (!isBare(place, spec) || (isAnswered && !first))
  if (isOver) setDecided(true)
  useEffect(() => {
    if (first) move(placeOf(first, spec), { replace: true })
  }, [first, move, spec])
  return !isDecided && !isOver
}

type Saved = Parameters<Keeper['saveView']>[0]

function useKeeping(keeper: Keeper | null, list: string) {
  const client = useQueryClient()
  const toast = useToast()
  const put = (change: (views: readonly SavedView[]) => SavedView[]) =>
    keeper && client.setQueryData<SavedView[]>(keeper.views(list).queryKey, (views = []) => change(views))
  return {
    async save(view: Saved, done: string): Promise<SavedView | undefined> {
      try {
        const kept = await keeper?.saveView(view)
        if (!kept) return undefined
        put((views) => withKept(views, kept))
        toast.success(done)
        return kept
      } catch (error) {
        toast.error(wordsOf(error))
        return undefined
      }
    },
    async remove({ id }: SavedView) {
      try {
        await keeper?.deleteView(id)
        put((views) => views.filter((view) => view.id !== id))
        toast.success('已删除视图')
        return true
      } catch (error) {
        toast.error(wordsOf(error))
        return false
      }
    },
  }
}

/** How many rows each view has, and all together; asked for once the list itself is there. */
export function useViewCounts<Row extends RowWithId>(
  spec: Spec<Row> & Pick<ListSpec<Row>, 'page'>,
  views: readonly SavedView[],
  ground: { node: string | undefined },
  isReady: boolean,
): ReadonlyMap<string, string> {
  const looks = views.length > 0 ? [{ id: '', query: '' }, ...views] : noViews
  const results = useQueries({
    queries: looks.map(({ query }) => ({
      ...spec.page(queryAt(ground.node, { ...noPlace, ...readLook(query, spec) })),
      enabled: isReady,
    })),
  })
  return new Map(looks.flatMap(({ id }, at) => (results[at]?.data ? [[id, countOf(results[at].data)] as const] : [])))
}

const noPlace: Place = {
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
