import { ApiOutlined } from '@ant-design/icons'
import { limitLogDays } from '#packages/web/core/list/day-range-filter.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { defineTabbedPage } from '#packages/web/desk/tabbed-page.tsx'
import { apiCall, apiCallApi, type ApiCallRow } from '../../contract.ts'
import { ApiMinutes } from '../components/api-minutes.tsx'

const list = createEntityListSpec(apiCall, apiCallApi, {
  key: 'audit:APICall',
  icon: ApiOutlined,
  empty: { title: '该时间段内没有日志', text: '应用通过开放接口取数据后，这里会显示每一次调用。' },
})
const hidden = new Set(['ret', 'path', 'appKey', 'requestId'])
const getRequestEnd = ({ requestId }: ApiCallRow) => requestId.slice(-12)

const Calls = defineListPage({
  ...list,
  columns: list.columns.map((column) => ({
    ...column,
    ...(hidden.has(column.key) && { hiddenByDefault: true }),
    ...(column.key === 'requestId' && { cell: getRequestEnd, text: getRequestEnd }),
  })),
  filters: limitLogDays(list.filters, '最近31天'),
})

/** /logMmanagement/APICall: calls of the open interface, one by one and per minute. */
export default defineTabbedPage([
  { key: 'calls', label: '调用记录', page: Calls },
  { key: 'minutes', label: '每分钟', page: ApiMinutes },
])
