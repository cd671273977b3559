import { CheckSquareOutlined, PlusOutlined } from '@ant-design/icons'
import { getBareMeasure, getCreateLabel } from '#packages/web/core/list/noun.ts'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import type { MenuItem } from '../menu-items.tsx'
import { SmallMenu } from '../small-menu.tsx'
import { createActionItems, insertBeforeDanger, listTickedRows } from './action-items.ts'
import { allSelected, noSelection, getTargets } from './selection.ts'
import type { RowWithId } from './list-spec.ts'
import { formatCount } from './use-list.ts'
import type { ListModel } from './use-list-model.ts'
import styles from './phone-list.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
  isPicking: boolean
  onPick: () => void
  onStop: () => void
}

/** At the bottom of the screen: pick several rows, or create a new one. */
export function ListPhoneBar<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { model, isPicking, onPick } = props
  const { spec, canTick, rowForm, list } = model
  if (isPicking) return <PickBar {...props} />
  const canPick = canTick && list.counted?.itemCount !== 0
  if (!canPick && !rowForm.canCreate) return null
  return (
    <div className={styles['bar']}>
      {canPick && (
        <Button className={styles['pick']!} icon={<Glyph of={CheckSquareOutlined} />} onClick={onPick}>
          多选
        </Button>
      )}
      {rowForm.canCreate && (
        <Button type="primary" icon={<Glyph of={PlusOutlined} />} onClick={rowForm.create}>
          {getCreateLabel(spec.noun, spec.create)}
        </Button>
      )}
    </div>
  )
}

function PickBar<Row extends RowWithId, Detail extends Row, Values extends object>(props: Props<Row, Detail, Values>) {
  const { model, onStop } = props
  const { spec, list, selection, select, ticked } = model
  const isWhole = selection.isAll && selection.ids.size === 0
  return (
    <div className={styles['bar']} role="group" aria-label="批量操作">
      <p className={styles['picked']} role="status">
        {isWhole
          ? `已选全部 ${ticked.toLocaleString()} ${getBareMeasure(spec.noun)}`
          : `已选 ${ticked.toLocaleString()} ${getBareMeasure(spec.noun)}`}
      </p>
      <Button type="link" onClick={() => select(() => (isWhole ? noSelection : allSelected))}>
        {isWhole ? '全不选' : `全选 ${list.counted ? formatCount(list.counted) : ''}`.trim()}
      </Button>
      <SmallMenu
        label="批量操作"
        button="操作"
        className={styles['acts']!}
        items={ticked > 0 ? pickItems(model) : []}
      />
      <Button onClick={onStop}>取消</Button>
    </div>
  )
}

function pickItems<Row extends RowWithId, Detail extends Row, Values extends object>(
  model: ListModel<Row, Detail, Values>,
): MenuItem[] {
  const { bulkActions, actionRunner, listFilter, list, selection, importExport, ticked } = model
  const rows = listTickedRows(selection, list.page?.items)
  const items = createActionItems(bulkActions, actionRunner, getTargets(selection, listFilter), ticked, rows)
  const { openExport } = importExport
  return openExport ? insertBeforeDanger(items, { key: 'export', label: '导出', onSelect: openExport }) : items
}
