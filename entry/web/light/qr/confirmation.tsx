import { useState } from 'react'
import type { Method } from '#kernel/session/contract.ts'
import { Button } from '#packages/web/light/button.tsx'
import { late } from '#packages/web/light/late.tsx'
import { DoneIcon, ForbiddenIcon, OfflineIcon } from '#packages/web/light/more-icons.tsx'
import { Page } from '#packages/web/light/page.tsx'
import { bar, Outcome } from './outcome.tsx'
import { reading } from './reading.tsx'
import { Request } from './request.tsx'
import { useEnding } from './use-ending.ts'
import { useRequest } from './use-request.ts'
import styles from './qr-page.module.css'

// Only an unusual place asks for a code too.
const CodeStep = late(() => import('../sign-in/code-step.tsx').then((loaded) => loaded.CodeStep))

/** Asks the server who wants to come in, and tells it the answer. */
export function Confirmation() {
  const [code] = useState(() => new URLSearchParams(location.search).get('code') ?? '')
  const { stage, setStage, doing, answer, confirmWith } = useRequest(code)
  const expire = () => setStage({ at: 'over', words: '' })

  switch (stage.at) {
    case 'reading':
      return reading
    case 'unread':
      return (
        <Outcome icon={<OfflineIcon size={40} />} title="没有加载成功" words="请检查网络后重试。">
          <Button onClick={() => setStage({ at: 'reading' })}>重试</Button>
        </Outcome>
      )
    case 'asking':
      return (
        <Request
          bar={bar}
          asked={stage.asked}
          endsAt={stage.endsAt}
          error={stage.error}
          doing={doing}
          onAnswer={(what) => void answer(stage, what)}
          onExpired={expire}
        />
      )
    case 'code':
      return (
        <Proof
          {...stage}
          check={(told) => confirmWith(stage.msgId, told)}
          goBack={() => setStage({ at: 'asking', asked: stage.asked, endsAt: stage.endsAt })}
          onExpired={expire}
        />
      )
    case 'over':
      return (
        <Outcome
          icon={<ForbiddenIcon size={40} />}
          title={stage.words || '二维码已过期，请在电脑上刷新'}
          words="请在电脑上刷新二维码，再扫一次。"
        />
      )
    case 'confirmed':
      return (
        <Outcome
          icon={<DoneIcon size={40} />}
          kind="good"
          title="已确认登录"
          words="电脑上会自动登录，可以关闭此页。"
        />
      )
    case 'cancelled':
      return <Outcome icon={<ForbiddenIcon size={40} />} title="已取消" words="电脑上的二维码已失效，没有人登录。" />
  }
}

interface ProofProps {
  msgId: string
  phone: string
  methods?: readonly Method[]
  endsAt: number
  check: (told: string) => Promise<void>
  goBack: () => void
  onExpired: () => void
}

/** The second step, within the time of the request. */
function Proof({ msgId, phone, methods, endsAt, check, goBack, onExpired }: ProofProps) {
  const left = useEnding(endsAt, onExpired)
  return (
    <Page head={bar}>
      <div className={styles['step']}>
        <CodeStep
          msgId={msgId}
          phone={phone}
          {...(methods && { methods })}
          lasts={`${left} 秒后失效`}
          check={check}
          submit={{ label: '确认登录', busy: '正在确认…' }}
          back={{ label: '返回', go: goBack }}
        />
      </div>
    </Page>
  )
}
