import { SafetyOutlined } from '@ant-design/icons'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { auditApi, securityEvent, type SecurityEventRow } from '../../contract.ts'

const list = createEntityListSpec(securityEvent, auditApi, {
  key: 'audit:securityEvents',
  icon: SafetyOutlined,
  empty: { title: '没有安全事件', text: '越权操作、二次验证错误、频繁操作等被拒绝时，会记录在这里。' },
})
/** A warning concerns no session. */
const getSessionEnd = ({ sessionId }: SecurityEventRow) => (/^[0-]+$/.test(sessionId) ? '' : sessionId.slice(-12))

/** /logMmanagement/securityEvents: refused attempts, for auditors. */
export default defineListPage({
  ...list,
  name: { ...list.name, of: ({ title }) => title || '多种操作' },
  columns: list.columns.map((column) =>
    column.key === 'sessionId' ? { ...column, cell: getSessionEnd, text: getSessionEnd } : column,
  ),
})
