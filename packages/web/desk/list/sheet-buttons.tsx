import { EllipsisOutlined, ExportOutlined, ImportOutlined } from '@ant-design/icons'
import { use, Suspense } from 'react'
import { Button } from '../button.tsx'
import { Glyph, type Icon } from '../glyph.tsx'
import { SheetsContext } from '../sheets.ts'
import { SmallMenu } from '../small-menu.tsx'
import type { RowWithId } from './spec.ts'
import type { ListModel } from './use-list-model.ts'
import styles from './phone-list.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
}

interface Way {
  key: string
  label: string
  icon: Icon
  go: () => void
}

function waysOf<Row extends RowWithId, Detail extends Row, Values extends object>({
  sheets: { bringIn, takeAlong },
}: ListModel<Row, Detail, Values>): Way[] {
  return [
    ...(bringIn ? [{ key: 'import', label: '导入', icon: ImportOutlined, go: bringIn }] : []),
    ...(takeAlong ? [{ key: 'export', label: '导出', icon: ExportOutlined, go: takeAlong }] : []),
  ]
}

/** 导入 and 导出 on the action line. */
export const SheetButtons = <Row extends RowWithId, Detail extends Row, Values extends object>({
  model,
}: Props<Row, Detail, Values>) =>
  waysOf(model).map(({ key, label, icon, go }) => (
    // Nobody can say whose rows they are before it is known where one stands.
    <Button key={key} icon={<Glyph of={icon} />} disabled={!model.ground.isReady} onClick={go}>
      {label}
    </Button>
  ))

/** The same on a phone, where the line has no room for them. */
export function SheetMenu<Row extends RowWithId, Detail extends Row, Values extends object>({
  model,
}: Props<Row, Detail, Values>) {
  const ways = waysOf(model)
  if (ways.length === 0 || !model.ground.isReady) return null
  return (
    <SmallMenu
      label="更多"
      isIcon
      button={<Glyph of={EllipsisOutlined} />}
      className={styles['more']!}
      items={ways.map(({ key, label, icon, go }) => ({ key, label, icon: <Glyph of={icon} />, onSelect: go }))}
    />
  )
}

/** The dialog of what is being taken along. */
export function Taken<Row extends RowWithId, Detail extends Row, Values extends object>({
  model: { sheets },
}: Props<Row, Detail, Values>) {
  const door = use(SheetsContext)
  if (!sheets.taken || !door) return null
  return (
    <Suspense>
      <door.Exporter {...sheets.taken} onClose={sheets.close} />
    </Suspense>
  )
}
