import type { MenuItem } from '../menu-items.tsx'
import { isTicked, type Selection } from './selection.ts'
import type { Act, RowWithId, Targets } from './spec.ts'
import type { Acting } from './use-acting.ts'

/** What can be done to this row. */
export const actsOn = <Row>(acts: readonly Act<Row>[], row: Row) => acts.filter(({ when }) => when?.(row) ?? true)

/** What has a button of its own in a row, where nothing is edited: 同意, 下载. As short as 编辑 would be. */
export const quickOf = <Row>({ acts, filling }: { acts: readonly Act<Row>[]; filling: { mayEdit: boolean } }) =>
  acts.filter(
    ({ isUsual, isSingle, isDanger, label }) =>
      !filling.mayEdit && isUsual && !isDanger && label.length === 2 && (isSingle || acts.length === 1),
  )

/** What can be done to several at once. */
export const actsOnMany = <Row>(acts: readonly Act<Row>[]) => acts.filter(({ isSingle }) => !isSingle)

/** The ticked ones among the rows of a page. */
export const tickedOf = <Row extends RowWithId>(selection: Selection, rows: readonly Row[] = []) =>
  rows.filter(({ id }) => isTicked(selection, id))

/** Acts as the items of a menu. `rows` are those of the targets that stand on the page. */
export const actItems = <Row>(
  acts: readonly Act<Row>[],
  acting: Acting<Row>,
  targets: Targets,
  count: number,
  rows: readonly Row[],
): MenuItem[] =>
  acts.map((act) => ({
    key: act.key,
    label: act.label,
    ...(act.isDanger && { isDanger: true }),
    ...(act.isApart && { isApart: true }),
    onSelect: () => acting.start(act, targets, count, rows),
  }))

/** Puts what is harmless in front of whatever takes something away. */
export function beforeDanger<Thing extends { isDanger?: boolean }>(things: readonly Thing[], harmless: Thing): Thing[] {
  const at = things.findIndex(({ isDanger }) => isDanger)
  return at < 0 ? [...things, harmless] : [...things.slice(0, at), harmless, ...things.slice(at)]
}

/** The acts of one row, as the items of its menu. */
export const rowItems = <Row extends RowWithId>(acts: readonly Act<Row>[], acting: Acting<Row>, row: Row): MenuItem[] =>
  actsOn(acts, row).flatMap((act) => {
    const whyNot = act.whyNot?.(row)
    const items = actItems([act], acting, { ids: [row.id] }, 1, [row])
    return whyNot ? items.map((item) => ({ ...item, whyNot })) : items
  })
