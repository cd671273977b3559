import { useEffect, useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { EmptyState, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { rollCallApi } from '../../contract.ts'
import { LessonList } from './lesson-list.tsx'
import { OpenRoll } from './open-roll.tsx'

const skeleton = Array.from({ length: 6 }, () => [92, 92])

const readLesson = () => new URLSearchParams(location.search).get('lesson') ?? ''

/** 点名: the roll of a lesson, and the choice of another one. */
export default function RollPage() {
  usePageTitle('点名')
  const [lessonId, setLessonId] = useState(readLesson)
  const [isChoosing, setChoosing] = useState(false)
  const { answer, again } = useLoaded(`roll ${lessonId}`, () =>
    lessonId
      ? call(rollCallApi.session, { query: { lessonId, sessionId: null } })
      : call(rollCallApi.current, { query: {} }),
  )
  // What is on the screen while it is loaded again, and when that fails.
  const [shown, setShown] = useState<{ lessonId: string; answer: Exclude<typeof answer, 'failed' | undefined> }>()
  if (answer !== undefined && answer !== 'failed' && shown?.answer !== answer) setShown({ lessonId, answer })
  const roll = shown?.lessonId === lessonId ? shown.answer : undefined
  useEffect(() => {
    const read = () => setLessonId(readLesson())
    // Somebody else may have changed it while the phone was in the pocket.
    const look = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) again()
    }
    window.addEventListener('popstate', read)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('popstate', read)
      document.removeEventListener('visibilitychange', look)
    }
  }, [again])
  const choose = (id: string) => {
    history.replaceState(null, '', `${location.pathname}?lesson=${id}`)
    setChoosing(false)
    setLessonId(id)
  }
  const sheet = isChoosing && (
    <BottomSheet title="选择课节" onClose={() => setChoosing(false)}>
      <LessonList chosenId={roll?.lesson.lessonId} onChoose={choose} />
    </BottomSheet>
  )
  if (roll)
    return (
      <>
        <OpenRoll key={roll.lesson.lessonId} roll={roll} onChooseLesson={() => setChoosing(true)} onChanged={again} />
        {sheet}
      </>
    )
  return (
    <LightPage head={<Bar title="点名" back={staffHome} help="roll-call" />}>
      {roll === undefined && (answer === 'failed' ? <PageLoadError onRetry={again} /> : <Skeleton blocks={skeleton} />)}
      {roll === null && (
        <>
          <EmptyState title="当前没有你的课">可选择其他课节</EmptyState>
          <Card title="今天的课" isFlush>
            <LessonList onChoose={choose} />
          </Card>
        </>
      )}
    </LightPage>
  )
}
