import type { RowWithId } from './list-spec.ts'
import type { ListModel } from './use-list-model.ts'
import { formatCount } from './use-list.ts'

/** The position of a row among all results. */
export function getRowPosition<Row extends RowWithId, Detail extends Row, Values extends object>(
  { listState, list }: Pick<ListModel<Row, Detail, Values>, 'listState' | 'list'>,
  at: number,
): { number: number; total: string } {
  const shown = list.page?.items.length ?? 0
  return {
    number: (listState.page - 1) * listState.size + at + 1,
    total: formatCount(list.counted ?? { itemCount: shown }),
  }
}
