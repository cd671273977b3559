import type { RowWithId } from './spec.ts'
import type { ListModel } from './use-list-model.ts'
import { countOf } from './use-list.ts'

/** Where a row of the shown page stands among all that were found. */
export function positionOf<Row extends RowWithId, Detail extends Row, Values extends object>(
  { place, list }: Pick<ListModel<Row, Detail, Values>, 'place' | 'list'>,
  at: number,
): { number: number; total: string } {
  const shown = list.page?.items.length ?? 0
  return { number: (place.page - 1) * place.size + at + 1, total: countOf(list.counted ?? { itemCount: shown }) }
}
