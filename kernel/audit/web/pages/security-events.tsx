import { FileSearchOutlined, IdcardOutlined, KeyOutlined, StopOutlined } from '@ant-design/icons'
import { optionsOf } from '#packages/contract'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { createDayRangeFilter } from '#packages/web/desk/list/day-range-filter.ts'
import type { ListQuery } from '#packages/web/desk/list/list-spec.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { auditApi, securityEventKinds, type SecurityEventKind, type SecurityEventRow } from '../../contract.ts'

const getKindLook = createStatusLook(securityEventKinds, {
  forbidden: StopOutlined,
  'not-found': FileSearchOutlined,
  'wrong-code': KeyOutlined,
  'number-probe': IdcardOutlined,
})

const queryKey = ['security-events'] as const
const page = ({ filter, pageNumber, pageSize }: ListQuery) => {
  const { days, keyword = '' } = filter
  const kind = filter['kind'] as SecurityEventKind | undefined
  return queryOf(queryKey, auditApi.securityEvents, {
    query: { kind, keyword, ...parseDateRange(days), pageNumber, pageSize },
  })
}

/** /logMmanagement/securityEvents: refused attempts, for auditors. */
export default defineListPage<SecurityEventRow>({
  key: 'audit:securityEvents',
  queryKey,
  unit: '条记录',
  measure: '条',
  counted: '条记录',
  page,
  name: { title: '操作', of: ({ title }) => title || '多种操作', icon: () => null },
  columns: [
    col.status({ key: 'kind', title: '类型', width: 152, of: ({ kind }) => getKindLook(kind) }),
    col.text({ key: 'person', title: '人员', width: 96, card: 'kind' }),
    col.text({ key: 'orgName', title: '单位', width: 176, dropAt: 2, card: 'fact' }),
    col.number({ key: 'count', title: '次数', width: 72, of: ({ count }) => count }),
    col.text({ key: 'address', title: 'IP地址', width: 136, card: 'fact' }),
    col.text({ key: 'at', title: '时间', width: 176, card: 'fact', of: ({ at }) => formatDayTime(at) }),
    col.text({ key: 'sessionId', title: '会话', width: 128, dropAt: 1, of: ({ sessionId }) => sessionId.slice(-12) }),
  ],
  search: '人员、操作或IP地址',
  filters: [{ name: 'kind', label: '类型', options: optionsOf(securityEventKinds) }, createDayRangeFilter('时间')],
  empty: { title: '没有安全事件', text: '越权操作、二次验证错误、频繁操作等被拒绝时，会记录在这里。' },
})
