import { useMay } from '#packages/web/desk/permissions.tsx'
import { MaskedValue } from '#packages/web/desk/masked-value.tsx'
import { userFields, type MaskedField, type User } from '../../contract.ts'
import { revealField } from '../staff-queries.ts'

const reasons = ['联系本人', '核对信息', '办理业务']

/** A masked number, with a reveal button for callers who may see it in full. */
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
