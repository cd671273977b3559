import { z } from 'zod'
import { optionsOf } from '#packages/contract'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { formAction, type RowAction } from '#packages/web/desk/list/list-spec.ts'
import { changeStatuses, type StaffChange } from '../../contract.ts'
import * as queries from '../change-queries.ts'
import {
  listChangeFacts,
  getChangeStatus,
  getChangeTypeLabel,
  getFromLabel,
  getToLabel,
} from '../components/change-facts.tsx'
import { createChangeForm, type ChangeFormValues } from '../components/change-form.tsx'
import { staffKey } from '../staff-queries.ts'

const opinion = (isRequired: boolean) =>
  z.object({
    opinion: z
      .string()
      .trim()
      .min(isRequired ? 1 : 0, '请填写意见')
      .max(200, '意见不超过200字'),
  })
type Opinion = z.output<ReturnType<typeof opinion>>

interface Decision {
  status: number
  label: string
  done: string
  /** A refusal needs a reason. */
  isRefusal: boolean
}

const createDecideAction = ({ status, label, done, isRefusal }: Decision): RowAction<StaffChange> =>
  formAction<StaffChange, Opinion>({
    key: label,
    label,
    permission: 'user.edit',
    isSingle: true,
    isPrimary: true,
    isDanger: isRefusal,
    // A request without a matching person can only be refused.
    when: ({ mayDecide, isUnknown }) => mayDecide && (isRefusal || !isUnknown),
    createForm: () => ({
      schema: opinion(isRefusal),
      initial: () => ({ opinion: '' }),
      sections: [{ fields: [{ name: 'opinion', label: '意见', kind: 'textarea', required: isRefusal }] }],
    }),
    run: (targets, values) => queries.decideStaffChanges(targets, status, values.opinion),
    done: () => done,
  })

const { agree, refuse, withdraw } = queries.decisions

/** 人员变动. */
export default defineListPage<StaffChange, StaffChange, ChangeFormValues>({
  key: 'staff:ChangeLog',
  // An approved change also changes the list of staff.
  queryKey: staffKey,
  noun: { name: '变动', measure: '条' },
  page: queries.changePageQuery,
  name: {
    title: '姓名',
    of: ({ personName }) => personName,
    isOff: ({ status }) => status === withdraw,
    width: 128,
    icon: ({ personName }) => <InitialsAvatar name={personName} size="row" />,
  },
  columns: [
    col.text({ key: 'type', title: '变动类型', width: 96, of: getChangeTypeLabel }),
    col.text({ key: 'from', title: '原任职', width: 200, dropAt: 2, of: getFromLabel }),
    col.text({ key: 'to', title: '新任职', width: 200, of: getToLabel }),
    col.text({ key: 'effectiveOn', title: '生效日期', width: 112 }),
    col.text({ key: 'applicant', title: '申请人', width: 96, dropAt: 3 }),
    col.date({ key: 'appliedAt', title: '申请时间', width: 168, hasTime: true, dropAt: 4, of: (row) => row.appliedAt }),
    col.status({ key: 'status', title: '状态', width: 144, of: getChangeStatus }),
  ],
  card: (row) => ({
    kind: getChangeTypeLabel(row),
    facts: [[getFromLabel(row), getToLabel(row)].filter(Boolean).join(' → '), `${row.effectiveOn} 生效`],
    tag: <RowStatusTag status={getChangeStatus(row)} />,
  }),
  search: '姓名',
  filters: [
    {
      name: 'status',
      label: '状态',
      options: optionsOf(changeStatuses),
    },
    createDayRangeFilter('申请时间'),
  ],
  create: {
    label: '申请变动',
    send: '提交',
    permission: 'user.edit',
    done: '已提交申请，等待处理',
    form: () => createChangeForm(undefined),
    submit: queries.requestStaffChange,
  },
  actions: [
    createDecideAction({ status: agree, label: '同意', done: '已同意', isRefusal: false }),
    createDecideAction({ status: refuse, label: '拒绝', done: '已拒绝', isRefusal: true }),
    {
      key: 'withdraw',
      label: '撤回',
      permission: 'user.edit',
      isSingle: true,
      isDanger: true,
      when: ({ mayWithdraw }) => mayWithdraw,
      run: (targets) => queries.decideStaffChanges(targets, withdraw),
      done: () => '已撤回申请',
    },
  ],
  detail: {
    of: queries.changeDetailQuery,
    name: ({ personName }) => personName,
    sections: listChangeFacts,
    icon: ({ personName }) => <InitialsAvatar name={personName} size="head" />,
    tag: (row) => <RowStatusTag status={getChangeStatus(row)} />,
    about: (row) => [getChangeTypeLabel(row), `${row.effectiveOn} 生效`],
  },
  empty: { of: 'people', title: '还没有人员变动', text: '调动、兼职、解除任职的申请会出现在这里。' },
})
