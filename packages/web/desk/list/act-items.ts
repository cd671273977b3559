import type { MenuItem } from '../menu-items.tsx'
import type { Act, Targets } from './spec.ts'
import type { Acting } from './use-acting.ts'

/** What can be done to this row. */
export const actsOn = <Row>(acts: readonly Act<Row>[], row: Row) => acts.filter(({ when }) => when?.(row) ?? true)

/** Acts as the items of a menu. */
export const actItems = <Row>(
  acts: readonly Act<Row>[],
  acting: Acting<Row>,
  targets: Targets,
  count: number,
): MenuItem[] =>
  acts.map((act) => ({
    key: act.key,
    label: act.label,
    ...(act.isDanger && { isDanger: true }),
    onSelect: () => acting.start(act, targets, count),
  }))
