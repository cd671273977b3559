import { useState } from 'react'
import type { VerificationMethod } from '../../../contract.ts'
import { Button } from '#packages/web/light/button.tsx'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { DoneIcon, ForbiddenIcon, OfflineIcon } from '#packages/web/light/more-icons.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { qrBar, QrOutcome } from './qr-outcome.tsx'
import { qrSkeleton } from './qr-skeleton.tsx'
import { QrRequestPage } from './qr-request-page.tsx'
import { useExpiry } from './use-expiry.ts'
import { useQrRequest } from './use-qr-request.ts'
import styles from './qr-page.module.css'

// Only an unusual location requires a code too.
const CodeStep = lazyComponent(() => import('../sign-in/code-step.tsx').then((loaded) => loaded.CodeStep))

/** Loads the sign-in request from the server, and sends the answer. */
export function QrConfirmation() {
  const [code] = useState(() => new URLSearchParams(location.search).get('code') ?? '')
  const { stage, setStage, pendingAnswer, answer, confirmWith } = useQrRequest(code)
  const expire = () => setStage({ at: 'over', message: '' })

  switch (stage.at) {
    case 'reading':
      return qrSkeleton
    case 'unread':
      return (
        <QrOutcome icon={<OfflineIcon size={40} />} title="没有加载成功" text="请检查网络后重试。">
          <Button onClick={() => setStage({ at: 'reading' })}>重试</Button>
        </QrOutcome>
      )
    case 'asking':
      return (
        <QrRequestPage
          bar={qrBar}
          request={stage.request}
          endsAt={stage.endsAt}
          error={stage.error}
          pendingAnswer={pendingAnswer}
          onAnswer={(what) => void answer(stage, what)}
          onExpired={expire}
        />
      )
    case 'code':
      return (
        <SecondStepProof
          {...stage}
          check={(typedCode) => confirmWith(stage.msgId, typedCode)}
          goBack={() => setStage({ at: 'asking', request: stage.request, endsAt: stage.endsAt })}
          onExpired={expire}
        />
      )
    case 'over':
      return (
        <QrOutcome
          icon={<ForbiddenIcon size={40} />}
          title={stage.message || '二维码已过期，请在电脑上刷新'}
          text="请在电脑上刷新二维码，再扫一次。"
        />
      )
    case 'confirmed':
      return (
        <QrOutcome
          icon={<DoneIcon size={40} />}
          kind="good"
          title="已确认登录"
          text="电脑上会自动登录，可以关闭此页。"
        />
      )
    case 'cancelled':
      return <QrOutcome icon={<ForbiddenIcon size={40} />} title="已取消" text="电脑上的二维码已失效，没有人登录。" />
  }
}

interface ProofProps {
  msgId: string
  phone: string
  methods?: readonly VerificationMethod[]
  endsAt: number
  check: (typedCode: string) => Promise<void>
  goBack: () => void
  onExpired: () => void
}

/** The second step, within the lifetime of the request. */
function SecondStepProof({ msgId, phone, methods, endsAt, check, goBack, onExpired }: ProofProps) {
  const left = useExpiry(endsAt, onExpired)
  return (
    <LightPage head={qrBar}>
      <div className={styles['step']}>
        <CodeStep
          msgId={msgId}
          phone={phone}
          {...(methods && { methods })}
          validity={`${left} 秒后失效`}
          check={check}
          submit={{ label: '确认登录', busy: '正在确认…' }}
          back={{ label: '返回', go: goBack }}
        />
      </div>
    </LightPage>
  )
}
