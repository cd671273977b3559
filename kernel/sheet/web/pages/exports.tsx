import { col, StatusOf } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { daysFilter } from '#packages/web/desk/list/range.ts'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { TabbedPage } from '#packages/web/desk/tabbed-page.tsx'
import { exportStates, type ExportRecord } from '../../contract.ts'
import { exportActs } from '../exporting/export-acts.ts'
import { exportFacts, ExportIcon, stateOf, wholeOf } from '../exporting/export-facts.tsx'
import * as queries from '../exporting/queries.ts'

const listOf = (of: queries.ExportsOf, empty: { title: string; words: string }) =>
  defineListPage<ExportRecord>({
    key: 'sheet:Exports',
    queryKey: queries.exportKey,
    unit: '条导出记录',
    measure: '条',
    counted: '条导出记录',
    page: queries.exportPage(of),
    name: { title: '内容', of: ({ title }) => title, icon: () => <ExportIcon />, width: 120 },
    columns: [
      col.text({ key: 'words', title: '范围', width: 220, dropAt: 1, card: 'fact' }),
      col.number({ key: 'count', title: '行数', width: 88, unit: '行', card: 'fact', of: ({ count }) => count }),
      col.text({ key: 'isWhole', title: '敏感列', width: 80, dropAt: 3, of: wholeOf }),
      col.text({ key: 'byName', title: '申请人', width: 96, card: 'kind' }),
      col.text({ key: 'orgName', title: '单位', width: 160, dropAt: 2 }),
      col.date({ key: 'askedAt', title: '时间', width: 168, hasTime: true, dropAt: 4, of: ({ askedAt }) => askedAt }),
      col.status({ key: 'state', title: '状态', width: 104, of: stateOf }),
    ],
    filters: [
      {
        name: 'state',
        label: '状态',
        options: Object.entries(exportStates).map(([value, label]) => ({ value, label })),
      },
      daysFilter('时间'),
    ],
    acts: exportActs,
    detail: {
      of: queries.exportDetail,
      name: ({ title }) => title,
      sections: exportFacts,
      icon: () => <ExportIcon isHead />,
      tag: (row) => <StatusOf status={stateOf(row)} />,
      about: ({ byName, orgName }) => [byName, orgName].filter(Boolean),
    },
    empty: { title: empty.title, words: empty.words, of: 'export' },
  })

const parts = [
  {
    key: 'mine',
    label: '我的',
    List: listOf('mine', { title: '还没有导出记录', words: '在列表中点“导出”，这里会留下记录。' }),
  },
  {
    key: 'decide',
    label: '待我审批',
    List: listOf('decide', { title: '没有待审批的导出', words: '需要您同意的导出申请会出现在这里。' }),
  },
  {
    key: 'all',
    label: '全部',
    List: listOf('all', { title: '还没有导出记录', words: '管理范围内的导出都会出现在这里。' }),
  },
] as const

/** 导出记录: one's own, and for those who may agree to others' also theirs. */
export default function ExportsPage() {
  const { search, setSearch } = usePageSearch()
  const may = useMay()
  const shown = may('export.approve') ? parts : parts.slice(0, 1)
  const { key, List } = shown.find((part) => part.key === search.get('as')) ?? parts[0]
  if (shown.length === 1) return <List />
  // Other rows: nothing that was asked for before belongs to them.
  const choose = (next: string) => setSearch(() => new URLSearchParams(next === parts[0].key ? {} : { as: next }))
  return (
    <TabbedPage tabs={shown} chosen={key} onChoose={choose}>
      <List />
    </TabbedPage>
  )
}
