import { use, useState } from 'react'
import type { ExporterProps } from '#packages/web/core/module.ts'
import { useMay } from '../permissions.tsx'
import { SheetImportExportContext } from '../sheet-import-export.ts'
import { listChosenColumns, getStoredColumnChoice } from './column-choice.ts'
import { nameKey } from './list-state.ts'
import type { Selection } from './selection.ts'
import type { ListFilter, ListContext, ListSpec, RowWithId } from './list-spec.ts'

type ExportRequest = Omit<ExporterProps, 'onClose'>

/** Import and export of rows; each is undefined without the permission. */
export interface ListImportExport {
  openImport: (() => void) | undefined
  /** Exports the ticked rows, or all rows of the filter. */
  openExport: (() => void) | undefined
  /** The current export. */
  exportRequest: ExportRequest | undefined
  close: () => void
}

interface ExportContext {
  listFilter: ListFilter
  context: ListContext
  selection: Selection
}

export function useListImportExport<Row extends RowWithId, Detail extends Row, Values extends object>(
  spec: ListSpec<Row, Detail, Values>,
  { listFilter, context, selection }: ExportContext,
): ListImportExport {
  const transfer = use(SheetImportExportContext)
  const may = useMay()
  const [exportRequest, setExportRequest] = useState<ExportRequest>()
  const { import: incoming, export: outgoing } = spec.sheet ?? {}
  const openImport = () => {
    const orgId = incoming?.orgOf ? incoming.orgOf(context) : context.node
    if (orgId) transfer?.openImport(incoming!.target, orgId)
  }
  const visibleColumns = spec.columns.filter(({ when }) => when?.(context) ?? true)
  const openExport = () =>
    outgoing &&
    context.isReady &&
    setExportRequest({
      source: outgoing.source,
      filter: { ...outgoing.filterOf(listFilter), ...tickedOnly(selection) },
      // Includes columns dropped for lack of room: a narrow window does not change the user's choice.
      columns: [
        outgoing.name ?? nameKey,
        ...listChosenColumns(visibleColumns, getStoredColumnChoice(spec.key)).map(({ key }) => key),
        ...(outgoing.extra ?? []),
      ],
    })
  return {
    openImport: transfer && incoming && may(incoming.permission) ? openImport : undefined,
    openExport:
      transfer && outgoing && may(transfer.permission) && may(outgoing.permission ?? transfer.permission)
        ? openExport
        : undefined,
    exportRequest,
    close: () => setExportRequest(undefined),
  }
}

/** Nothing ticked means everything. */
function tickedOnly({ isAll, ids }: Selection) {
  if (ids.size === 0) return {}
  return isAll ? { except: [...ids] } : { ids: [...ids] }
}
