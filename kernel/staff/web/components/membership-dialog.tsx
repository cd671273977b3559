import { useQueryClient } from '@tanstack/react-query'
import { call } from '#packages/web/core/call.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { staffApi, type StaffMembership, type UserDetail } from '../../contract.ts'
import { getUnitOfNode, staffKey } from '../staff-queries.ts'
import { toMembershipFormValues, createMembershipForm, type MembershipFormValues } from './membership-form.tsx'

interface Props {
  detail: UserDetail
  /** Undefined for a further membership. */
  membership: StaffMembership | undefined
  onClose: () => void
}

/** Edits a membership. */
export default function MembershipDialog({ detail, membership, onClose }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const submit = async ({ nodeId, endsOn, ...values }: MembershipFormValues) => {
    const where = membership ? { orgId: membership.orgId, departmentId: nodeId } : await getUnitOfNode(nodeId ?? '')
    const body = { id: membership?.id ?? null, userId: detail.id, ...where, ...values, endsOn: endsOn || null }
    await call(staffApi.saveMembership, { body })
    toast.success(membership ? '已保存任职' : '已添加兼职')
    await client.invalidateQueries({ queryKey: staffKey })
  }
  return (
    <FormDialog
      title={membership ? `编辑任职：${membership.orgName}` : `添加兼职：${detail.name}`}
      form={createMembershipForm(membership)}
      initial={membership && toMembershipFormValues(membership)}
      submit={submit}
      onClose={onClose}
    />
  )
}
