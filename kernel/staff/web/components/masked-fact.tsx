import { useMay } from '#packages/web/desk/permissions.tsx'
import { MaskedValue } from '#packages/web/desk/masked-value.tsx'
import { userFields, type MaskedField, type User } from '../../contract.ts'
import { revealField } from '../staff-queries.ts'

const reasons = ['联系本人', '核对信息', '办理业务']

/** A number of somebody's, half hidden; with an eye for those who may see the whole of it. */
export function MaskedFact({ row, field }: { row: User & { mayReveal?: boolean }; field: MaskedField }) {
  const may = useMay()
  const value = row[field]
  if (!value) return '—'
  const mayLook = row.mayReveal ?? may('user.reveal')
  return (
    <MaskedValue
      value={value}
      label={userFields[field].title}
      reasons={reasons}
      notice="本次查看会记入操作日志。"
      reveal={mayLook ? (reason) => revealField(row.id, field, reason) : undefined}
    />
  )
}
