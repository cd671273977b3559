import { optionsOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { handoverApi, handoverReasons, handoverStatuses, type HandoverCase } from '../../contract.ts'
import { HandoverPage } from '../components/handover-page.tsx'
import { createOpenForm, type OpenValues } from '../handover-forms.tsx'
import { casePageQuery, handoverKey } from '../handover-queries.ts'

const getLook = createStatusLook(handoverStatuses)
const getStatus = ({ status }: HandoverCase) => getLook(status)
const getUnit = ({ orgName, departmentName }: HandoverCase) => [orgName, departmentName].filter(Boolean).join(' / ')
const getProgress = ({ itemCount, doneCount }: HandoverCase) => `${doneCount} / ${itemCount}`

const Cases = defineListPage<HandoverCase, HandoverCase, OpenValues>({
  key: 'handover:Handover',
  queryKey: handoverKey,
  noun: { name: '交接', measure: '条' },
  page: casePageQuery,
  name: {
    title: '姓名',
    of: ({ name }) => name,
    isOff: ({ status }) => status !== 'waiting' && status !== 'running',
    width: 128,
    icon: ({ name }) => <InitialsAvatar name={name} size="row" />,
  },
  columns: [
    col.text({ key: 'unit', title: '单位', width: 240, of: getUnit }),
    col.text({ key: 'reason', title: '原因', width: 96, of: ({ reason }) => handoverReasons[reason] }),
    col.text({ key: 'dueOn', title: '最后工作日', width: 112 }),
    col.text({ key: 'progress', title: '已交接', width: 88, of: getProgress }),
    col.text({ key: 'openedBy', title: '发起人', width: 96, dropAt: 2, of: ({ openedBy }) => openedBy || '系统' }),
    col.date({ key: 'openedAt', title: '发起时间', width: 168, hasTime: true, dropAt: 3, of: (row) => row.openedAt }),
    col.status({ key: 'status', title: '状态', width: 120, of: getStatus }),
  ],
  card: (row) => ({
    kind: handoverReasons[row.reason],
    facts: [getUnit(row), `${row.dueOn} 前`, `已交接 ${getProgress(row)}`],
    tag: <RowStatusTag status={getStatus(row)} />,
  }),
  search: '姓名',
  filters: [
    { name: 'status', label: '状态', options: optionsOf(handoverStatuses) },
    { name: 'reason', label: '原因', options: optionsOf(handoverReasons) },
    createDayRangeFilter('发起时间'),
  ],
  create: {
    label: '开始交接',
    send: '开始交接',
    permission: 'handover.manage',
    done: '已开始交接',
    form: () => createOpenForm(),
    submit: ({ userId, ...values }) => call(handoverApi.open, { body: { userId: userId!, ...values } }),
  },
  detail: {
    whole: ({ id, position, close }) => <HandoverPage key={id} asked={{ id }} position={position} onBack={close} />,
  },
  empty: { of: 'people', title: '还没有工作交接', text: '调动、离职前要交接的审批、班级和管理员职责，在这里办理。' },
})

/** 工作交接: the list, or what one member of staff hands over (`?userId=`). */
export default function Handovers() {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const userId = search.get('userId')
  if (!userId || search.has('open')) return <Cases />
  return <HandoverPage key={userId} asked={{ userId }} onBack={() => setParams({ userId: null }, { replace: true })} />
}
