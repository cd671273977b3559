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

/** The model of both layouts of a list, wide and narrow. */
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
  /** The number of ticked rows, visible or not. */
  ticked: number
  /** The actions that this user may run on rows. */
  actions: readonly RowAction<Row>[]
  /** Those of them for several rows at once. */
  bulkActions: readonly RowAction<Row>[]
  /** There is an action for ticked rows. */
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

/** Leaves the details and the node of deleted rows. */
function leaveGone(
  deletedIds: readonly string[],
  { open }: ListState,
  { node, path = [] }: ListContext,
  move: MoveListState,
) {
  if (node && deletedIds.includes(node)) move({ node: path.at(-2)?.id, open: undefined }, { replace: true })
  else if (open && deletedIds.includes(open)) move({ open: undefined }, { replace: true })
}

/** Ticks belong to a filter: another filter starts with none. */
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

/** The page in an old address may no longer exist. */
function useLastPage<Row>({ page }: ListResult<Row>, at: number, move: MoveListState) {
  useEffect(() => {
    if (page && page.items.length === 0 && page.pageCount > 0 && at > page.pageCount) {
      move({ page: page.pageCount }, { replace: true })
    }
  }, [page, at, move])
}
