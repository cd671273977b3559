import { useQueryClient } from '@tanstack/react-query'
import { call } from '#packages/web/core/call.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { staffApi, type StaffPlace, type UserDetail } from '../../contract.ts'
import { placeAt, staffKey } from '../queries.ts'
import { knownPlace, placeFormOf, type PlaceValues } from './place-form.tsx'

interface Props {
  detail: UserDetail
  /** None: a further one. */
  place: StaffPlace | undefined
  onClose: () => void
}

/** One place of somebody's, as it is to be. */
export default function PlaceDialog({ detail, place, onClose }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  const submit = async ({ nodeId, endsOn, ...values }: PlaceValues) => {
    const where = place ? { orgId: place.orgId, departmentId: nodeId } : await placeAt(nodeId ?? '')
    const body = { id: place?.id ?? null, userId: detail.id, ...where, ...values, endsOn: endsOn || null }
    await call(staffApi.savePlace, { body })
    toast.success(place ? '已保存任职' : '已添加兼职')
    await client.invalidateQueries({ queryKey: staffKey })
  }
  return (
    <FormDialog
      title={place ? `编辑任职：${place.orgName}` : `添加兼职：${detail.name}`}
      form={placeFormOf(place)}
      initial={place && knownPlace(place)}
      submit={submit}
      onClose={onClose}
    />
  )
}
