import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useMay } from '../permissions.tsx'
import { listBulkActions } from './action-items.ts'
import { createListFilter, createListQuery, type MoveListState, type ListState } from './list-state.ts'
import { countTicked, noSelection, type Selection } from './selection.ts'
import type { RowAction, ListFilter, ListContext, ListSpec, RowWithId } from './list-spec.ts'
import { useActionRunner, type ActionRunner } from './use-action-runner.ts'
import { useRowForm, type RowFormState } from './use-row-form.ts'
import { useList, type ListResult } from './use-list.ts'
import { useListImportExport, type ListImportExport } from './use-list-import-export.ts'
import { useViews, type Views } from './use-views.ts'

/** Everything that both forms of a list, wide and narrow, are drawn from. */
export interface ListModel<Row extends RowWithId, Detail extends Row, Values extends object> {
  spec: ListSpec<Row, Detail, Values>
  listState: ListState
  move: MoveListState
  context: ListContext
  listFilter: ListFilter
  list: ListResult<Row>
  refresh: () => Promise<void>
  views: Views | undefined
  selection: Selection
  select: (change: (before: Selection) => Selection) => void
  /** How many are ticked, shown or not. */
  ticked: number
  /** What this user may do to rows. */
  actions: readonly RowAction<Row>[]
  /** What of it may be done to several at once. */
  bulkActions: readonly RowAction<Row>[]
  /** There is something that can be done to what is ticked. */
  canTick: boolean
  importExport: ListImportExport
  actionRunner: ActionRunner<Row>
  rowForm: RowFormState<Row>
}

export function useListModel<Row extends RowWithId, Detail extends Row, Values extends object>(
  spec: ListSpec<Row, Detail, Values>,
  listState: ListState,
  move: MoveListState,
  context: ListContext,
): ListModel<Row, Detail, Values> {
  const client = useQueryClient()
  const may = useMay()
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: spec.queryKey }), [client, spec])
  const listFilter = useMemo(() => createListFilter(context.node, listState), [context.node, listState])
  const views = useViews(spec, listState, move)
  const list = useList(
    spec,
    context.isReady ? createListQuery(context.node, listState) : undefined,
    views?.isWaitingForView ?? false,
  )
  const [selection, select] = useSelection(JSON.stringify(listFilter))
  useLastPage(list, listState.page, move)
  const actions = (spec.actions ?? []).filter(({ permission }) => may(permission))
  const bulkActions = listBulkActions(actions)
  const importExport = useListImportExport(spec, { listFilter, context, selection })
  return {
    spec,
    listState,
    move,
    context,
    listFilter,
    list,
    refresh,
    views,
    selection,
    select,
    ticked: countTicked(selection, list.counted?.itemCount ?? 0),
    actions,
    bulkActions,
    importExport,
    canTick: bulkActions.length > 0 || importExport.openExport !== undefined,
    actionRunner: useActionRunner<Row>(refresh, ({ isRemoval }, targets) => {
      select(() => noSelection)
      if (isRemoval && 'ids' in targets) leaveGone(targets.ids, listState, context, move)
    }),
    rowForm: useRowForm(spec, may, refresh, { listState, move, rows: list.page?.items ?? [], context }),
  }
}

/** Nobody stays where there is nothing any more: neither in the details of what is gone, nor at its node. */
function leaveGone(
  gone: readonly string[],
  { open }: ListState,
  { node, path = [] }: ListContext,
  move: MoveListState,
) {
  if (node && gone.includes(node)) move({ node: path.at(-2)?.id, open: undefined }, { replace: true })
  else if (open && gone.includes(open)) move({ open: undefined }, { replace: true })
}

/** Ticks belong to what was asked for: other rows begin with none. */
function useSelection(of: string) {
  const [stored, setStored] = useState({ of, selection: noSelection })
  const selection = stored.of === of ? stored.selection : noSelection
  const select = useCallback(
    (change: (before: Selection) => Selection) =>
      setStored((before) => ({ of, selection: change(before.of === of ? before.selection : noSelection) })),
    [of],
  )
  return [selection, select] as const
}

/** A page that an old address names may be gone since. */
function useLastPage<Row>({ page }: ListResult<Row>, at: number, move: MoveListState) {
  useEffect(() => {
    if (page && page.items.length === 0 && page.pageCount > 0 && at > page.pageCount) {
      move({ page: page.pageCount }, { replace: true })
    }
  }, [page, at, move])
}
