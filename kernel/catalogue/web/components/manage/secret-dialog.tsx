import { useState } from 'react'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { formatAppName, replaceSecret, type ApplicationRow } from '../../application-queries.ts'
import styles from './secret-dialog.module.css'

interface ShownProps {
  name: string
  appKey: string
  secret: string
  onClose: () => void
}

/** Shows the secret once; it cannot be shown again. */
export const SecretShown = ({ name, appKey, secret, onClose }: ShownProps) => (
  <NoticeDialog title={`${name}的密钥`} size="form" closeLabel="我已保存" onClose={onClose}>
    <p className={styles['warning']} role="alert">
      密钥只显示这一次，关闭后无法再查看。请现在复制，交给应用的开发单位妥善保管。
    </p>
    <FactGrid
      facts={[
        { label: '应用标识', value: <Copied text={appKey} name="应用标识" /> },
        { label: '应用密钥', value: <Copied text={secret} name="应用密钥" /> },
      ]}
    />
  </NoticeDialog>
)

const Copied = ({ text, name }: { text: string; name: string }) => (
  <span className={styles['copied']}>
    <code>{text}</code>
    <CopyButton text={text} label="复制" name={name} />
  </span>
)

interface Props {
  row: ApplicationRow
  onClose: () => void
  onChanged: () => Promise<void>
}

/** Creates a new secret after a confirmation and shows it once. */
export default function SecretDialog({ row, onClose, onChanged }: Props) {
  const [secret, setSecret] = useState<string>()
  const change = async () => {
    setSecret(await replaceSecret(row.key))
    await onChanged()
  }
  if (secret !== undefined)
    return <SecretShown name={formatAppName(row)} appKey={row.key} secret={secret} onClose={onClose} />
  return (
    <ConfirmAction
      title={`更换密钥：${formatAppName(row)}`}
      submitLabel="更换密钥"
      isDanger
      submit={change}
      onSent={() => {}}
      onClose={onClose}
    >
      <p>将生成一个新密钥，只显示一次。旧密钥还能用一天，请在此之前让开发单位换上新的。</p>
    </ConfirmAction>
  )
}
