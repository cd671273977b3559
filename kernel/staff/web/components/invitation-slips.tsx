import { useState } from 'react'
import { createPortal } from 'react-dom'
import { formatDate } from '#packages/web/core/format/time.ts'
import { QrPicture } from '#packages/web/light/qr-picture.tsx'
import { getInvitationExpiry, type InvitationLink } from '../invitations.ts'
import styles from './invitation-slips.module.css'

/** One slip per person, to cut apart. Rendered next to the page and visible only in print. */
export function InvitationSlips({ invited }: { invited: readonly InvitationLink[] }) {
  const [until] = useState(() => formatDate(getInvitationExpiry(new Date())))
  return createPortal(
    <div className="print-only" data-sheet="" aria-hidden="true">
      <div className={styles['sheet']}>
        {invited.map(({ id, name, orgName, link }) => (
          <section key={id} className={styles['slip']}>
            <div>
              <p className={styles['org']}>{orgName}</p>
              <p className={styles['name']}>{name}</p>
              <ol className={styles['steps']}>
                <li>用手机扫描二维码</li>
                <li>设置用户名和密码</li>
                <li>{`${until} 前有效，只能使用一次`}</li>
              </ol>
            </div>
            <QrPicture text={link} label={`${name}的邀请二维码`} className={styles['qr']} />
          </section>
        ))}
      </div>
    </div>,
    document.body,
  )
}
