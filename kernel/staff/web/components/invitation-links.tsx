import { PrinterOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { CopyButton } from '#packages/web/desk/copy-button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { QrPicture } from '#packages/web/light/qr-picture.tsx'
import { formatTeacherName, type InvitationLink } from '../invitations.ts'
import { InvitationSlips } from './invitation-slips.tsx'
import styles from './invitations-dialog.module.css'

/** A QR code large enough to scan from the other side of a desk. */
export const InvitationCode = ({ name, link }: Pick<InvitationLink, 'name' | 'link'>) => (
  <figure className={styles['code']}>
    <QrPicture text={link} label={`${name}的邀请二维码`} className={styles['qr']} />
    <figcaption>{`让${formatTeacherName(name)}扫一扫`}</figcaption>
  </figure>
)

/** The links of several people as a list, with the QR code of the selected one. */
function ManyLinks({ invited }: { invited: readonly InvitationLink[] }) {
  const [shown, setShown] = useState(invited[0]!)
  return (
    <div className={styles['many']}>
      <ul className={styles['links']}>
        {invited.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={styles['person']}
              aria-pressed={one === shown}
              onClick={() => setShown(one)}
            >
              {one.name}
            </button>
            <CopyButton text={one.link} label="复制" name={one.name} />
          </li>
        ))}
      </ul>
      <InvitationCode name={shown.name} link={shown.link} />
    </div>
  )
}

/** Invitations to hand over: a QR code on the screen, printed slips, or the link. They are shown once. */
export function InvitationLinks({ invited }: { invited: readonly InvitationLink[] }) {
  const [one, another] = invited
  if (!one) return <p>选中的人员都已开通账号，不需要邀请。</p>
  return (
    <>
      {another ? (
        <ManyLinks invited={invited} />
      ) : (
        <>
          <InvitationCode name={one.name} link={one.link} />
          <code className={styles['link']}>{one.link}</code>
        </>
      )}
      <p className={styles['note']}>只显示这一次，7 天内有效，只能使用一次。请交给本人，由本人设置用户名和密码。</p>
      <InvitationSlips invited={invited} />
    </>
  )
}

/** The buttons beside the close button. */
export function LinkButtons({ invited }: { invited: readonly InvitationLink[] }) {
  if (invited.length === 0) return null
  const all = invited.length > 1 ? invited.map(({ name, link }) => `${name} ${link}`).join('\n') : invited[0]!.link
  return (
    <>
      <CopyButton text={all} label={invited.length > 1 ? '复制全部链接' : '复制链接'} />
      <Button icon={<Glyph of={PrinterOutlined} />} onClick={() => window.print()}>
        打印邀请单
      </Button>
    </>
  )
}
