import { useState } from 'react'
import type { CoverLesson } from '#engines/cover/contract.ts'
import { isPassedOn } from '#engines/cover/web/desk-api.ts'
import { DayBoard } from '#packages/web/desk/day-board/day-board.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import type { DayBoard as Board } from '../../contract.ts'
import { AskEverybody, CancelCover, ConfirmChain } from './act-dialogs.tsx'
import { DraftBar } from './draft-bar.tsx'
import { toColumns, type Draft } from './drafts.ts'
import { LessonPanel } from './lesson-panel.tsx'
import type { DayArrangement } from './use-day-arrangement.ts'

interface Props {
  board: Board
  arrangement: DayArrangement
  /** All open lessons are to be sent to everybody. */
  isAskingAll: boolean
  onAsked: () => void
}

/** The board of a day with its dialogs. */
export function DayContent({ board, arrangement, isAskingAll, onAsked }: Props) {
  const { isFront } = usePageSearch()
  const { lessons, drafts, chosen, draft, offered, undecided, send } = arrangement
  const [sent, setSent] = useState<readonly Draft[]>()
  const [askedLesson, setAskedLesson] = useState<CoverLesson>()
  const [cancelled, setCancelled] = useState<CoverLesson>()
  const listCovered = (some: readonly Draft[]) =>
    lessons.filter((lesson) => isPassedOn(lesson) && some.some((one) => one.sent.lessonId === lesson.lessonId))
  const confirm = (some: readonly Draft[]) => {
    if (some.length === 0 || arrangement.busy) return
    if (listCovered(some).length > 0) setSent(some)
    else void send(some)
  }
  return (
    <>
      <DayBoard
        label={`${board.day} 缺课教师`}
        columns={toColumns(board, drafts)}
        periods={board.periods}
        chosenId={chosen?.lessonId}
        candidates={offered.options?.map(({ shown }) => shown) ?? []}
        isFront={isFront}
        onChooseLesson={arrangement.chooseLesson}
        onChooseCandidate={arrangement.choose}
        findObstacle={arrangement.findObstacle}
        onConfirm={() => draft && confirm([draft])}
      >
        <LessonPanel
          arrangement={arrangement}
          onAskEverybody={() => setAskedLesson(chosen)}
          onCancelCover={() => setCancelled(chosen)}
          onConfirm={() => draft && confirm([draft])}
        />
      </DayBoard>
      {drafts.length > 0 && <DraftBar arrangement={arrangement} onSend={() => confirm(drafts)} />}
      {isAskingAll && <AskEverybody lessons={undecided} onClose={onAsked} />}
      {askedLesson && <AskEverybody lessons={[askedLesson]} onClose={() => setAskedLesson(undefined)} />}
      {cancelled && <CancelCover lesson={cancelled} onClose={() => setCancelled(undefined)} />}
      {sent && (
        <ConfirmChain
          lessons={listCovered(sent)}
          drafts={sent}
          onSend={() => send(sent)}
          onClose={() => setSent(undefined)}
        />
      )}
    </>
  )
}
