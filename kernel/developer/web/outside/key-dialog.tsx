import { useState } from 'react'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { SecretShown } from '#kernel/catalogue/web/api.ts'
import { resetSecret, type OwnApplicationRow } from './use-apply-queries.ts'

interface Props {
  row: OwnApplicationRow
  onClose: () => void
  onChanged: () => Promise<void>
}

/** Creates or replaces the secret of an approved application, and shows it once. */
export default function KeyDialog({ row, onClose, onChanged }: Props) {
  const [secret, setSecret] = useState<string>()
  const change = async () => {
    setSecret(await resetSecret(row.key))
    await onChanged()
  }
  if (secret !== undefined) return <SecretShown name={row.name} appKey={row.key} secret={secret} onClose={onClose} />
  const label = row.hasSecret ? '更换密钥' : '生成密钥'
  return (
    <ConfirmAction
      title={`${label}：${row.name}`}
      submitLabel={label}
      isDanger={row.hasSecret}
      submit={change}
      onSent={() => {}}
      onClose={onClose}
    >
      <p>{row.hasSecret ? '将生成一个新密钥，只显示一次。旧密钥还能用一天。' : '密钥只显示一次，请准备好保存。'}</p>
    </ConfirmAction>
  )
}
