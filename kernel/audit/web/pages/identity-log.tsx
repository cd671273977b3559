import { IdcardOutlined } from '@ant-design/icons'
import { labelOf, optionsOf } from '#packages/contract'
import { formatDateTime } from '#packages/web/core/format/time.ts'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { identityKinds, type IdentityChangeRow } from '../../contract-identity.ts'
import { IdentityTimeline } from '../components/identity-timeline.tsx'
import { limitLogDays, identityKey, identityPageQuery, identityQuery, toLogFilter } from '../log-queries.ts'

const getKind = ({ kind }: IdentityChangeRow) => labelOf(identityKinds, kind)
const getOperator = ({ isOwn, byName }: IdentityChangeRow) => (isOwn ? '本人' : byName || '系统')
const getValues = ({ before, after }: IdentityChangeRow) =>
  before || after ? `${before || '空'} → ${after || '空'}` : ''

/** /logMmanagement/IdentityAuthenticationLog: changes of how people prove who they are. */
export default defineListPage<IdentityChangeRow>({
  key: 'audit:IdentityAuthenticationLog',
  queryKey: identityKey,
  noun: { name: '日志', measure: '条' },
  page: identityPageQuery,
  name: {
    title: '人员',
    of: ({ personName }) => personName || '已删除人员',
    width: 128,
    icon: ({ personName }) => <InitialsAvatar name={personName} size="row" />,
  },
  columns: [
    col.text({ key: 'kind', title: '调整', width: 136, card: 'kind', of: getKind }),
    col.text({ key: 'values', title: '变更内容', width: 240, dropAt: 2, card: 'fact', of: getValues }),
    col.text({ key: 'by', title: '操作人', width: 112, card: 'fact', of: getOperator }),
    col.text({ key: 'way', title: '方式', width: 112, dropAt: 4 }),
    col.text({ key: 'org', title: '操作单位', width: 176, dropAt: 3, of: ({ orgName }) => orgName }),
    col.date({ key: 'at', title: '时间', width: 168, hasTime: true, card: 'fact', of: ({ at }) => at }),
  ],
  search: '人员姓名',
  filters: [
    { name: 'kind', label: '调整', options: optionsOf(identityKinds) },
    limitLogDays(createDayRangeFilter('时间', { none: '近 7 天' })),
  ],
  sheet: { export: { source: 'identity-log', permission: 'log.export', filterOf: toLogFilter } },
  detail: {
    of: identityQuery,
    name: ({ personName }) => personName || '已删除人员',
    icon: () => <Glyph of={IdcardOutlined} />,
    tag: () => null,
    about: (row) => [getKind(row), formatDateTime(row.at)],
    sections: (row) => [
      {
        facts: [
          { label: '调整', value: getKind(row) },
          { label: '变更内容', value: getValues(row) },
          { label: '操作人', value: getOperator(row) },
          { label: '方式', value: row.way },
          { label: '操作单位', value: row.orgName },
          { label: 'IP地址', value: row.address },
          { label: '时间', value: formatDateTime(row.at) },
          { label: '请求编号', value: row.requestId },
        ],
      },
      { title: '该人员的时间线', facts: [], whole: <IdentityTimeline personId={row.personId} /> },
    ],
  },
  empty: { title: '该时间段内没有日志', text: '修改密码、手机号、证件号、绑定和二次验证等会记录在这里。' },
})
