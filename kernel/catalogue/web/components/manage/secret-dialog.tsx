import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { ErrorNote } from '#packages/web/desk/list/action-preview.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
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
  <Dialog
    title={`${name}的密钥`}
    size="form"
    onClose={onClose}
    foot={
      <Button type="primary" onClick={onClose}>
        我已保存
      </Button>
    }
  >
    <p className={styles['warning']} role="alert">
      密钥只显示这一次，关闭后无法再查看。请现在复制，交给应用的开发单位妥善保管。
    </p>
    <dl className={styles['facts']}>
      <dt>应用标识</dt>
      <dd>
        <code>{appKey}</code>
        <CopyButton text={appKey} label="复制" name="应用标识" />
      </dd>
      <dt>应用密钥</dt>
      <dd>
        <code>{secret}</code>
        <CopyButton text={secret} label="复制" name="应用密钥" />
      </dd>
    </dl>
  </Dialog>
)

interface Props {
  row: ApplicationRow
  onClose: () => void
  onChanged: () => Promise<void>
}

/** Creates a new secret after a confirmation and shows it once. */
export default function SecretDialog({ row, onClose, onChanged }: Props) {
  const [secret, setSecret] = useState<string>()
  const { isBusy, refusal, send } = useSubmit()
  const change = async () => {
    setSecret(await replaceSecret(row.key))
    await onChanged()
  }
  if (secret !== undefined)
    return <SecretShown name={formatAppName(row)} appKey={row.key} secret={secret} onClose={onClose} />
  return (
    <Dialog
      title={`更换密钥：${formatAppName(row)}`}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" danger loading={isBusy} onClick={() => void send(change)}>
            更换密钥
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal} />
      <p>将生成一个新密钥，只显示一次。旧密钥还能用一天，请在此之前让开发单位换上新的。</p>
    </Dialog>
  )
}
