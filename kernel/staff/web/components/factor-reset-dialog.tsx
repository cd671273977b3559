import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import type { User } from '../../contract.ts'
import { resetFactors } from '../user-queries.ts'

interface Props {
  row: User
  onClose: () => void
}

/** For a person who lost the phone with the authenticator app or the passkey. */
export function FactorResetDialog({ row, onClose }: Props) {
  return (
    <ConfirmAction
      title={`重置验证方式：${row.name}`}
      submitLabel="重置验证方式"
      isDanger
      submit={() => resetFactors(row.id)}
      done="已重置验证方式"
      onClose={onClose}
    >
      <p>将移除{row.name}的动态口令和全部通行密钥，密码和手机号不变。请先核实是本人要求，系统会通知本人。</p>
    </ConfirmAction>
  )
}
