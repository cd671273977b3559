import { useState, type ReactNode } from 'react'
import { sessionApi, type LoginResult } from '#kernel/session/contract.ts'
import { keepBrowserSession } from '#packages/web/core/browser-session.ts'
import { call } from '#packages/web/core/call.ts'
import { CallError, mayPass } from '#packages/web/core/call-error.ts'
import { endSession, firstStepOf, startSession, useSession, type FirstStep } from '#packages/web/core/session.ts'
import { late } from '#packages/web/light/late.tsx'
import type { Arrival, Arrive } from './arrival.ts'
import { goOn, homeAddress } from './enter.ts'
import { Aside, Frame } from './frame.tsx'
import { Message } from './message.tsx'

type Stage =
  | { at: 'door' }
  | { at: 'code'; result: LoginResult; arrival: Arrival }
  | { at: 'step'; step: FirstStep }
  | { at: 'entering' }
  | { at: 'blocked'; mayRetry: boolean }

interface Props {
  /** What is drawn before anybody has signed in, and beside it. */
  children: (arrive: Arrive) => ReactNode
  aside?: (arrive: Arrive) => ReactNode
  hasBanner?: boolean
  /** Whether a session that still lacks a first step is taken up again. */
  resumes?: boolean
}

// Few are asked for more than a password, so few load what asks.
const FirstSteps = late(() => import('./first-steps.tsx').then((loaded) => loaded.FirstSteps))
const Reason = late(() => import('./second-step.tsx').then((loaded) => loaded.Reason))
const SecondStep = late(() => import('./second-step.tsx').then((loaded) => loaded.SecondStep))

const stageAfter = (): Stage | undefined => {
  const { token, user } = useSession.getState()
  const step = token ? firstStepOf(user) : undefined
  return step && { at: 'step', step }
}

/** Everything between the answer of a door and the page behind it; all doors share it. */
export function Doorway({ children, aside, hasBanner, resumes = false }: Props) {
  const [stage, setStage] = useState<Stage>(() => (resumes && stageAfter()) || { at: 'door' })

  const pass = () => {
    const step = stageAfter()
    if (step) return setStage(step)
    setStage({ at: 'entering' })
    goOn().catch((error: unknown) =>
      setStage({ at: 'blocked', mayRetry: error instanceof CallError && mayPass(error) }),
    )
  }
  const arrive: Arrive = (result, arrival = {}) => {
    if (result.needMsg) return setStage({ at: 'code', result, arrival })
    keepBrowserSession(arrival.isKept ?? false)
    startSession(result)
    pass()
  }
  const goBack = () => setStage({ at: 'door' })
  const signOut = () => {
    // Should the server not hear of it, the session ends there by itself soon enough.
    call(sessionApi.logout).catch(() => {})
    endSession()
    goBack()
  }

  switch (stage.at) {
    case 'door':
      return (
        <Frame aside={aside?.(arrive) ?? <Aside />} hasBanner={hasBanner ?? false}>
          {children(arrive)}
        </Frame>
      )
    case 'code':
      return (
        <Frame aside={<Reason ip={stage.result.ip} userName={stage.arrival.userName ?? ''} />}>
          <SecondStep {...stage} arrive={arrive} goBack={goBack} />
        </Frame>
      )
    case 'step':
      return (
        <Frame aside={<Aside />}>
          <FirstSteps key={stage.step} step={stage.step} onDone={pass} onLeave={signOut} />
        </Frame>
      )
    case 'entering':
      return (
        <Frame aside={<Aside />}>
          <Message title="登录成功" words="正在进入…" />
        </Frame>
      )
    case 'blocked':
      return (
        <Frame aside={<Aside />}>
          <Message
            title="无法打开该地址"
            words={stage.mayRetry ? '服务器没有响应，请稍后重试。' : '这个地址不在允许打开的范围内。'}
            {...(stage.mayRetry && { next: { label: '重试', go: pass } })}
            link={{ label: '返回首页', to: homeAddress() }}
          />
        </Frame>
      )
  }
}
