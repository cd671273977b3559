import { ExportOutlined } from '@ant-design/icons'
import { Suspense, use, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { SheetImportExportContext } from '#packages/web/desk/sheet-import-export.ts'
import { SmallMenu } from '#packages/web/desk/small-menu.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { saveSheet, type Range } from '../data-queries.ts'
import styles from './saved-views.module.css'

/** 导出: the table as it is shown, or a row for each organisation, day and metric; many rows become a task. */
export function ExportMenu({ range, title }: { range: Range; title: string }) {
  const toast = useToast()
  const may = useMay()
  const transfer = use(SheetImportExportContext)
  const [isExporting, setExporting] = useState(false)
  const { key, orgId, from, to } = range
  const save = () =>
    void saveSheet(range, 'org', `${title}数据 ${from} 至 ${to}`).catch((error: unknown) =>
      toast.error(getErrorMessage(error)),
    )
  return (
    <>
      <SmallMenu
        label="导出"
        className={`${styles['button']!} no-print`}
        button={
          <>
            <Glyph of={ExportOutlined} /> 导出
          </>
        }
        items={[
          { key: 'page', label: '本页表格', onSelect: save },
          ...(transfer && may(transfer.permission)
            ? [{ key: 'days', label: '每天明细', onSelect: () => setExporting(true) }]
            : []),
        ]}
      />
      {isExporting && transfer && (
        <Suspense>
          <transfer.Exporter
            source="app-data"
            filter={{ key, orgId, from, to }}
            columns={['org', 'day', 'metric', 'value', 'unit', 'reported']}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
    </>
  )
}
