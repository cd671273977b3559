import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/light/button.tsx'
import { QrPicture } from '#packages/web/light/qr-picture.tsx'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { studentApi } from '../../contract.ts'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import styles from './class-code-sheet.module.css'

/** The link for guardians. The code is in the fragment, which browsers do not send to servers. */
const getInviteUrl = (code: string) => `${location.origin}/userLogin#classCode=${encodeURIComponent(code)}`
const groupCode = (code: string) => code.match(/.{1,4}/g)?.join(' ') ?? code

/** The class code for guardians, to show or to send. */
export function ClassCodeSheet({ classId, onClose }: { classId: string; onClose: () => void }) {
  const { answer, again } = useLoaded(classId, () => call(studentApi.classCode, { body: { classId, renew: false } }))
  const [isCopied, setCopied] = useState(false)
  return (
    <BottomSheet title={answer && answer !== 'failed' ? `${answer.className}邀请码` : '班级邀请码'} onClose={onClose}>
      {answer === 'failed' ? (
        <PageLoadError onRetry={again} />
      ) : !answer ? (
        <Skeleton />
      ) : (
        <div className={styles['code']}>
          <strong className={styles['word']}>{groupCode(answer.code)}</strong>
          <QrPicture className={styles['picture']} text={getInviteUrl(answer.code)} label="班级邀请码的二维码" />
          <p className={styles['about']}>
            家长用邀请码和孩子证件号后四位绑定，有效期至 {formatDayTime(answer.expiresAt)}。请勿发到公开的地方。
          </p>
          <Button
            size="task"
            onClick={() => {
              const text = `${answer.className}家长绑定：${getInviteUrl(answer.code)}`
              void navigator.clipboard.writeText(text).then(() => setCopied(true))
            }}
          >
            {isCopied ? '已复制' : '复制绑定链接'}
          </Button>
        </div>
      )}
    </BottomSheet>
  )
}
