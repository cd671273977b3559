import { formatDayTime } from '#packages/web/core/format/time.ts'
import { QrPicture } from '#packages/web/light/qr-picture.tsx'
import type { fetchClassCode } from '../class-queries.ts'
import styles from './class-code-dialog.module.css'

export type ClassCode = Awaited<ReturnType<typeof fetchClassCode>>

/** Where a guardian goes with it. It stands behind the #, where no server sees it. */
const getInviteUrl = (code: string) => `${location.origin}/userLogin#classCode=${encodeURIComponent(code)}`

/** Four characters at a time, as one reads it out. */
const groupCode = (code: string) => code.match(/.{1,4}/g)?.join(' ') ?? code

/** The word with which guardians of a class bind, large enough for a wall, and as a QR code. */
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
