import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CoverKind, CoverLesson, Proposal } from '#engines/cover/contract.ts'
import { coverKey, isPassedOn } from '#engines/cover/web/desk-api.ts'
import { Ret } from '#packages/core'
import { CallError, getErrorMessage } from '#packages/web/core/call-error.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { DayBoard } from '../../contract.ts'
import { assignCovers, cancelCovers, recommendForOffice } from '../office-queries.ts'
import {
  applyProposal,
  dropOutdated,
  findDraft,
  isOpen,
  listLessons,
  putDraft,
  type Draft,
  type Drafts,
} from './drafts.ts'
import { isOfPeople, useCandidates, useTimes, type LessonOptions } from './use-options.ts'

const changedMessage = '有课程刚被别人调整，已重新加载'

/** What is chosen on the board of a day, and sending it. */
export function useDayArrangement(board: DayBoard) {
  const client = useQueryClient()
  const toast = useToast()
  const lessons = useMemo(() => listLessons(board), [board])
  const [kept, setDrafts] = useState<Drafts>([])
  const drafts = dropOutdated(kept, lessons)
  const [proposal, setProposal] = useState<Proposal>()
  const [busy, setBusy] = useState<'recommend' | 'send'>()
  const [chosenId, setChosenId] = useState<string>()
  const open = lessons.filter((lesson) => isOpen(lesson))
  const chosen = lessons.find(({ lessonId }) => lessonId === chosenId) ?? open[0] ?? lessons[0]
  const [kindOf, setKindOf] = useState<{ lessonId: string; kind: CoverKind }>()
  const draft = chosen && findDraft(drafts, chosen.lessonId)
  const kind = kindOf?.lessonId === chosen?.lessonId && kindOf ? kindOf.kind : (draft?.sent.kind ?? 'substitute')
  const candidates = useCandidates(lessons, chosen, drafts)
  const times = useTimes(chosen, kind)
  const offered: LessonOptions =
    chosen && isPeopleKind(kind) ? { ...candidates, options: candidates.optionsOfLesson(chosen, kind) } : times

  const reload = () => client.invalidateQueries({ queryKey: coverKey })
  const run = async (name: 'recommend' | 'send', work: () => Promise<unknown>) => {
    setBusy(name)
    try {
      await work()
    } catch (error) {
      const isChanged = error instanceof CallError && error.ret === Ret.changedByOthers
      toast.error(isChanged ? changedMessage : getErrorMessage(error))
      if (isChanged) await reload()
    } finally {
      setBusy(undefined)
    }
  }
  const findOption = (lesson: CoverLesson, optionId: string) => {
    const options =
      lesson.lessonId === chosen?.lessonId ? offered.options : candidates.optionsOfLesson(lesson, 'substitute')
    return options?.find(({ shown }) => shown.id === optionId)
  }
  const findLesson = (lessonId: string) => lessons.find((lesson) => lesson.lessonId === lessonId)
  return {
    lessons,
    drafts,
    open,
    undecided: open.filter(({ lessonId }) => !findDraft(drafts, lessonId)),
    proposal: drafts.length > 0 ? proposal : undefined,
    /** Why nobody is proposed for the chosen lesson. */
    note: draft ? '' : (proposal?.lessons.find(({ lessonId }) => lessonId === chosen?.lessonId)?.note ?? ''),
    busy,
    chosen,
    kind,
    draft,
    offered,
    reload,
    chooseLesson: setChosenId,
    setKind: (next: CoverKind) => chosen && setKindOf({ lessonId: chosen.lessonId, kind: next }),
    /** Why somebody cannot be put on a lesson; empty if she can. */
    findObstacle: (lessonId: string, optionId: string) => {
      const lesson = findLesson(lessonId)
      if (!lesson || lesson.state === 'past') return '这节课已开始'
      const option = findOption(lesson, optionId)
      return option ? option.shown.obstacle : '不能代这节课'
    },
    choose: (lessonId: string, optionId: string) => {
      const lesson = findLesson(lessonId)
      const option = lesson && lesson.state !== 'past' ? findOption(lesson, optionId) : undefined
      if (!option) return
      if (option.shown.obstacle !== '') return toast.error(option.shown.obstacle)
      setChosenId(lessonId)
      setDrafts(putDraft(drafts, option.draft))
    },
    clear: (lessonId?: string) => {
      setDrafts(lessonId === undefined ? [] : drafts.filter(({ sent }) => sent.lessonId !== lessonId))
    },
    recommend: () =>
      run('recommend', async () => {
        const found = await recommendForOffice(open.map(({ lessonId }) => lessonId))
        setProposal(found)
        setDrafts(applyProposal(drafts, lessons, found))
      }),
    /** Takes effect at once. For eight seconds it can be undone. */
    send: (sent: readonly Draft[]) =>
      run('send', async () => {
        const isChainConfirmed = sent.some((one) => {
          const lesson = findLesson(one.sent.lessonId)
          return lesson !== undefined && isPassedOn(lesson)
        })
        const arranged = await assignCovers({
          lessons: sent.map((one) => one.sent),
          source: 'office',
          reason: '',
          isChainConfirmed,
        })
        setDrafts(drafts.filter((one) => !sent.includes(one)))
        const next = open.find(({ lessonId }) => !sent.some((one) => one.sent.lessonId === lessonId))
        if (next) setChosenId(next.lessonId)
        await reload()
        toast.undo(`已安排 ${sent.length} 节课`, async () => {
          await cancelCovers(
            arranged.map(({ id }) => id),
            '教务撤销安排',
          )
          await reload()
        })
      }),
  }
}

const isPeopleKind = (kind: CoverKind): kind is 'substitute' | 'supervise' | 'merge' => isOfPeople(kind)

export type DayArrangement = ReturnType<typeof useDayArrangement>
