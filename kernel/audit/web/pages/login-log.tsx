import { LoginOutlined } from '@ant-design/icons'
import { limitLogDays } from '#packages/web/core/list/day-range-filter.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { Trace } from '../components/operation-facts.tsx'
import styles from '../components/operation-facts.module.css'
import { signInRecord, signInRecordApi, type SignInRecord } from '../../contract.ts'

const list = createEntityListSpec(signInRecord, signInRecordApi, {
  key: 'audit:loginLog',
  icon: LoginOutlined,
  below: (row) => (
    <section>
      <h3 className={styles['heading']}>同一请求的其他日志</h3>
      <Trace row={{ id: row.id, requestId: row.requestId, at: row.createdAt }} />
    </section>
  ),
  empty: { title: '该时间段内没有日志', text: '登录成功和被拒绝的登录都记录在这里。' },
})
const getSessionEnd = ({ sessionId }: SignInRecord) => sessionId.slice(-12)
const hidden = new Set(['endReason', 'sessionId'])

/** /logMmanagement/loginLog: sign-ins, and how their sessions ended. */
export default defineListPage({
  ...list,
  name: { ...list.name, of: ({ person }) => person?.name || '未知人员' },
  columns: list.columns.map((column) => ({
    ...column,
    ...(hidden.has(column.key) && { hiddenByDefault: true }),
    ...(column.key === 'sessionId' && { cell: getSessionEnd, text: getSessionEnd }),
  })),
  filters: limitLogDays(list.filters, '最近31天'),
})
