import { LoginOutlined } from '@ant-design/icons'
import { limitLogDays } from '#packages/web/core/list/day-range-filter.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage, defineListPageOf } from '#packages/web/desk/list/list-page.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { createFoundQueries, foundSignIns, sourceColumn } from '../archive-queries.ts'
import { ArchiveButton } from '../components/archive-button.tsx'
import { ArchiveNote } from '../components/archive-note.tsx'
import { Trace } from '../components/operation-facts.tsx'
import styles from '../components/operation-facts.module.css'
import { signInRecord, signInRecordApi, type SignInRecord } from '../../contract.ts'

const options = {
  key: 'audit:loginLog',
  icon: LoginOutlined,
  empty: {
    title: '该时间段内没有日志',
    text: '登录成功和被拒绝的登录都记录在这里。更早的日志请用“检索归档”。',
  },
}
const list = createEntityListSpec(signInRecord, signInRecordApi, {
  ...options,
  below: (row) => (
    <section>
      <h3 className={styles['heading']}>同一请求的其他日志</h3>
      <Trace row={{ id: row.id, requestId: row.requestId, at: row.createdAt }} />
    </section>
  ),
})
const getSessionEnd = ({ sessionId }: SignInRecord) => sessionId.slice(-12)
const hidden = new Set(['endReason', 'sessionId'])
const name = { ...list.name, of: ({ person }: SignInRecord) => person?.name || '未知人员' }
const columns = list.columns.map((column) => ({
  ...column,
  ...(hidden.has(column.key) && { hiddenByDefault: true }),
  ...(column.key === 'sessionId' && { cell: getSessionEnd, text: getSessionEnd }),
}))

const SignIns = defineListPage({
  ...list,
  name,
  columns,
  filters: limitLogDays(list.filters, '最近31天'),
  note: <ArchiveButton log="login" />,
})

/** The rows of an archived sign-in have no end: it is archived apart. */
const ends = new Set(['endedAt', 'endCause', 'endedBy', 'endReason'])
const { detail: archivedDetail } = createEntityListSpec(signInRecord, signInRecordApi, options)

/** The rows that a search of the archive found, in the same table. */
const ArchivedSignIns = defineListPageOf(({ searchId }: { searchId: string }) => {
  const query = foundSignIns(searchId)
  const { queryKey, page, row } = createFoundQueries(query)
  const { noun } = list
  return {
    key: `${options.key}:archive`,
    queryKey,
    noun,
    name,
    page,
    columns: [...columns.filter(({ key }) => !ends.has(key)), sourceColumn()],
    note: <ArchiveNote query={query} />,
    detail: { ...archivedDetail, of: row } as typeof archivedDetail & object,
    empty: { title: '没有找到归档的日志', text: '可以换一个月份或关键字。' },
  }
})

/** /logMmanagement/loginLog: sign-ins, and how their sessions ended. */
export default function LoginLog() {
  const searchId = usePageSearch().search.get('archive')
  return searchId ? <ArchivedSignIns searchId={searchId} /> : <SignIns />
}
