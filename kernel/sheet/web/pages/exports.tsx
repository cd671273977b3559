import { optionsOf } from '#packages/contract'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { TabbedPage } from '#packages/web/desk/tabbed-page.tsx'
import { exportStates, type ExportRecord } from '../../contract.ts'
import { exportActions } from '../export/export-actions.ts'
import { exportFacts, ExportTitleIcon, getExportStatus, getMaskingLabel } from '../export/export-facts.tsx'
import * as queries from '../export/queries.ts'

const createExportList = (of: queries.ExportListKind, empty: { title: string; text: string }) =>
  defineListPage<ExportRecord>({
    key: 'sheet:Exports',
    queryKey: queries.exportKey,
    unit: '条导出记录',
    measure: '条',
    counted: '条导出记录',
    page: queries.exportPage(of),
    name: { title: '内容', of: ({ title }) => title, icon: () => <ExportTitleIcon />, width: 120 },
    columns: [
      col.text({ key: 'description', title: '范围', width: 220, dropAt: 1, card: 'fact' }),
      col.number({ key: 'count', title: '行数', width: 88, unit: '行', card: 'fact', of: ({ count }) => count }),
      col.text({ key: 'isWhole', title: '敏感列', width: 80, dropAt: 3, of: getMaskingLabel }),
      col.text({ key: 'byName', title: '申请人', width: 96, card: 'kind' }),
      col.text({ key: 'orgName', title: '单位', width: 160, dropAt: 2 }),
      col.date({
        key: 'requestedAt',
        title: '时间',
        width: 168,
        hasTime: true,
        dropAt: 4,
        of: ({ requestedAt }) => requestedAt,
      }),
      col.status({ key: 'state', title: '状态', width: 104, of: getExportStatus }),
    ],
    filters: [{ name: 'state', label: '状态', options: optionsOf(exportStates) }, createDayRangeFilter('时间')],
    actions: exportActions,
    detail: {
      of: queries.exportDetail,
      name: ({ title }) => title,
      sections: exportFacts,
      icon: () => <ExportTitleIcon isHead />,
      tag: (row) => <RowStatusTag status={getExportStatus(row)} />,
      about: ({ byName, orgName }) => [byName, orgName].filter(Boolean),
    },
    empty: { title: empty.title, text: empty.text, of: 'export' },
  })

const tabs = [
  {
    key: 'mine',
    label: '我的',
    List: createExportList('mine', { title: '还没有导出记录', text: '在列表中点“导出”，这里会留下记录。' }),
  },
  {
    key: 'decide',
    label: '待我审批',
    List: createExportList('decide', { title: '没有待审批的导出', text: '需要您同意的导出申请会出现在这里。' }),
  },
  {
    key: 'all',
    label: '全部',
    List: createExportList('all', { title: '还没有导出记录', text: '管理范围内的导出都会出现在这里。' }),
  },
] as const

/** 导出记录: own exports, and for approvers also those of others. */
export default function ExportsPage() {
  const { search, setSearch } = usePageSearch()
  const may = useMay()
  const shown = may('export.approve') ? tabs : tabs.slice(0, 1)
  const { key, List } = shown.find((part) => part.key === search.get('as')) ?? tabs[0]
  if (shown.length === 1) return <List />
  // Another tab has other rows, so all search parameters are dropped.
  const choose = (next: string) => setSearch(() => new URLSearchParams(next === tabs[0].key ? {} : { as: next }))
  return (
    <TabbedPage tabs={shown} chosen={key} onChoose={choose}>
      <List />
    </TabbedPage>
  )
}
