import type { ReactNode } from 'react'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { PhoneIcon } from '#packages/web/light/icons.tsx'
import { ForbiddenIcon, OfflineIcon, RefreshIcon } from '#packages/web/light/more-icons.tsx'
import { QrPicture } from '#packages/web/light/qr-picture.tsx'
import { formatSeconds, useCountdown } from '#packages/web/light/use-countdown.ts'
import type { OnSignedIn } from './sign-in-handler.ts'
import { useQrCode, type QrState } from './use-qr-code.ts'
import styles from './qr-panel.module.css'

/** Sign-in with the phone: it scans the code, shows the same number, and confirms. */
export function QrPanel({ onSignedIn }: { onSignedIn: OnSignedIn }) {
  const [qr, renew] = useQrCode(onSignedIn)
  return (
    <>
      <h2 className={styles['title']}>扫码登录</h2>
      <p className={styles['lead']}>不用输密码，更安全</p>
      <div className={styles['frame']}>
        {'url' in qr && <QrPicture text={qr.url} label="登录二维码" className={styles['code']} />}
        <Veil qr={qr} renew={renew} />
      </div>
      <QrInstructions qr={qr} renew={renew} />
    </>
  )
}

interface Props {
  qr: QrState
  renew: () => void
}

/** Covers the code when it must not be scanned. */
function Veil({ qr, renew }: Props) {
  switch (qr.at) {
    case 'loading':
      return <Overlay>正在生成二维码…</Overlay>
    case 'waiting':
      return null
    case 'scanned':
      return (
        <Overlay isSolid>
          <span className={styles['blue']}>
            <PhoneIcon size={32} />
          </span>
          <strong>请在手机上确认</strong>
          <span className={styles['number']}>{qr.number}</span>
          <span>手机上应是同一个数字</span>
        </Overlay>
      )
    case 'entering':
      return (
        <Overlay isSolid>
          <strong>正在登录…</strong>
        </Overlay>
      )
    case 'expired':
      return (
        <Overlay>
          <strong>二维码已过期</strong>
          <Renew kind="primary" label="刷新二维码" renew={renew} />
        </Overlay>
      )
    case 'cancelled':
      return (
        <Overlay>
          <span className={styles['amber']}>
            <ForbiddenIcon size={40} />
          </span>
          <strong>已在手机上取消</strong>
          <Renew kind="plain" label="重新扫码" renew={renew} />
        </Overlay>
      )
    case 'failed':
      return (
        <Overlay>
          {qr.isOffline && <OfflineIcon size={32} />}
          <span className={styles['failed']}>{qr.message}</span>
          <Renew kind="plain" label="重试" renew={renew} />
        </Overlay>
      )
  }
}

function Overlay({ isSolid = false, children }: { isSolid?: boolean; children: ReactNode }) {
  return (
    <div className={styles['over']} data-solid={isSolid ? '' : undefined} role="status">
      {children}
    </div>
  )
}

function Renew({ kind, label, renew }: { kind: 'primary' | 'plain'; label: string; renew: () => void }) {
  return (
    <span className={styles['renew']}>
      <Button kind={kind} onClick={renew}>
        <RefreshIcon size={16} />
        {label}
      </Button>
    </span>
  )
}

function QrInstructions({ qr, renew }: Props) {
  if (qr.at === 'scanned') {
    return (
      <div className={styles['below']}>
        <p>不是您本人？</p>
        <TextButton onClick={renew}>换一个二维码</TextButton>
        <RemainingTime key={qr.code} qr={qr} format={(left) => `${left}内有效`} />
      </div>
    )
  }
  if (qr.at === 'cancelled' || qr.at === 'failed') {
    return (
      <div className={styles['below']}>
        <p>也可以在左侧</p>
        <p>用账号密码登录</p>
      </div>
    )
  }
  return (
    <div className={styles['below']}>
      <p>
        打开 <b>钉钉</b> 或手机浏览器
      </p>
      <p>用“扫一扫”扫描二维码</p>
      {qr.at === 'waiting' && <RemainingTime key={qr.code} qr={qr} format={(left) => `${left}后自动更换`} />}
    </div>
  )
}

type TimedQrState = Extract<QrState, { endsAt: number }>

function RemainingTime({ qr, format }: { qr: TimedQrState; format: (left: string) => string }) {
  const [left] = useCountdown(() => (qr.endsAt - Date.now()) / 1000)
  return <p className={styles['left']}>{qr.isOffline ? '网络不通，正在重试…' : format(formatSeconds(left))}</p>
}
