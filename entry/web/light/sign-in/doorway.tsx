import { useState, type ReactNode } from 'react'
import type { LoginResult } from '#kernel/session/contract.ts'
import { keepBrowserSession } from '#packages/web/core/browser-session.ts'
import { CallError, isSessionLost, mayPass } from '#packages/web/core/call-error.ts'
import { leaveNotice } from '#packages/web/core/notice.ts'
import { endSession, firstStepOf, startSession, useSession, type FirstStep } from '#packages/web/core/session.ts'
import { late } from '#packages/web/light/late.tsx'
import type { Arrival, Arrive } from './arrival.ts'
import { goOn, homeAddress, wishIn } from './enter.ts'
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
  /** A door that waits for people: it takes up a session that still lacks a first step, and can be shown again. */
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

const goToLogin = () => location.replace(`/login${wishIn(location.search)}`)

/** Everything between the answer of a door and the page behind it; all doors share it. */
export function Doorway({ children, aside, hasBanner, resumes = false }: Props) {
  const [stage, setStage] = useState<Stage>(() => (resumes && stageAfter()) || { at: 'door' })

  const pass = () => {
    const step = stageAfter()
    if (step) return setStage(step)
    setStage({ at: 'entering' })
    goOn().catch((error: unknown) => {
      if (isSessionLost(error)) lose(error.msg)
      else setStage({ at: 'blocked', mayRetry: error instanceof CallError && mayPass(error) })
    })
  }
  const arrive: Arrive = (result, arrival = {}) => {
    if (result.needMsg) return setStage({ at: 'code', result, arrival })
    keepBrowserSession(arrival.isKept ?? false)
    startSession(result)
    pass()
  }
  // A door that acts by itself would send what is spent once more.
  const goBack = () => (resumes ? setStage({ at: 'door' }) : goToLogin())
  const lose = (words: string) => {
    endSession()
    leaveNotice(words)
    if (resumes) location.reload()
    else goToLogin()
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
          <FirstSteps key={stage.step} step={stage.step} onDone={pass} onLeave={goBack} onLost={lose} />
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
