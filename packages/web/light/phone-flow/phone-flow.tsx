import { useEffect, useState, type ReactNode } from 'react'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Bar } from '../bar.tsx'
import { LightPage } from '../page.tsx'
import { EmptyState, Skeleton } from '../state-notice.tsx'
import { deviceDraftStore, type FlowRecord } from './draft-store.ts'
import { FlowSteps } from './flow-steps.tsx'
import { createFlowRecord } from './use-draft.ts'
import type { FlowSpec } from './flow-spec.ts'

const guardian = 2

/**
 * A form for a phone, in steps: saved at every change, resumed where it was left, validated step by step, summarised
 * and sent once.
 */
export function PhoneFlow<Answer>({ spec }: { spec: FlowSpec<Answer> }) {
  usePageTitle(spec.title)
  const { owner, gate } = useOwner(spec)
  if (owner === undefined) return gate
  return <OpenFlow key={owner} spec={spec} name={`${spec.id}/${owner}`} />
}

/** The owner of the draft; or, while unknown, the page that identifies the user. */
function useOwner<Answer>({ auth, title, help, exitUrl }: FlowSpec<Answer>): { owner?: string; gate: ReactNode } {
  const [proved, setProved] = useState<string>()
  const user = useSession((session) => (session.token ? session.user : null))
  const mustSignIn = auth === 'guardian' && !user
  useEffect(() => {
    if (mustSignIn) location.replace(`/userLogin?redirect=${encodeURIComponent(location.pathname + location.search)}`)
  }, [mustSignIn])
  const bar = <Bar title={title} back={exitUrl} help={help} />
  if (auth === 'none') return { owner: '', gate: null }
  if (auth === 'guardian') {
    if (user?.userType === guardian) return { owner: user.userId, gate: null }
    const message = user ? '请退出后用家长账号登录，再打开本页。' : '正在打开登录页…'
    return {
      gate: (
        <LightPage head={bar}>
          <EmptyState title={user ? '本页由家长填写' : '请先登录'}>{message}</EmptyState>
        </LightPage>
      ),
    }
  }
  if (proved !== undefined) return { owner: proved, gate: null }
  return { gate: <LightPage head={bar}>{auth.sms(setProved)}</LightPage> }
}

interface OpenProps<Answer> {
  spec: FlowSpec<Answer>
  name: string
}

/** Reads the stored draft of this device before anything is rendered. */
function OpenFlow<Answer>({ spec, name }: OpenProps<Answer>) {
  const { store = deviceDraftStore, start } = spec
  const [first, setFirst] = useState<FlowRecord>()
  useEffect(() => {
    if (first !== undefined) return
    store.read(name).then(
      (stored) => setFirst(stored ?? createFlowRecord(start)),
      // A browser without storage can still be used; the status bar then shows that.
      () => setFirst(createFlowRecord(start)),
    )
  }, [first, store, name, start])
  if (!first) {
    return (
      <LightPage head={<Bar title={spec.title} back={spec.exitUrl} help={spec.help} />}>
        <Skeleton blocks={[[30, 100, 30, 100]]} />
      </LightPage>
    )
  }
  return <FlowSteps spec={spec} name={name} first={first} store={store} />
}
