import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { showDialog } from '#packages/web/desk/dialog-host.tsx'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import styles from './invitation-dialog.module.css'

/** Shows the link of an invitation, once. */
export const showInvitation = (who: string, url: string) =>
  showDialog((close) => (
    <NoticeDialog title="邀请链接" onClose={close} buttons={<CopyButton text={url} label="复制链接" />}>
      <p>请把链接发给{who}。链接只显示这一次，7 天内有效，用一次即失效。</p>
      <p className={styles['link']}>{url}</p>
    </NoticeDialog>
  ))

/** Shows a password that a colleague gets, once. */
export const showOneTimePassword = (password: string) =>
  showDialog((close) => (
    <NoticeDialog title="一次性密码" onClose={close} buttons={<CopyButton text={password} label="复制密码" />}>
      <p>密码只显示这一次，请交给本人。对方下次登录时须设置新密码。</p>
      <p className={styles['link']}>{password}</p>
    </NoticeDialog>
  ))
