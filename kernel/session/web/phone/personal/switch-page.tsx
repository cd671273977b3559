import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { toSafePath } from '#packages/web/core/safe-path.ts'
import { startSession, useSession } from '#packages/web/core/session.ts'
import { findStepUpChallenge, type StepUpChallenge, type StepUpProof } from '#packages/web/core/step-up.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { LinkList, LinkRow } from '#packages/web/light/row.tsx'
import { SearchField } from '#packages/web/light/search-field.tsx'
import { EmptyState, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { sessionApi } from '../../../contract.ts'
import { CodeStep } from '../sign-in/code-step.tsx'

interface Target {
  id: string
  name: string
}

/** A link of a message names the organisation and the page there. */
function readTarget(): { target: Target | undefined; url: string } {
  const params = new URLSearchParams(location.search)
  const id = params.get('org')
  const target = id ? { id, name: params.get('name') ?? '该单位' } : undefined
  return { target, url: toSafePath(params.get('url') ?? '') || staffHome }
}

/**
 * /staffMain/switch: the organisations to which the user may switch. Nothing changes before the server agrees; it may
 * require a code first.
 */
export default function SwitchPage() {
  usePageTitle('切换单位')
  const [{ target, url }] = useState(readTarget)
  const [asked, setAsked] = useState(target)
  const [keyword, setKeyword] = useState('')
  const current = useSession((session) => session.orgId)
  const { answer, again } = useLoaded(`targets ${keyword}`, () =>
    call(sessionApi.switchTargets, { query: { keyword } }),
  )
  const [step, setStep] = useState<{ target: Target; challenge: StepUpChallenge }>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const send = async (to: Target, proof?: StepUpProof) => {
    startSession(await call(sessionApi.switchOrg, { body: { orgId: to.id, ...proof } }))
    location.assign(url)
  }
  const go = async (to: Target) => {
    setBusy(true)
    setFault('')
    try {
      await send(to)
    } catch (refused) {
      setAsked(undefined)
      setBusy(false)
      const challenge = findStepUpChallenge(refused)
      if (challenge) setStep({ target: to, challenge })
      else setFault(getErrorMessage(refused) || '没有切换成功，请重试')
    }
  }
  if (step)
    return (
      <LightPage head={<Bar title={`切换到${step.target.name}`} back={() => setStep(undefined)} help="phone-home" />}>
        <Card>
          <CodeStep
            msgId={step.challenge.msgId}
            phone={step.challenge.phone}
            {...(step.challenge.methods && { methods: step.challenge.methods })}
            check={(code) => send(step.target, { msgId: step.challenge.msgId, code })}
            submit={{ label: '验证并切换', busy: '正在切换…' }}
            back={{ label: '返回', go: () => setStep(undefined) }}
          />
        </Card>
      </LightPage>
    )
  return (
    <LightPage head={<Bar title="切换单位" back={`${staffHome}?tab=me`} help="phone-home" />}>
      <SearchField placeholder="单位名称" onSearch={setKeyword} />
      {fault && <Note kind="error">{fault}</Note>}
      {answer === 'failed' ? (
        <PageLoadError onRetry={again} />
      ) : answer ? (
        <Targets {...answer} keyword={keyword} current={current} onChoose={setAsked} />
      ) : (
        <Skeleton blocks={[[60, 80, 70]]} />
      )}
      {asked && (
        <BottomSheet title={`切换到${asked.name}？`} onClose={() => setAsked(undefined)}>
          <p>切换后，看到和办理的都是{asked.name}的内容。</p>
          <Button size="task" busy={busy && '正在切换…'} onClick={() => void go(asked)}>
            切换
          </Button>
          <Button size="task" kind="plain" onClick={() => setAsked(undefined)}>
            取消
          </Button>
        </BottomSheet>
      )}
    </LightPage>
  )
}

interface TargetsProps {
  keyword: string
  current: string
  home: Target | null
  own: readonly Target[]
  recent: readonly Target[]
  found: readonly Target[]
  onChoose: (target: Target) => void
}

function Targets({ keyword, current, home, own, recent, found, onChoose }: TargetsProps) {
  const all = keyword ? found : [...(home ? [home] : []), ...own, ...recent]
  const others = all.filter(({ id }, at) => id !== current && all.findIndex((one) => one.id === id) === at)
  if (others.length === 0)
    return (
      <EmptyState title={keyword ? '没有找到' : '没有其他单位'}>
        {keyword ? `没有与“${keyword}”相符的单位。` : '您只在一个单位任职。'}
      </EmptyState>
    )
  return (
    <LinkList>
      {others.map((target) => (
        <LinkRow
          key={target.id}
          label={target.name}
          note={target.id === home?.id ? '本单位' : undefined}
          onClick={() => onChoose(target)}
        />
      ))}
    </LinkList>
  )
}
