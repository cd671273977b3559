import { labelOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { createEntityList } from '#packages/web/core/entity/entity-list.ts'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import {
  formAction,
  type PlainAction,
  type SharedAction,
  type SharedFact,
  type SharedList,
} from '#packages/web/core/list/list-spec.ts'
import { halves } from '#kernel/schooling/contract.ts'
import {
  describeBirth,
  leaveApi,
  leaveStatuses,
  ownLeave,
  proofStates,
  type LeaveDetail,
  type LeaveStatus,
  type OwnLeave,
} from '../contract.ts'
import { formatAmount, formatCount, formatSpan } from './leave-text.ts'

/** A request of the list with all that its page shows. */
export interface OpenLeave extends OwnLeave {
  leave: LeaveDetail
}
type Row = OwnLeave & { leave?: LeaveDetail }
type Act = LeaveDetail['may'][number]

const options = { key: 'teacher-leave:', empty: { title: '暂无请假记录', text: '提交的请假会显示在这里。' } }
const { create: _, edit: __, ...list } = createEntityList(ownLeave, { list: leaveApi.list }, options)

/** One request, as a row of the list with all that its page shows. */
export const getOpenLeave = async (id: string, signal?: AbortSignal): Promise<OpenLeave> => {
  const leave = await call(leaveApi.detail, { query: { id }, ...(signal && { signal }) })
  const { typeId, typeName, amount, parentId, ...shown } = leave
  return {
    ...shown,
    type: { id: typeId, name: typeName },
    amount: Math.round(amount * 100),
    submittedAt: null,
    isChange: parentId !== null,
    leave,
  }
}

function describeProof({ proof, proofDueOn, isProofOverdue }: LeaveDetail): string {
  if (proof === 'none') return ''
  const label = labelOf(proofStates, proof)
  if (proof === 'given' || !proofDueOn) return label
  return isProofOverdue ? `${label}，${proofDueOn} 的期限已过，由考勤管理员补交` : `${label}，${proofDueOn} 前交`
}

/** What is known of a request, for its page and for the approver's. */
export function listLeaveFacts(leave: LeaveDetail): SharedFact[] {
  const { contact, deputy, files, note } = leave
  const facts: [label: string, text: string][] = [
    ['时间', formatSpan(leave)],
    ['时长', leave.calendarDays > 1 ? formatCount(leave) : formatAmount(leave.amount, leave.unit)],
    ['生育情况', describeBirth(leave)],
    ['事由', leave.reason],
    ['去向', [leave.destination, leave.leavesCity ? '离开本市' : ''].filter(Boolean).join('，')],
    ['审批代理人', deputy?.name ?? ''],
    ['证明', describeProof(leave)],
    ['返岗', leave.returnedOn ?? ''],
    ['说明', note],
  ]
  return [
    ...facts.map(([label, text]) => ({ label, text })),
    ...(contact ? [{ label: '联系电话', text: contact, href: `tel:${contact.replaceAll(/[^\d+]/g, '')}` }] : []),
    ...(files.length > 0
      ? [{ label: '附件', text: `${files.length} 个附件`, drawn: { of: 'files', value: files } }]
      : []),
  ]
}

/** What is usual in a state: a row of the list does not know more. The server decides. */
const usualActs: Partial<Record<LeaveStatus, readonly Act[]>> = {
  draft: ['remove'],
  running: ['recall'],
  approved: ['cancel'],
  'on-leave': ['back'],
  'awaiting-return': ['back'],
}
const ofMay = (act: Act) => ({
  permission: 'staff',
  isSingle: true,
  when: ({ leave, status }: Row) => (leave?.may ?? usualActs[status] ?? []).includes(act),
})
const idOfTargets = (targets: Parameters<PlainAction<Row>['run']>[0]) => {
  if (!('ids' in targets)) throw new Error('requests are handled one by one')
  return targets.ids[0]!
}

const reasonForm = (label: string): FormSpec<{ reason: string }> => ({
  schema: leaveApi.cancel.body!.pick({ reason: true }),
  initial: () => ({ reason: '' }),
  sections: [{ fields: [{ name: 'reason', label, kind: 'textarea', required: true }] }],
})

export const recallAction: PlainAction<Row> = {
  ...ofMay('recall'),
  key: 'recall',
  label: '撤回',
  isDanger: true,
  run: async (targets) => void (await call(leaveApi.recall, { body: { id: idOfTargets(targets) } })),
  done: () => '已撤回',
}

export const cancelAction = formAction<Row, { reason: string }>({
  ...ofMay('cancel'),
  key: 'cancel',
  label: '取消请假',
  isDanger: true,
  createForm: () => reasonForm('取消原因'),
  run: async (targets, { reason }) =>
    void (await call(leaveApi.cancel, { body: { id: idOfTargets(targets), reason } })),
  done: () => '已取消，并通知审批人',
})

type BackForm = Pick<Parameters<typeof call<typeof leaveApi.back>>[1]['body'], 'returnedOn' | 'returnedHalf'>
export const backAction = formAction<Row, BackForm>({
  ...ofMay('back'),
  key: 'back',
  label: '销假',
  isPrimary: true,
  createForm: (_, [row]) => ({
    schema: leaveApi.back.body!.omit({ id: true }),
    // Who comes back as agreed is at work on the half-day after the leave.
    initial: () => getReturn(row!),
    sections: [
      {
        fields: [
          { name: 'returnedOn', label: '返岗日期', kind: 'date', required: true, hint: '提前返岗会退回天数' },
          {
            name: 'returnedHalf',
            label: '返岗时段',
            kind: 'radio',
            required: true,
            options: Object.entries(halves).map(([value, label]) => ({ value, label })),
          },
        ],
      },
    ],
  }),
  run: async (targets, values) => void (await call(leaveApi.back, { body: { id: idOfTargets(targets), ...values } })),
  done: () => '已销假',
})
const dayMs = 86_400_000
/** The half-day after the leave, or this morning for somebody who is back before it. */
function getReturn({ endsOn, endHalf }: OwnLeave): BackForm {
  const today = new Date(Date.now() + dayMs / 3).toISOString().slice(0, 10)
  const after = endHalf === 'am' ? endsOn : new Date(Date.parse(endsOn) + dayMs).toISOString().slice(0, 10)
  return after > today
    ? { returnedOn: today, returnedHalf: 'am' }
    : { returnedOn: after, returnedHalf: endHalf === 'am' ? 'pm' : 'am' }
}

type ProofForm = Pick<Parameters<typeof call<typeof leaveApi.addProof>>[1]['body'], 'files'>
export const proofAction = formAction<Row, ProofForm>({
  ...ofMay('proof'),
  key: 'proof',
  label: '补交证明',
  verb: '提交',
  isPrimary: true,
  createForm: () => ({
    schema: leaveApi.addProof.body!.omit({ id: true }),
    initial: () => ({ files: [] }),
    sections: [
      { fields: [{ name: 'files', label: '证明', kind: 'control', required: true, control: { of: 'files', max: 9 } }] },
    ],
  }),
  run: async (targets, { files }) =>
    void (await call(leaveApi.addProof, { body: { id: idOfTargets(targets), files } })),
  done: () => '已补交证明',
})

export const removeAction: PlainAction<Row> = {
  ...ofMay('remove'),
  key: 'remove',
  label: '删除草稿',
  isDanger: true,
  isRemoval: true,
  run: async (targets) => void (await call(leaveApi.remove, { body: { id: idOfTargets(targets) } })),
  done: () => '已删除草稿',
}

export const leaveActions: readonly SharedAction<Row>[] = [
  backAction,
  proofAction,
  recallAction,
  cancelAction,
  removeAction,
]

/** 我的请假, for the desk and for phones. 变更 and 编辑 open the form of a request, which each root adds. */
export const ownLeaveList: SharedList<OwnLeave, OpenLeave> = {
  ...list,
  card: (row) => ({
    kind: row.isChange ? '变更' : '',
    facts: [formatSpan(row), formatAmount(row.amount / 100, row.unit)],
    state: row.proof === 'due' && row.status === 'closed' ? proofStates.due : leaveStatuses[row.status],
  }),
  actions: leaveActions,
  detail: {
    of: (id) => ({
      queryKey: [...list.queryKey, 'detail', id],
      queryFn: ({ signal }) => getOpenLeave(id, signal),
    }),
    // A phone shows the row of the list until the whole request is loaded.
    name: ({ type, leave }: Row) => (leave && !leave.isMine ? `${leave.applicant.name}的${type.name}` : type.name),
    state: ({ status }) => leaveStatuses[status],
    about: ({ leave }: Row) =>
      [
        leave && !leave.isMine ? leave.applicant.department || leave.applicant.orgName : '',
        leave?.isBackEntered ? '管理员补录' : '',
      ].filter(Boolean),
    sections: ({ leave, ...row }: Row) => [
      { facts: leave ? listLeaveFacts(leave) : [{ label: '时间', text: formatSpan(row) }] },
    ],
  },
}
