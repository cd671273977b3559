import { FileSearchOutlined } from '@ant-design/icons'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { platformApi, type LogRow } from '../../contract.ts'
import { platformKey, rowIcon } from '../list-parts.tsx'

/** /platform/log: every write of platform administrators and developers. */
export default defineListPage<LogRow>({
  key: 'platform:log',
  queryKey: platformKey,
  noun: { name: '操作', measure: '条' },
  page: ({ pageNumber, pageSize, filter }) =>
    queryOf(platformKey, platformApi.log, {
      query: { pageNumber, pageSize, ...(filter['days'] && parseDateRange(filter['days'])) },
    }),
  name: { title: '操作', of: ({ title }) => title, width: 220, icon: rowIcon(FileSearchOutlined) },
  columns: [
    col.text({ key: 'name', title: '操作人', width: 140, card: 'fact' }),
    col.text({
      key: 'kind',
      title: '身份',
      width: 104,
      dropAt: 3,
      of: ({ kind }) => (kind === 'platform' ? '平台管理员' : '开发者'),
    }),
    col.text({ key: 'objects', title: '对象', width: 200, dropAt: 2, of: ({ objects }) => objects.join('、') }),
    col.text({ key: 'address', title: '地址', width: 140, dropAt: 1 }),
    col.date({ key: 'at', of: (row) => row.at, title: '时间', width: 160, hasTime: true, card: 'fact' }),
  ],
  filters: [createDayRangeFilter('时间')],
  empty: { title: '还没有操作' },
})
