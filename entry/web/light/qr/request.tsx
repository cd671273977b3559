import type { ReactNode } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { ScreenIcon } from '#packages/web/light/more-icons.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { Page } from '#packages/web/light/page.tsx'
import { Row, Rows } from '#packages/web/light/row.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { useOnline } from '#packages/web/light/use-online.ts'
import { agoOf, momentOf } from './moment.ts'
import { useEnding } from './use-ending.ts'
import type { Doing, Open } from './use-request.ts'
import styles from './qr-page.module.css'

interface Props extends Open {
  bar: ReactNode
  error: string | undefined
  doing: Doing
  onAnswer: (what: 'confirm' | 'cancel') => void
  onExpired: () => void
}

/** Who asks, from where and when; the number to compare; and the two answers, the safer one first when it looks odd. */
export function Request({ bar, asked, endsAt, error, doing, onAnswer, onExpired }: Props) {
  const left = useEnding(endsAt, onExpired)
  const online = useOnline()
  const confirm = { off: !online, onClick: () => onAnswer('confirm') }
  const cancel = { off: !online, onClick: () => onAnswer('cancel') }
  const isLost = !online && <Note kind="offline">没有网络，无法确认</Note>
  return (
    <Page
      head={bar}
      dock={
        <Foot above={isLost || (error && <Note kind="error">{error}</Note>)}>
          {asked.isUnusual ? (
            <>
              <Button kind="danger" size="safety" busy={doing === 'cancel' && '正在取消…'} {...cancel}>
                不是我，取消登录
              </Button>
              <Button kind="plain" size="safety" busy={doing === 'confirm' && '正在确认…'} {...confirm}>
                是我，数字相同，继续
              </Button>
            </>
          ) : (
            <>
              <Button size="safety" busy={doing === 'confirm' && '正在确认…'} {...confirm}>
                数字相同，确认登录
              </Button>
              <Button kind="plain" size="safety" busy={doing === 'cancel' && '正在取消…'} {...cancel}>
                不是我，取消
              </Button>
            </>
          )}
        </Foot>
      }
    >
      {asked.isUnusual && (
        <Note kind="warning" title="地点与您平时不同">
          这台电脑所在的{placeOf(asked.place)}，您平时没有用过。不是您就请取消。
        </Note>
      )}
      <Number asked={asked} left={left} />
      <Facts asked={asked} endsAt={endsAt} left={left} />
      <p className={styles['advice']}>
        {asked.isUnusual
          ? '确认后还需要短信验证码。取消后，对方的二维码立即失效。'
          : '不是您本人在操作，或数字不同，请点“不是我”。工作人员不会让您代扫二维码。'}
      </p>
    </Page>
  )
}

/** Of most places only the network is known. */
const placeOf = (place: string) => (/^[\d.:a-f*]*$/i.test(place) ? `网络 ${place}`.trim() : place)

function Number({ asked, left }: Pick<Open, 'asked'> & { left: number }) {
  return (
    <Card>
      <div className={styles['card']}>
        {!asked.isUnusual && (
          <span className={styles['screen']}>
            <ScreenIcon size={40} />
          </span>
        )}
        <h1>在电脑上登录启明？</h1>
        <p className={styles['compare']}>请看电脑屏幕，数字应与这里相同</p>
        <p className={styles['number']}>{asked.number}</p>
        <p className={styles['left']}>{left} 秒后失效</p>
        {!asked.isUnusual && (
          <div className={styles['line']}>
            <span style={{ width: `${Math.min(100, (left / asked.secondsLeft) * 100)}%` }} />
          </div>
        )}
      </div>
    </Card>
  )
}

function Facts({ asked, endsAt, left }: Open & { left: number }) {
  const user = useSession((session) => session.user)
  const opened = new Date(endsAt - asked.secondsLeft * 1000)
  const moment = new Date(asked.askedAt)
  return (
    <Rows>
      <Row label="设备">{asked.device}</Row>
      <Row label="地点" tool={asked.isUnusual ? <Tag state="unusual">新地点</Tag> : undefined}>
        {placeOf(asked.place)}
      </Row>
      <Row label="时间">
        {momentOf(moment, opened)}{' '}
        <small className={styles['ago']}>{agoOf(moment, opened, asked.secondsLeft - left)}</small>
      </Row>
      <Row label="账号" second={user?.orgName}>
        {user?.realName}
      </Row>
    </Rows>
  )
}
