import { EllipsisOutlined, ExportOutlined, ImportOutlined } from '@ant-design/icons'
import { use, Suspense } from 'react'
import { Button } from '../button.tsx'
import { Glyph, type Icon } from '../glyph.tsx'
import { SheetImportExportContext } from '../sheet-import-export.ts'
import { SmallMenu } from '../small-menu.tsx'
import type { RowWithId } from './list-spec.ts'
import type { ListModel } from './use-list-model.ts'
import styles from './phone-list.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  model: ListModel<Row, Detail, Values>
}

interface TransferAction {
  key: string
  label: string
  icon: Icon
  start: () => void
}

function listTransferActions<Row extends RowWithId, Detail extends Row, Values extends object>({
  importExport: { openImport, openExport },
}: ListModel<Row, Detail, Values>): TransferAction[] {
  return [
    ...(openImport ? [{ key: 'import', label: '导入', icon: ImportOutlined, start: openImport }] : []),
    ...(openExport ? [{ key: 'export', label: '导出', icon: ExportOutlined, start: openExport }] : []),
  ]
}

/** 导入 and 导出 on the action line. */
export const ImportExportButtons = <Row extends RowWithId, Detail extends Row, Values extends object>({
  model,
}: Props<Row, Detail, Values>) =>
  listTransferActions(model).map(({ key, label, icon, start }) => (
    // The organisation of the rows is unknown until the node has loaded.
    <Button key={key} icon={<Glyph of={icon} />} disabled={!model.context.isReady} onClick={start}>
      {label}
    </Button>
  ))

/** The same as a menu on a phone, where the line has no room for buttons. */
export function ImportExportMenu<Row extends RowWithId, Detail extends Row, Values extends object>({
  model,
}: Props<Row, Detail, Values>) {
  const transferActions = listTransferActions(model)
  if (transferActions.length === 0 || !model.context.isReady) return null
  return (
    <SmallMenu
      label="更多"
      isIcon
      button={<Glyph of={EllipsisOutlined} />}
      className={styles['more']!}
      items={transferActions.map(({ key, label, icon, start }) => ({
        key,
        label,
        icon: <Glyph of={icon} />,
        onSelect: start,
      }))}
    />
  )
}

/** The dialog of the current export. */
export function ExportDialog<Row extends RowWithId, Detail extends Row, Values extends object>({
  model: { importExport },
}: Props<Row, Detail, Values>) {
  const transfer = use(SheetImportExportContext)
  if (!importExport.exportRequest || !transfer) return null
  return (
    <Suspense>
      <transfer.Exporter {...importExport.exportRequest} onClose={importExport.close} />
    </Suspense>
  )
}
