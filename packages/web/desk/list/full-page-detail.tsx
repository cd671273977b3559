import { getRowPosition } from './row-position.ts'
import type { RowWithId, FullPageDetailProps, FullPageDetailSpec } from './list-spec.ts'
import type { ListModel } from './use-list-model.ts'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
  spec: FullPageDetailSpec<Row>
  id: string
}

/** The details of one row instead of the list, with links to the next one and back. */
export function FullPageDetail<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { model, spec, id } = props
  const { list, move, rowForm, actionRunner, refresh } = model
  const rows = list.page?.items ?? []
  const at = rows.findIndex((row) => row.id === id)
  const { number } = getRowPosition(model, at)
  const stepTo = (to: Row | undefined) => to && (() => move({ open: to.id }, { replace: true }))
  const shown: FullPageDetailProps<Row> = {
    id,
    row: rows[at],
    refresh,
    position:
      at < 0
        ? undefined
        : {
            at: number,
            of: list.counted?.itemCount ?? rows.length,
            onBefore: stepTo(rows[at - 1]),
            onAfter: stepTo(rows[at + 1]),
          },
    edit: rowForm.mayEdit ? rowForm.edit : undefined,
    start: (action, row) => actionRunner.start(action, { ids: [row.id] }, 1, [row]),
    close: () => move({ open: undefined }, { replace: true }),
  }
  return spec.whole(shown)
}
