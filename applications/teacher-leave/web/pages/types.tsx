import { OrderedListOutlined } from '@ant-design/icons'
import { useSession } from '#packages/web/core/session.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import type { RowAction } from '#packages/web/desk/list/list-spec.ts'
import { orgTypes } from '#kernel/org/contract.ts'
import { leaveKinds, leaveType, leaveTypeApi, type LeaveType } from '../../contract.ts'

const list = createEntityListSpec(leaveType, leaveTypeApi, { key: 'teacher-leave:types', icon: OrderedListOutlined })

/** Only the bureau changes the types of the district. */
const isChangeable = ({ origin }: LeaveType) =>
  origin === 'school' || useSession.getState().user?.orgType === orgTypes.bureau.code

/** 假期类型. */
export default defineListPage({
  ...list,
  card: (type) => ({
    kind: type.name === leaveKinds[type.kind] ? '' : leaveKinds[type.kind],
    facts: [
      type.isPaid ? '带薪' : '不带薪',
      type.includesHolidays ? '计入节假日' : '',
      type.maxDaysPerYear ? `每年最多 ${type.maxDaysPerYear / 100} 天` : '',
      type.needsBalance ? '须有余额' : '',
      type.unit === 'hour' ? '按小时' : '',
      type.origin === 'school' ? '本校' : '',
      type.isDisabled ? '已停用' : '',
    ].filter(Boolean),
  }),
  edit: { ...list.edit!, when: isChangeable },
  actions: list.actions!.map((action): RowAction<LeaveType> => ({
    ...action,
    when: (row) => isChangeable(row) && (action.when?.(row) ?? true),
  })),
})
