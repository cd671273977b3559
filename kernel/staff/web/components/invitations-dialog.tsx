import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import styles from './invitations-dialog.module.css'

interface Props {
  invited: readonly { id: string; name: string; link: string }[]
  onClose: () => void
}

/** One link each, to be handed over by whoever invited. They are told this one time. */
export function InvitationsDialog({ invited, onClose }: Props) {
  const all = invited.map(({ name, link }) => `${name} ${link}`).join('\n')
  return (
    <Dialog
      title={invited.length > 0 ? `邀请链接：${invited.length} 人` : '邀请开通账号'}
      size="form"
      onClose={onClose}
      foot={
        <>
          {invited.length > 1 && <CopyButton text={all} label="复制全部" />}
          <Button type="primary" data-first="" onClick={onClose}>
            完成
          </Button>
        </>
      }
    >
      {invited.length === 0 ? (
        <p>选中的人员都已开通账号，不需要邀请。</p>
      ) : (
        <>
          <p className={styles['note']}>
            请把链接发给本人，由本人设置登录名和密码。链接只显示这一次，7 天内有效，只能使用一次。
          </p>
          <ul className={styles['links']}>
            {invited.map(({ id, name, link }) => (
              <li key={id}>
                <strong>{name}</strong>
                <code className={styles['link']}>{link}</code>
                <CopyButton text={link} label="复制" name={name} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
