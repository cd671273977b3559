import { FileExcelOutlined } from '@ant-design/icons'
import { formatDateTime } from '#packages/web/core/format/time.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { defineTabbedPage } from '#packages/web/desk/tabbed-page.tsx'
import { dataExport, dataExportApi, oneTimeNotice, type ExportRow } from '../../contract.ts'
import { exportActions } from '../export/export-actions.ts'

const getMaskingLabel = ({ isWhole }: Pick<ExportRow, 'isWhole'>) => (isWhole ? '完整' : '脱敏')

/** The caller's own exports, those that wait for the caller, or all in scope. */
function createExportList(as: 'mine' | 'decide' | 'all', empty: { title?: string; text: string }) {
  const list = createEntityListSpec(dataExport, dataExportApi, {
    key: 'sheet:Exports',
    icon: FileExcelOutlined,
    facts: {
      columns: ({ columns }) => columns.join('、'),
      decision: ({ decision }) =>
        decision && `${decision.name} ${formatDateTime(decision.at)}${decision.opinion && `：${decision.opinion}`}`,
      isWhole: (row) => getMaskingLabel(row) + (row.isWhole ? `（文件${oneTimeNotice}）` : ''),
    },
    empty: { ...empty, of: 'export' },
  })
  return defineListPage({
    ...list,
    page: ({ filter, ...page }) => list.page({ ...page, filter: { ...filter, as } }),
    columns: list.columns.map((column) =>
      column.key === 'isWhole'
        ? { ...column, cell: getMaskingLabel, text: getMaskingLabel, cardText: getMaskingLabel }
        : column,
    ),
    // The tabs of the page are the filter `as`.
    filters: (list.filters ?? []).filter(({ name }) => name !== 'as'),
    actions: exportActions,
  })
}

/** 导出记录: own exports, and for approvers also those of others. */
export default defineTabbedPage(
  [
    {
      key: 'mine',
      label: '我的',
      page: createExportList('mine', { text: '在列表中点“导出”，这里会留下记录。' }),
    },
    {
      key: 'decide',
      label: '待我审批',
      permission: 'export.approve',
      page: createExportList('decide', { title: '没有待审批的导出', text: '需要您同意的导出申请会出现在这里。' }),
    },
    {
      key: 'all',
      label: '全部',
      permission: 'export.approve',
      page: createExportList('all', { text: '管理范围内的导出都会出现在这里。' }),
    },
  ],
  'as',
)
