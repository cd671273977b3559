import { useEffect, useState } from 'react'
import { formatDate, formatDayTime } from '#packages/web/core/format/time.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { OfflineNote, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { isInLayer } from '#packages/web/light/use-back-key.ts'
import { useOnline } from '#packages/web/light/use-online.ts'
import { useToast } from '#packages/web/light/use-toast.tsx'
import { useAnswers } from '#engines/cover/web/api.ts'
import { ApplyForm } from './apply-form.tsx'
import { RequestsToAnswer } from './requests-to-answer.tsx'
import { GivenList } from './given-list.tsx'
import { OwnList } from './own-list.tsx'
import { RequestPage } from './request-page.tsx'
import { boxes, useRequests, type Box } from './use-requests.ts'
import styles from './mine.module.css'

const tabTitles: Readonly<Record<Box, string>> = { asked: '待我确认', own: '我申请的', given: '我代的课' }

const readAddress = () => {
  const params = new URLSearchParams(location.search)
  return {
    tab: boxes.find((box) => box === params.get('tab')) ?? 'asked',
    openId: params.get('open') ?? undefined,
    fills: params.get('fill') === 'new',
  }
}
type Address = ReturnType<typeof readAddress>

const skeleton = [
  [40, 70],
  [34, 62],
  [46, 74],
]

/** 我的代调课: what I am asked, what I asked for, what I give, and the form. */
export default function Mine() {
  usePageTitle('我的代调课')
  const isOnline = useOnline()
  const [today] = useState(() => formatDate(new Date()))
  const [{ tab, openId, fills }, setAddress] = useState(readAddress)
  const { showMessage, showWarning, toast } = useToast()
  const { loaded, hasFailed, again } = useRequests(tab)
  const answers = useAnswers({
    onDone: (message) => {
      showMessage(message)
      again()
    },
    onRefused: (message) => {
      showWarning(message)
      again()
    },
  })
  useEffect(() => {
    // A sheet of the form that closes is no reason to leave the form.
    const read = () => setAddress(({ fills }) => ({ ...readAddress(), fills }))
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [])
  const go = (to: Partial<Address>, how: 'pushState' | 'replaceState') => {
    const next = { tab, openId: undefined, fills: false, ...to }
    const params = new URLSearchParams()
    if (next.tab !== 'asked') params.set('tab', next.tab)
    if (next.openId) params.set('open', next.openId)
    const query = params.toString()
    const write = () => {
      history[how](null, '', location.pathname + (query ? `?${query}` : ''))
      setAddress(next)
    }
    // The form has its own entry in the history: it is left first, when the form is gone.
    if (isInLayer()) window.addEventListener('popstate', write, { once: true })
    else write()
    setAddress(next)
    window.scrollTo(0, 0)
  }
  if (fills)
    return (
      <ApplyForm
        today={today}
        onClose={() => go({}, 'replaceState')}
        onDone={(message) => {
          go({ tab: 'own' }, 'replaceState')
          showMessage(message)
          again()
        }}
      />
    )
  if (openId)
    return (
      <RequestPage
        id={openId}
        today={today}
        onBack={() => {
          go({}, 'replaceState')
          again()
        }}
      />
    )
  const list = { today, answers, isOnline, onOpen: (id: string) => go({ openId: id }, 'pushState') }
  return (
    <LightPage
      head={<Bar title="代调课" back={staffHome} help="my-covers" />}
      dock={
        <>
          {toast}
          <Foot>
            <Button size="task" onClick={() => setAddress({ tab, openId: undefined, fills: true })}>
              申请代调课
            </Button>
          </Foot>
        </>
      }
    >
      <div className={styles['tabs']} role="group" aria-label="代调课">
        {boxes.map((box) => (
          <button key={box} type="button" aria-pressed={box === tab} onClick={() => go({ tab: box }, 'replaceState')}>
            {tabTitles[box]}
          </button>
        ))}
      </div>
      {!loaded && (hasFailed ? <PageLoadError onRetry={again} /> : <Skeleton blocks={skeleton} />)}
      {loaded && !isOnline && <OfflineNote at={formatDayTime(loaded.at)} />}
      {loaded && isOnline && hasFailed && (
        <Note kind="error">
          没有更新成功，以下是 {formatDayTime(loaded.at)} 的内容 <TextButton onClick={again}>重试</TextButton>
        </Note>
      )}
      {loaded && tab === 'asked' && <RequestsToAnswer requests={loaded.requests} {...list} />}
      {loaded && tab === 'own' && <OwnList requests={loaded.requests} {...list} />}
      {loaded && tab === 'given' && <GivenList requests={loaded.requests} {...list} />}
    </LightPage>
  )
}
