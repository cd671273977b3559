import { z } from 'zod'
import { Face } from '#packages/web/desk/face.tsx'
import { col, StatusOf } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { daysFilter } from '#packages/web/desk/list/range.ts'
import { asking, type Act } from '#packages/web/desk/list/spec.ts'
import { changeStatuses, type StaffChange } from '../../contract.ts'
import * as queries from '../change-queries.ts'
import { changeFacts, changeStatusOf, changeTypeOf, fromOf, toOf } from '../components/change-facts.tsx'
import { changeFormOf, type ChangeValues } from '../components/change-form.tsx'
import { staffKey } from '../queries.ts'

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
  /** Whoever is refused wants to know why. */
  isRefusal: boolean
}

const decideAct = ({ status, label, done, isRefusal }: Decision): Act<StaffChange> =>
  asking<StaffChange, Opinion>({
    key: label,
    label,
    permission: 'user.edit',
    isSingle: true,
    isUsual: true,
    isDanger: isRefusal,
    // What leads to nobody can only be turned down.
    when: ({ mayDecide, isUnknown }) => mayDecide && (isRefusal || !isUnknown),
    ask: () => ({
      schema: opinion(isRefusal),
      initial: () => ({ opinion: '' }),
      sections: [{ fields: [{ name: 'opinion', label: '意见', kind: 'textarea', required: isRefusal }] }],
    }),
    run: (targets, values) => queries.decide(targets, status, values.opinion),
    done: () => done,
  })

const { agree, refuse, withdraw } = queries.decisions

/** 人员变动. */
export default defineListPage<StaffChange, StaffChange, ChangeValues>({
  key: 'staff:ChangeLog',
  // What was agreed to is seen in the list of colleagues as well.
  queryKey: staffKey,
  unit: '条变动',
  measure: '条',
  counted: '条变动',
  page: queries.changePage,
  name: {
    title: '姓名',
    of: ({ personName }) => personName,
    isOff: ({ status }) => status === withdraw,
    width: 128,
    icon: ({ personName }) => <Face name={personName} size="row" />,
  },
  columns: [
    col.text({ key: 'type', title: '变动类型', width: 96, of: changeTypeOf }),
    col.text({ key: 'from', title: '原任职', width: 200, dropAt: 2, of: fromOf }),
    col.text({ key: 'to', title: '新任职', width: 200, of: toOf }),
    col.text({ key: 'effectiveOn', title: '生效日期', width: 112 }),
    col.text({ key: 'applicant', title: '申请人', width: 96, dropAt: 3 }),
    col.date({ key: 'appliedAt', title: '申请时间', width: 168, hasTime: true, dropAt: 4, of: (row) => row.appliedAt }),
    col.status({ key: 'status', title: '状态', width: 144, of: changeStatusOf }),
  ],
  card: (row) => ({
    kind: changeTypeOf(row),
    facts: [[fromOf(row), toOf(row)].filter(Boolean).join(' → '), `${row.effectiveOn} 生效`],
    tag: <StatusOf status={changeStatusOf(row)} />,
  }),
  search: '姓名',
  filters: [
    {
      name: 'status',
      label: '状态',
      options: Object.entries(changeStatuses).map(([value, label]) => ({ value, label })),
    },
    daysFilter('申请时间'),
  ],
  create: {
    label: '申请变动',
    send: '提交',
    permission: 'user.edit',
    done: '已提交申请，等待处理',
    form: () => changeFormOf(undefined),
    submit: queries.applyChange,
  },
  acts: [
    decideAct({ status: agree, label: '同意', done: '已同意', isRefusal: false }),
    decideAct({ status: refuse, label: '拒绝', done: '已拒绝', isRefusal: true }),
    {
      key: 'withdraw',
      label: '撤回',
      permission: 'user.edit',
      isSingle: true,
      isDanger: true,
      when: ({ mayWithdraw }) => mayWithdraw,
      run: (targets) => queries.decide(targets, withdraw),
      done: () => '已撤回申请',
    },
  ],
  detail: {
    of: queries.changeDetail,
    name: ({ personName }) => personName,
    sections: changeFacts,
    icon: ({ personName }) => <Face name={personName} size="head" />,
    tag: (row) => <StatusOf status={changeStatusOf(row)} />,
    about: (row) => [changeTypeOf(row), `${row.effectiveOn} 生效`],
  },
  empty: { of: 'people', title: '还没有人员变动', words: '调动、兼职、解除任职的申请会出现在这里。' },
})
