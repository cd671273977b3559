import { useState } from 'react'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { SecretDialog, SecretShown } from '#kernel/catalogue/web/api.ts'
import { graceHours } from '#kernel/catalogue/contract.ts'
import { resetSecret, type OwnApplicationRow } from './use-apply-queries.ts'

interface Props {
  row: OwnApplicationRow
  onClose: () => void
  onChanged: () => Promise<void>
}

/** Creates or replaces the secret of an approved application, and shows it once. */
export default function KeyDialog({ row, onClose, onChanged }: Props) {
  if (!row.hasSecret) return <FirstSecret row={row} onClose={onClose} onChanged={onChanged} />
  return (
    <SecretDialog
      name={row.name}
      appKey={row.key}
      reset={(change) => resetSecret({ key: row.key, ...change })}
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}

function FirstSecret({ row, onClose, onChanged }: Props) {
  const [secret, setSecret] = useState<string>()
  const create = async () => {
    setSecret((await resetSecret({ key: row.key, graceHours: graceHours.standard, reason: '' })).secret)
    await onChanged()
  }
  if (secret !== undefined) return <SecretShown name={row.name} appKey={row.key} secret={secret} onClose={onClose} />
  return (
    <ConfirmAction
      title={`生成密钥：${row.name}`}
      submitLabel="生成密钥"
      submit={create}
      onSent={() => {}}
      onClose={onClose}
    >
      <p>密钥只显示一次，请准备好保存。</p>
    </ConfirmAction>
  )
}
