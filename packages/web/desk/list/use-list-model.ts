import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useMay } from '../permissions.tsx'
import { actsOnMany } from './act-items.ts'
import { askedAt, queryAt, type Move, type Place } from './place.ts'
import { countTicked, nothing, type Selection } from './selection.ts'
import type { Act, Asked, Ground, ListSpec, RowWithId } from './spec.ts'
import { useActing, type Acting } from './use-acting.ts'
import { useFilling, type Filling } from './use-filling.ts'
import { useList, type ListState } from './use-list.ts'
import { useSheets, type ListSheets } from './use-sheets.ts'
import { useViews, type Views } from './use-views.ts'

/** Everything that both forms of a list, wide and narrow, are drawn from. */
export interface ListModel<Row extends RowWithId, Detail extends Row, Values extends object> {
  spec: ListSpec<Row, Detail, Values>
  place: Place
  move: Move
  ground: Ground
  asked: Asked
  list: ListState<Row>
  refresh: () => Promise<void>
  views: Views | undefined
  selection: Selection
  select: (change: (before: Selection) => Selection) => void
  /** How many are ticked, shown or not. */
  ticked: number
  /** What this user may do to rows. */
  acts: readonly Act<Row>[]
  /** What of it may be done to several at once. */
  actsOnTicked: readonly Act<Row>[]
  /** There is something that can be done to what is ticked. */
  canTick: boolean
  sheets: ListSheets
  acting: Acting<Row>
  filling: Filling<Row>
}

export function useListModel<Row extends RowWithId, Detail extends Row, Values extends object>(
  spec: ListSpec<Row, Detail, Values>,
  place: Place,
  move: Move,
  ground: Ground,
): ListModel<Row, Detail, Values> {
  const client = useQueryClient()
  const may = useMay()
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: spec.queryKey }), [client, spec])
  const asked = useMemo(() => askedAt(ground.node, place), [ground.node, place])
  const views = useViews(spec, place, move)
  const list = useList(spec, ground.isReady ? queryAt(ground.node, place) : undefined, views?.isHeld ?? false)
  const [selection, select] = useSelection(JSON.stringify(asked))
  useLastPage(list, place.page, move)
  const acts = (spec.acts ?? []).filter(({ permission }) => may(permission))
  const actsOnTicked = actsOnMany(acts)
  const sheets = useSheets(spec, { asked, ground, selection })
  return {
    spec,
    place,
    move,
    ground,
    asked,
    list,
    refresh,
    views,
    selection,
    select,
    ticked: countTicked(selection, list.counted?.itemCount ?? 0),
    acts,
    actsOnTicked,
    sheets,
    canTick: actsOnTicked.length > 0 || sheets.takeAlong !== undefined,
    acting: useActing<Row>(refresh, ({ isRemoval }, targets) => {
      select(() => nothing)
      if (isRemoval && 'ids' in targets) leaveGone(targets.ids, place, ground, move)
    }),
    filling: useFilling(spec, may, refresh, { place, move, rows: list.page?.items ?? [], ground }),
  }
}

/** Nobody stays where there is nothing any more: neither in the details of what is gone, nor at its node. */
function leaveGone(gone: readonly string[], { open }: Place, { node, path = [] }: Ground, move: Move) {
  if (node && gone.includes(node)) move({ node: path.at(-2)?.id, open: undefined }, { replace: true })
  else if (open && gone.includes(open)) move({ open: undefined }, { replace: true })
}

/** Ticks belong to what was asked for: other rows begin with none. */
function useSelection(of: string) {
  const [kept, setKept] = useState({ of, selection: nothing })
  const selection = kept.of === of ? kept.selection : nothing
  const select = useCallback(
    (change: (before: Selection) => Selection) =>
      setKept((before) => ({ of, selection: change(before.of === of ? before.selection : nothing) })),
    [of],
  )
  return [selection, select] as const
}

/** A page that an old address names may be gone since. */
function useLastPage<Row>({ page }: ListState<Row>, at: number, move: Move) {
  useEffect(() => {
    if (page && page.items.length === 0 && page.pageCount > 0 && at > page.pageCount) {
      move({ page: page.pageCount }, { replace: true })
    }
  }, [page, at, move])
}
