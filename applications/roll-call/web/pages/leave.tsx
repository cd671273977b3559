import { CalendarOutlined } from '@ant-design/icons'
import { z } from 'zod'
import { labelOf, optionsOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { formatDateTime } from '#packages/web/core/format/time.ts'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { formAction, type ListSpec, type PlainAction } from '#packages/web/desk/list/list-spec.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import {
  nameDecider,
  pupilLeaveKinds,
  pupilLeaveStatuses,
  symptoms,
  type PupilLeave,
} from '#engines/attendance/contract.ts'
import { pupilLeaveOfficeApi as api } from '../../contract.ts'
import { createEnterForm, toLeaveForm, type EnterValues } from '../leave/enter-form.tsx'
import { LeaveFiles } from '../leave/leave-files.tsx'
import { leaveKey, leavePageQuery, leaveQuery } from '../leave/leave-queries.ts'

const getLook = createStatusLook(pupilLeaveStatuses)
const getStatus = ({ status }: PupilLeave) => getLook(status)
const getKind = ({ kind }: PupilLeave) => labelOf(pupilLeaveKinds, kind)
const getReason = ({ reason, symptoms: some }: PupilLeave) =>
  [reason ?? '', some.map((symptom) => labelOf(symptoms, symptom)).join('、')].filter(Boolean).join('；')
const mayDecide = ({ may }: PupilLeave) => may.includes('decide')
const permission = 'roll.handle'

const noteForm = (label: string) => ({
  schema: z.object({ note: z.string().trim().min(2, '请填写原因').max(200, '原因不超过200字') }),
  initial: () => ({ note: '' }),
  sections: [{ fields: [{ name: 'note' as const, label, kind: 'textarea' as const, required: true }] }],
})

const approveAction: PlainAction<PupilLeave> = {
  key: 'approve',
  label: '批准',
  permission,
  isPrimary: true,
  when: mayDecide,
  run: async (_targets, rows) => {
    for (const { id } of rows) await call(api.decide, { body: { id, agree: true, note: '' } })
  },
  done: (count) => (count > 1 ? `已批准 ${count} 条` : '已批准，并通知家长'),
}

const rejectAction = formAction<PupilLeave, { note: string }>({
  key: 'reject',
  label: '不批准',
  permission,
  isSingle: true,
  isDanger: true,
  when: mayDecide,
  createForm: () => noteForm('原因（家长可见）'),
  run: async (_targets, { note }, _proof, [row]) => {
    await call(api.decide, { body: { id: row!.id, agree: false, note } })
  },
  done: () => '已处理，并通知家长',
})

const revokeAction = formAction<PupilLeave, { note: string }>({
  key: 'revoke',
  label: '取消请假',
  permission,
  isSingle: true,
  isDanger: true,
  dividerBefore: true,
  when: ({ may }) => may.includes('revoke'),
  createForm: () => noteForm('取消原因（家长可见）'),
  run: async (_targets, { note }, _proof, [row]) => {
    await call(api.revoke, { body: { id: row!.id, note } })
  },
  done: () => '已取消，并通知家长',
})

const spec: ListSpec<PupilLeave, PupilLeave, EnterValues> = {
  key: 'roll-call:leave',
  queryKey: leaveKey,
  noun: { name: '请假', measure: '条' },
  page: leavePageQuery,
  name: {
    title: '学生',
    of: ({ name }) => name,
    isOff: ({ status }) => status === 'rejected' || status === 'recalled' || status === 'revoked',
    width: 128,
    icon: ({ name }) => <InitialsAvatar name={name} size="row" />,
  },
  columns: [
    col.text({ key: 'class', title: '班级', width: 120, of: ({ className }) => className }),
    col.text({ key: 'kind', title: '类型', width: 72, of: getKind }),
    col.text({ key: 'text', title: '时间', width: 216, of: ({ text }) => text }),
    col.text({ key: 'reason', title: '事由和症状', width: 240, dropAt: 2, of: getReason }),
    col.text({ key: 'askedBy', title: '申请人', width: 96, dropAt: 3, of: ({ askedBy }) => askedBy }),
    col.date({ key: 'askedAt', title: '申请时间', width: 168, hasTime: true, dropAt: 4, of: (row) => row.askedAt }),
    col.status({ key: 'status', title: '状态', width: 136, of: getStatus }),
  ],
  card: (row) => ({
    kind: getKind(row),
    facts: [row.className, row.text],
    tag: <RowStatusTag status={getStatus(row)} />,
  }),
  search: '姓名、班级',
  filters: [
    { name: 'status', label: '状态', options: optionsOf(pupilLeaveStatuses) },
    createDayRangeFilter('请假日期', { none: '前后30天' }),
  ],
  create: {
    label: '登记请假',
    send: '登记',
    permission,
    done: '已登记，并通知家长',
    form: createEnterForm,
    submit: (values) => call(api.enter, { body: toLeaveForm(values) }),
  },
  actions: [approveAction, rejectAction, revokeAction],
  detail: {
    of: leaveQuery,
    icon: () => <TileIcon of={CalendarOutlined} size="head" />,
    name: (row) => `${row.name} ${getKind(row)}`,
    tag: (row) => <RowStatusTag status={getStatus(row)} />,
    about: ({ className, text }) => [className, text],
    sections: (row) => [
      {
        facts: [
          { label: '事由', value: row.reason ?? '' },
          { label: '症状', value: row.symptoms.map((symptom) => labelOf(symptoms, symptom)).join('、') },
          { label: '申请人', value: row.askedBy },
          { label: '申请时间', value: formatDateTime(row.askedAt) },
          { label: nameDecider(row.status), value: row.decidedBy },
          { label: '说明', value: row.note },
          { label: '提前返校', value: row.returnedAt ? formatDateTime(row.returnedAt) : '' },
        ].filter(({ value }) => value !== ''),
        whole: row.files.length > 0 && <LeaveFiles leave={row} />,
      },
    ],
  },
  empty: { title: '这段时间没有学生请假', text: '家长在手机上申请，或由班主任登记后，列在这里。' },
}

/** 学生请假: who is away, who waits for a decision. */
export default defineListPage(spec)
