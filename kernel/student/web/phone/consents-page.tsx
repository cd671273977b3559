import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatDate } from '#packages/web/core/format/time.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { studentApi, type Consent } from '../../contract.ts'
import { ChildPage } from './family-page.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import styles from './family.module.css'

/** The consents of the family for a child, by purpose, and their withdrawal. */
export default function ConsentsPage() {
  return (
    <ChildPage title="授权管理" help="family-consents">
      {(child) => <Consents child={child} />}
    </ChildPage>
  )
}

function Consents({ child }: { child: { id: string; name: string } }) {
  const { answer, again } = useLoaded(child.id, () => call(studentApi.consents, { query: { studentId: child.id } }))
  if (!answer) return <Skeleton />
  if (answer === 'failed') return <PageLoadError onRetry={again} />
  return (
    <>
      <Note kind="info">以下授权都可以不同意，也可以随时撤回，不影响{child.name}正常上学。</Note>
      {answer.map((consent) => (
        <One key={consent.purpose} child={child} consent={consent} onSaved={again} />
      ))}
    </>
  )
}

const states = {
  none: <Tag state="waiting">待确认</Tag>,
  agreed: <Tag state="passed">已同意</Tag>,
  withdrawn: <Tag state="draft">未同意</Tag>,
  outdated: <Tag state="waiting">内容已更新</Tag>,
}

interface OneProps {
  child: { id: string; name: string }
  consent: Consent
  onSaved: () => void
}

function One({ child, consent, onSaved }: OneProps) {
  const { purpose, version, title, about, state, at, by } = consent
  const isGuardian = useSession((session) => session.user?.userType === 2)
  const [busy, setBusy] = useState<boolean>()
  const [wrong, setWrong] = useState('')
  const say = async (agrees: boolean) => {
    setBusy(agrees)
    setWrong('')
    await call(studentApi.saveConsent, { body: { studentId: child.id, purpose, version, agrees } }).then(
      onSaved,
      (error: unknown) => setWrong(getErrorMessage(error)),
    )
    setBusy(undefined)
  }
  return (
    <Card title={title} aside={states[state]}>
      <p className={styles['words']}>{about}</p>
      {at && (
        <p className={styles['small']}>
          {formatDate(at)} {by}
        </p>
      )}
      {wrong && <Note kind="error">{wrong}</Note>}
      {isGuardian && (
        <div className={styles['acts']}>
          {state !== 'agreed' && (
            <Button kind="tint" size="small" busy={busy === true && '正在保存…'} onClick={() => void say(true)}>
              同意
            </Button>
          )}
          {state !== 'withdrawn' && (
            <Button
              kind={state === 'agreed' ? 'withdraw' : 'plain'}
              size="small"
              busy={busy === false && '正在保存…'}
              onClick={() => void say(false)}
            >
              {state === 'agreed' ? '撤回同意' : '不同意'}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
