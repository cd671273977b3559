import { formatDayTime } from '#packages/web/core/format/time.ts'
import { QrPicture } from '#packages/web/light/qr-picture.tsx'
import type { fetchClassCode } from '../class-queries.ts'
import styles from './class-code-dialog.module.css'

export type ClassCode = Awaited<ReturnType<typeof fetchClassCode>>

/** The link for guardians. The code is in the fragment, which browsers do not send to servers. */
const getInviteUrl = (code: string) => `${location.origin}/userLogin#classCode=${encodeURIComponent(code)}`

/** Groups of four characters, for reading aloud. */
const groupCode = (code: string) => code.match(/.{1,4}/g)?.join(' ') ?? code

/** The class code for guardians, large enough for a wall display, and as a QR code. */
export const ClassCodeView = ({ code: { code, expiresAt } }: { code: ClassCode }) => (
  <div className={styles['shown']}>
    <p className={styles['code']} role="status" aria-label={`邀请码 ${code.split('').join(' ')}`}>
      {groupCode(code)}
    </p>
    <QrPicture text={getInviteUrl(code)} label="邀请码二维码" className={styles['qr']} />
    <p className={styles['note']}>
      {`有效期至 ${formatDayTime(expiresAt)}。家长扫码，或登录后点“用班级邀请码绑定”。更换后，原邀请码立即失效。`}
    </p>
  </div>
)
