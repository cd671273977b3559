import { FileTextOutlined } from '@ant-design/icons'
import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { useSession } from '#packages/web/core/session.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { formAction, type ListSpec, type RowAction } from '#packages/web/desk/list/list-spec.ts'
import { getStateLook } from '#packages/web/desk/status-look.ts'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import {
  leaveRecord,
  leaveRecordApi,
  leaveStatuses,
  proofStates,
  type LeaveDetail,
  type LeaveRecord,
} from '../../contract.ts'
import { createLeaveColumns, listLeaveSections } from '../components/leave-detail.tsx'
import { createLeaveForm, enterLeave, type LeaveValues } from '../components/leave-form.tsx'
import { leaveKey } from '../leave-queries.ts'
import { formatAmount, formatShortSpan } from '../leave-text.ts'
import { backAction, getOpenLeave, proofAction } from '../own-leave-list.ts'

type Row = LeaveRecord & { leave?: LeaveDetail }
interface OpenRecord extends LeaveRecord {
  leave: LeaveDetail
}

const recordQuery = (id: string): QueryDefinition<OpenRecord> => ({
  queryKey: [...leaveKey, 'record', id],
  queryFn: async ({ signal }) => {
    const open = await getOpenLeave(id, signal)
    const { applicant, isBackEntered } = open.leave
    const { userId, name, department, orgName } = applicant
    return { ...open, applicant: { id: userId, name }, org: { id: '', name: orgName }, department, isBackEntered }
  },
})

const voidAction = formAction<Row, { reason: string }>({
  key: 'void',
  label: '作废',
  permission: 'leave.manage',
  isSingle: true,
  isDanger: true,
  dividerBefore: true,
  when: ({ leave }) => leave?.may.includes('void') ?? false,
  createForm: () => ({
    schema: leaveRecordApi.adminVoid.body!.pick({ reason: true }),
    initial: () => ({ reason: '' }),
    sections: [{ fields: [{ name: 'reason', label: '作废原因', kind: 'textarea', required: true }] }],
  }),
  run: async (targets, { reason }) => {
    if ('ids' in targets) await call(leaveRecordApi.adminVoid, { body: { id: targets.ids[0]!, reason } })
  },
  done: () => '已作废，并通知本人',
})

const {
  create: _,
  edit: __,
  detail: ___,
  ...list
} = createEntityListSpec(leaveRecord, leaveRecordApi, {
  key: 'teacher-leave:records',
  icon: FileTextOutlined,
  empty: { title: '暂无请假记录' },
})

const spec: ListSpec<Row, OpenRecord, LeaveValues> = {
  ...list,
  queryKey: leaveKey,
  hasViews: true,
  // The import is no part of the entity: it examines the days like a request.
  sheet: {
    ...list.sheet,
    import: {
      target: 'leave-history',
      permission: 'leave.manage',
      orgOf: () => useSession.getState().orgId,
    },
  },
  columns: createLeaveColumns(list.columns),
  card: (row) => ({
    kind: row.type.name,
    facts: [
      row.department || row.org.name,
      formatShortSpan(row),
      formatAmount(row.amount / 100, row.unit),
      row.proof === 'due' ? proofStates.due.label : '',
    ].filter(Boolean),
    tag: <RowStatusTag status={getStateLook(leaveStatuses[row.status])} />,
  }),
  create: {
    label: '代他人补录',
    permission: 'leave.manage',
    isLong: true,
    form: () => createLeaveForm('proxy'),
    submit: enterLeave,
    done: '已补录请假',
  },
  actions: [backAction, proofAction, voidAction] as readonly RowAction<Row>[],
  detail: {
    of: recordQuery,
    icon: () => <TileIcon of={FileTextOutlined} size="head" />,
    name: ({ applicant, type }) => `${applicant.name} ${type.name}`,
    tag: ({ status }) => <RowStatusTag status={getStateLook(leaveStatuses[status])} />,
    about: ({ department, org, isBackEntered }) => [department, org.name, isBackEntered ? '补录' : ''].filter(Boolean),
    sections: ({ leave }) => listLeaveSections(leave),
  },
}

/** 请假记录. */
export default defineListPage(spec)
