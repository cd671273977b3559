import type { MenuItem } from '../menu-items.tsx'
import { isTicked, type Selection } from './selection.ts'
import type { RowAction, RowWithId, Targets } from './list-spec.ts'
import type { ActionRunner } from './use-action-runner.ts'

/** The actions that apply to this row. */
export const listRowActions = <Row>(actions: readonly RowAction<Row>[], row: Row) =>
  actions.filter(({ when }) => when?.(row) ?? true)

/** Actions with their own button in a row, where there is no edit: 同意, 下载. As short as 编辑. */
export const listQuickActions = <Row>({
  actions,
  rowForm,
}: {
  actions: readonly RowAction<Row>[]
  rowForm: { mayEdit: boolean }
}) =>
  actions.filter(
    ({ isPrimary, isSingle, isDanger, label }) =>
      !rowForm.mayEdit && isPrimary && !isDanger && label.length === 2 && (isSingle || actions.length === 1),
  )

/** Actions for several rows at once. */
export const listBulkActions = <Row>(actions: readonly RowAction<Row>[]) => actions.filter(({ isSingle }) => !isSingle)

/** The ticked rows of a page. */
export const listTickedRows = <Row extends RowWithId>(selection: Selection, rows: readonly Row[] = []) =>
  rows.filter(({ id }) => isTicked(selection, id))

/** Actions as menu items. `rows` are those of the targets that are on the page. */
export const createActionItems = <Row>(
  actions: readonly RowAction<Row>[],
  actionRunner: ActionRunner<Row>,
  targets: Targets,
  count: number,
  rows: readonly Row[],
): MenuItem[] =>
  actions.map((action) => ({
    key: action.key,
    label: action.label,
    ...(action.isDanger && { isDanger: true }),
    ...(action.dividerBefore && { dividerBefore: true }),
    onSelect: () => actionRunner.start(action, targets, count, rows),
  }))

/** Inserts harmless items before dangerous ones. */
export function insertBeforeDanger<Thing extends { isDanger?: boolean }>(
  things: readonly Thing[],
  harmless: Thing,
): Thing[] {
  const at = things.findIndex(({ isDanger }) => isDanger)
  return at < 0 ? [...things, harmless] : [...things.slice(0, at), harmless, ...things.slice(at)]
}

/** The actions of one row as menu items. */
export const createRowMenuItems = <Row extends RowWithId>(
  actions: readonly RowAction<Row>[],
  actionRunner: ActionRunner<Row>,
  row: Row,
): MenuItem[] =>
  listRowActions(actions, row).flatMap((action) => {
    const whyNot = action.whyNot?.(row)
    const items = createActionItems([action], actionRunner, { ids: [row.id] }, 1, [row])
    return whyNot ? items.map((item) => ({ ...item, whyNot })) : items
  })
