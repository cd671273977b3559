import type { ReactNode } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { ScreenIcon } from '#packages/web/light/more-icons.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { DetailRow, DetailList } from '#packages/web/light/row.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { useOnline } from '#packages/web/light/use-online.ts'
import { formatSecondsAgo, formatSignInTime } from './format-sign-in-time.ts'
import { useExpiry } from './use-expiry.ts'
import type { PendingAnswer, OpenQrRequest } from './use-qr-request.ts'
import styles from './qr-page.module.css'

interface Props extends OpenQrRequest {
  bar: ReactNode
  error: string | undefined
  pendingAnswer: PendingAnswer
  onAnswer: (what: 'confirm' | 'cancel') => void
  onExpired: () => void
}

/**
 * Who requests the sign-in, from where and when; the number to compare; and two answers, the safer one first for
 * unusual requests.
 */
export function QrRequestPage({ bar, request, endsAt, error, pendingAnswer, onAnswer, onExpired }: Props) {
  const left = useExpiry(endsAt, onExpired)
  const online = useOnline()
  const confirm = { isDisabled: !online, onClick: () => onAnswer('confirm') }
  const cancel = { isDisabled: !online, onClick: () => onAnswer('cancel') }
  const isLost = !online && <Note kind="offline">没有网络，无法确认</Note>
  return (
    <LightPage
      head={bar}
      dock={
        <Foot above={isLost || (error && <Note kind="error">{error}</Note>)}>
          {request.isUnusual ? (
            <>
              <Button kind="danger" size="safety" busy={pendingAnswer === 'cancel' && '正在取消…'} {...cancel}>
                不是我，取消登录
              </Button>
              <Button kind="plain" size="safety" busy={pendingAnswer === 'confirm' && '正在确认…'} {...confirm}>
                是我，数字相同，继续
              </Button>
            </>
          ) : (
            <>
              <Button size="safety" busy={pendingAnswer === 'confirm' && '正在确认…'} {...confirm}>
                数字相同，确认登录
              </Button>
              <Button kind="plain" size="safety" busy={pendingAnswer === 'cancel' && '正在取消…'} {...cancel}>
                不是我，取消
              </Button>
            </>
          )}
        </Foot>
      }
    >
      {request.isUnusual && (
        <Note kind="warning" title="地点与您平时不同">
          这台电脑所在的{formatNetwork(request.network)}，您平时没有用过。不是您就请取消。
        </Note>
      )}
      <MatchNumber request={request} left={left} />
      <RequestFacts request={request} endsAt={endsAt} left={left} />
      <p className={styles['advice']}>
        {request.isUnusual
          ? '确认后还需要短信验证码。取消后，对方的二维码立即失效。'
          : '不是您本人在操作，或数字不同，请点“不是我”。工作人员不会让您代扫二维码。'}
      </p>
    </LightPage>
  )
}

/** For most locations only the network is known. */
const formatNetwork = (region: string) => (/^[\d.:a-f*]*$/i.test(region) ? `网络 ${region}`.trim() : region)

function MatchNumber({ request, left }: Pick<OpenQrRequest, 'request'> & { left: number }) {
  return (
    <Card>
      <div className={styles['card']}>
        {!request.isUnusual && (
          <span className={styles['screen']}>
            <ScreenIcon size={40} />
          </span>
        )}
        <h1>在电脑上登录启明？</h1>
        <p className={styles['compare']}>请看电脑屏幕，数字应与这里相同</p>
        <p className={styles['number']}>{request.number}</p>
        <p className={styles['left']}>{left} 秒后失效</p>
        {!request.isUnusual && (
          <div className={styles['line']}>
            <span style={{ width: `${Math.min(100, (left / request.secondsLeft) * 100)}%` }} />
          </div>
        )}
      </div>
    </Card>
  )
}

function RequestFacts({ request, endsAt, left }: OpenQrRequest & { left: number }) {
  const user = useSession((session) => session.user)
  const opened = new Date(endsAt - request.secondsLeft * 1000)
  const moment = new Date(request.requestedAt)
  return (
    <DetailList>
      <DetailRow label="设备">{request.device}</DetailRow>
      <DetailRow label="地点" tool={request.isUnusual ? <Tag state="unusual">新地点</Tag> : undefined}>
        {formatNetwork(request.network)}
      </DetailRow>
      <DetailRow label="时间">
        {formatSignInTime(moment, opened)}{' '}
        <small className={styles['ago']}>{formatSecondsAgo(moment, opened, request.secondsLeft - left)}</small>
      </DetailRow>
      <DetailRow label="账号" secondLine={user?.orgName}>
        {user?.realName}
      </DetailRow>
    </DetailList>
  )
}
