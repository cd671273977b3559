import { CloseOutlined, MinusOutlined } from '@ant-design/icons'
import { z } from 'zod'
import { optionsOf } from '#packages/contract'
import { formatDate, formatDayTime } from '#packages/web/core/format/time.ts'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import { formAction, type RowAction } from '#packages/web/desk/list/list-spec.ts'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { ClassPicker } from '#kernel/schooling/web/index.ts'
import { transferStatuses, type Transfer } from '../../contract.ts'
import * as queries from '../change-queries.ts'
import { studentKey } from '../student-tree.ts'
import { ChangeListSwitch } from './change-parts.tsx'

const getStatusLook = createStatusLook(transferStatuses, { refused: CloseOutlined, withdrawn: MinusOutlined })
const getTransferStatus = ({ status }: Transfer) => getStatusLook(status)

const text = (most: number, title: string) =>
  z.string().trim().min(1, `请填写${title}`).max(most, `${title}不超过${most}字`)
const schema = z
  .object({
    studentNo: text(30, '学籍号'),
    name: text(50, '姓名'),
    place: z.custom<queries.TransferValues['place']>(),
    on: z.iso.date('请填写转入日期'),
    reason: text(200, '转学原因'),
  })
  .refine(({ place }) => place !== null, { path: ['place'], error: '请选择年级' })

const createTransferForm = (): FormSpec<queries.TransferValues> => ({
  schema,
  initial: () => ({ studentNo: '', name: '', place: null, on: formatDate(new Date()), reason: '' }),
  sections: [
    {
      fields: [
        { name: 'studentNo', label: '学籍号', kind: 'text', required: true, placeholder: 'G 加 18 位证件号' },
        {
          name: 'name',
          label: '姓名',
          kind: 'text',
          width: 'short',
          required: true,
          hint: '提交后由转出学校确认。学籍号和姓名不符的，对方不会收到申请',
        },
        {
          name: 'place',
          label: '转入班级',
          kind: 'custom',
          width: 'long',
          required: true,
          draw: ({ value, onChange, control }) => (
            <ClassPicker
              orgId={null}
              onChange={onChange}
              control={control}
              value={(value ?? null) as queries.TransferValues['place']}
            />
          ),
        },
        { name: 'on', label: '转入日期', kind: 'date', required: true },
        { name: 'reason', label: '转学原因', kind: 'textarea', required: true },
      ],
    },
  ],
})

interface DecisionOptions {
  decision: queries.TransferDecision
  label: string
  done: string
  /** A refusal needs a reason. */
  isRefusal: boolean
}

const createDecisionAction = ({ decision, label, done, isRefusal }: DecisionOptions): RowAction<Transfer> =>
  formAction<Transfer, { opinion: string }>({
    key: decision,
    label,
    permission: 'student.event',
    isSingle: true,
    isPrimary: true,
    isDanger: isRefusal,
    when: ({ mayDecide }) => mayDecide,
    createForm: () => ({
      schema: z.object({
        opinion: z
          .string()
          .trim()
          .min(isRefusal ? 1 : 0, '请填写意见')
          .max(200, '意见不超过200字'),
      }),
      initial: () => ({ opinion: '' }),
      sections: [
        {
          fields: [
            {
              name: 'opinion',
              label: '意见',
              kind: 'textarea',
              required: isRefusal,
              ...(!isRefusal && { hint: '同意后，学生从转入日期起离开本校' }),
            },
          ],
        },
      ],
    }),
    run: (targets, { opinion }) => queries.decideTransfers(targets, decision, opinion),
    done: () => done,
  })

/** Transfer requests between schools. */
export const TransferList = defineListPage<Transfer, Transfer, queries.TransferValues>({
  key: 'student:Transfers',
  queryKey: studentKey,
  noun: { name: '申请', measure: '条' },
  note: <ChangeListSwitch />,
  page: queries.transferPageQuery,
  name: {
    title: '姓名',
    of: ({ studentName }) => studentName,
    width: 128,
    isOff: ({ status }) => status === 'withdrawn',
    icon: ({ studentName }) => <InitialsAvatar name={studentName} size="row" />,
  },
  columns: [
    col.text({ key: 'fromOrgName', title: '转出学校', width: 176, dropAt: 2 }),
    col.text({ key: 'toOrgName', title: '转入学校', width: 176 }),
    col.text({ key: 'toClassName', title: '转入班级', width: 104, dropAt: 3 }),
    col.text({ key: 'on', title: '转入日期', width: 112 }),
    col.date({ key: 'at', title: '申请时间', width: 168, hasTime: true, dropAt: 4, of: ({ at }) => at }),
    col.status({ key: 'status', title: '状态', width: 144, of: getTransferStatus }),
  ],
  card: (row) => ({
    kind: row.toClassName,
    facts: [[row.fromOrgName, row.toOrgName].filter(Boolean).join(' → '), `${row.on} 转入`],
    tag: <RowStatusTag status={getTransferStatus(row)} />,
  }),
  filters: [{ name: 'status', label: '状态', options: optionsOf(transferStatuses) }, createDayRangeFilter('申请时间')],
  create: {
    label: '申请转入',
    send: '提交',
    permission: 'student.event',
    done: '已提交，等待转出学校',
    form: createTransferForm,
    submit: async (values) => {
      await queries.sendTransferRequest(values)
      return { id: '' }
    },
  },
  actions: [
    createDecisionAction({ decision: 'agree', label: '同意', done: '已同意转出', isRefusal: false }),
    createDecisionAction({ decision: 'refuse', label: '拒绝', done: '已拒绝转出', isRefusal: true }),
    {
      key: 'withdraw',
      label: '撤回',
      permission: 'student.event',
      isSingle: true,
      isDanger: true,
      when: ({ mayWithdraw }) => mayWithdraw,
      run: (targets) => queries.decideTransfers(targets, 'withdraw'),
      done: () => '已撤回申请',
    },
  ],
  detail: {
    of: queries.transferDetailQuery,
    name: ({ studentName }) => studentName,
    icon: ({ studentName }) => <InitialsAvatar name={studentName} size="head" />,
    tag: (row) => <RowStatusTag status={getTransferStatus(row)} />,
    about: (row) => [row.toClassName, `${row.on} 转入`].filter(Boolean),
    sections: (row) => [
      {
        facts: [
          { label: '转出学校', value: row.fromOrgName },
          { label: '转入学校', value: row.toOrgName },
          { label: '转入班级', value: row.toClassName },
          { label: '转入日期', value: row.on },
          { label: '转学原因', value: row.reason },
          { label: '处理意见', value: row.opinion },
          { label: '申请时间', value: formatDayTime(row.at) },
        ],
      },
    ],
  },
  empty: { title: '还没有转学申请', text: '学生从区内其他学校转来时，在这里申请，由转出学校确认。' },
})
