import { z } from 'zod'
import { formatDate } from '#packages/web/core/format/time.ts'
import { formAction, type RowAction, type AnyFormAction, type DialogAction } from '#packages/web/desk/list/list-spec.ts'
import { OrgPicker } from '#kernel/org/web/index.ts'
import type { User } from '../contract.ts'
import { requestStaffChange } from './change-queries.ts'
import { createChangeForm, type ChangeFormValues } from './components/change-form.tsx'
import { InviteDialog } from './components/invite-dialog.tsx'
import { showRefused } from './components/refused-dialog.tsx'
import { ResetDialog } from './components/reset-dialog.tsx'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import * as queries from './user-queries.ts'

const some = (count: number) => `${count.toLocaleString()} 人`
const isHere = ({ status }: User) => status !== 'left'

/** The department is required, so that a quick submit does not remove people from theirs. */
const department = z
  .object({ orgId: z.string(), departmentId: z.string().nullable() })
  .refine(({ departmentId }) => departmentId !== null, { path: ['departmentId'], error: '请选择部门' })

const moveDepartmentAction = formAction<User, z.output<typeof department>>({
  key: 'department',
  label: '调整部门',
  permission: 'user.edit',
  isPrimary: true,
  when: isHere,
  createForm: (_targets, [row, another]) => ({
    schema: department,
    initial: () => ({ orgId: row?.orgId ?? '', departmentId: (!another && (row?.departmentId ?? row?.orgId)) || null }),
    sections: [
      {
        fields: [
          {
            name: 'departmentId',
            label: '部门',
            kind: 'custom',
            width: 'long',
            required: true,
            hint: `选${row?.orgName ?? '单位'}本身，则不属于任何部门`,
            draw: (props) => <OrgPicker {...props} isOpen {...(row && { within: row.orgId, withSelf: true })} />,
          },
        ],
      },
    ],
  }),
  // The organisation itself means no department.
  run: async (targets, { orgId, departmentId: chosen }) =>
    showRefused(await queries.moveToDepartment(targets, chosen === orgId ? null : chosen)),
  done: (count) => `已调整 ${some(count)}的部门`,
})

const createSuspendAction = (isSuspended: boolean, verb: string): RowAction<User> => ({
  key: verb,
  label: `${verb}账号`,
  verb,
  permission: 'user.edit',
  isDanger: isSuspended,
  when: ({ status }) => status === (isSuspended ? 'active' : 'suspended'),
  preview: (targets) => queries.previewSuspension(targets, isSuspended),
  run: (targets) => queries.suspendStaff(targets, isSuspended),
  done: (count) => `已${verb} ${some(count)}`,
})

const departureSchema = z.object({
  on: z.iso.date('请填写离岗日期'),
  reason: z.string().trim().max(200, '原因不超过200字'),
})

const departureAction = formAction<User, queries.DepartureForm>({
  key: 'leave',
  label: '办理离岗',
  verb: '离岗',
  permission: 'user.edit',
  isDanger: true,
  dividerBefore: true,
  when: isHere,
  createForm: () => ({
    schema: departureSchema,
    initial: () => ({ on: formatDate(new Date()), reason: '' }),
    sections: [
      {
        fields: [
          { name: 'on', label: '离岗日期', kind: 'date', required: true, hint: '当天仍在岗，次日起离岗' },
          { name: 'reason', label: '原因', kind: 'textarea', placeholder: '如退休、调离、合同到期' },
        ],
      },
    ],
  }),
  preview: queries.previewDeparture,
  run: async (targets, form) => showRefused(await queries.recordDeparture(targets, form)),
  done: (count) => `已办理 ${some(count)}离岗`,
})

const inviteAction: RowAction<User> = {
  key: 'invite',
  label: '邀请开通账号',
  permission: 'user.reset',
  when: ({ account, status }) => account !== 'active' && status !== 'left',
  run: async (targets) => {
    const ids = await queries.listTargetIds(targets)
    showDialog((close) => <InviteDialog ids={ids} onClose={close} />)
  },
  done: () => '',
}

const resetPasswordAction: DialogAction<User> = {
  key: 'reset',
  label: '重置密码',
  permission: 'user.reset',
  isSingle: true,
  when: ({ account, status }) => account === 'active' && status !== 'left',
  open: (row, { close }) => <ResetDialog row={row} onClose={close} />,
}

const requestChangeAction: AnyFormAction<User> = formAction<User, ChangeFormValues>({
  key: 'change',
  label: '申请变动',
  permission: 'user.edit',
  isSingle: true,
  when: isHere,
  createForm: (_targets, [row]) => createChangeForm(row),
  run: async (_targets, values) => void (await requestStaffChange(values)),
  done: () => '已提交申请，等待处理',
})

/** The row actions of staff. */
export const userActions: readonly RowAction<User>[] = [
  moveDepartmentAction,
  inviteAction,
  resetPasswordAction,
  requestChangeAction,
  createSuspendAction(false, '启用'),
  createSuspendAction(true, '停用'),
  departureAction,
]
