import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { labelOf } from '#packages/contract'
import { addDays, getMonday } from '#packages/core'
import { cancelReasons, type Candidate, type CoverKind, type CoverLesson } from '#engines/cover/contract.ts'
import { formatPeriod, nameLesson } from '#engines/cover/web/desk-api.ts'
import type { BoardCandidate } from '#packages/web/desk/day-board/board-types.ts'
import { officeCandidatesQuery, officePlacesQuery, officeSwapsQuery } from '../office-queries.ts'
import { createDraft, isOpen, listBusy, type Draft, type Drafts } from './drafts.ts'

export const isOfPeople = (kind: CoverKind) => kind === 'substitute' || kind === 'supervise' || kind === 'merge'

interface Option {
  shown: BoardCandidate
  draft: Draft
}

/** What can be chosen for a lesson, with the draft that each choice makes. */
export interface LessonOptions {
  /** Undefined while they are looked for. */
  options: readonly Option[] | undefined
  error: unknown
  retry: () => void
}

const peopleTexts = { substitute: '', supervise: '看管自习', merge: '合班' } as const

function toPeopleOption(
  lesson: CoverLesson,
  kind: keyof typeof peopleTexts,
  { userId, name, facts, warning, obstacle }: Candidate,
  busy: readonly string[],
): Option {
  const isBusy = obstacle === '' && busy.includes(userId)
  return {
    shown: { id: userId, name, facts, warning, obstacle: isBusy ? '已选代同一时间的另一节课' : obstacle },
    draft: createDraft(lesson, { kind, userId }, name + peopleTexts[kind]),
  }
}

/** Colleagues for each lesson that is open, and for the chosen one. */
export function useCandidates(lessons: readonly CoverLesson[], chosen: CoverLesson | undefined, drafts: Drafts) {
  const ids = lessons.filter(isOpen).map(({ lessonId }) => lessonId)
  if (chosen && chosen.state !== 'past' && !ids.includes(chosen.lessonId)) ids.push(chosen.lessonId)
  const query = useQuery({
    ...officeCandidatesQuery(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const optionsOfLesson = (lesson: CoverLesson, kind: keyof typeof peopleTexts): readonly Option[] | undefined => {
    const found = query.data?.find(({ lessonId }) => lessonId === lesson.lessonId)?.candidates
    if (kind !== 'merge') {
      const busy = listBusy(drafts, lessons, lesson)
      return found?.map((candidate) => toPeopleOption(lesson, kind, candidate, busy))
    }
    return found?.flatMap((one) => {
      if (!one.host) return []
      const facts = [`同时上${one.host.lesson}`]
      return toPeopleOption(lesson, kind, { ...one, facts, warning: one.host.warning, obstacle: '' }, [])
    })
  }
  return { optionsOfLesson, error: query.error, retry: () => void query.refetch() }
}

/** For a swap: lessons of this week. For a new time: this week and the next. */
const searchDays = { swap: 6, move: 13, cancel: 13 } as const

/** Lessons to change places with, or times to move to. */
export function useTimes(lesson: CoverLesson | undefined, kind: CoverKind): LessonOptions {
  const days = kind === 'swap' || kind === 'move' || kind === 'cancel' ? searchDays[kind] : 0
  const monday = lesson ? getMonday(lesson.day) : ''
  const search = { lessonId: lesson?.lessonId ?? '', from: monday, to: lesson ? addDays(monday, days) : '' }
  const isOn = lesson !== undefined && lesson.state !== 'past'
  const swaps = useQuery({ ...officeSwapsQuery(search), enabled: isOn && kind === 'swap' })
  const places = useQuery({ ...officePlacesQuery(search), enabled: isOn && (kind === 'move' || kind === 'cancel') })
  const query = kind === 'swap' ? swaps : places
  const state = { error: query.error, retry: () => void query.refetch() }
  if (!lesson || days === 0) return { options: undefined, ...state }
  if (kind === 'swap') {
    const options = swaps.data?.map(({ obstacle, ...other }): Option => {
      const teachers = other.teachers.map(({ name }) => name).join('、')
      const shown = { id: other.lessonId, name: `${formatPeriod(other)} ${nameLesson(other)}`, warning: '', obstacle }
      return {
        shown: { ...shown, facts: teachers ? [teachers] : [] },
        draft: createDraft(
          lesson,
          { kind, otherLessonId: other.lessonId, otherSeenAt: other.seenAt },
          `与${teachers}对调`,
        ),
      }
    })
    return { options, ...state }
  }
  const moved = kind === 'move' ? 'move' : 'cancel'
  const times = places.data?.map(({ day, periodId, periodName, begins, obstacle }): Option => {
    const name = formatPeriod({ day, periodName })
    return {
      shown: {
        id: `${day} ${periodId}`,
        name: moved === 'move' ? name : `${name}补课`,
        facts: [begins],
        warning: '',
        obstacle,
      },
      draft: createDraft(
        lesson,
        { kind: moved, to: { day, periodId } },
        moved === 'move' ? `移到${name}` : `停课，${name}补`,
      ),
    }
  })
  return { options: moved === 'move' ? times : times && [...listReasons(lesson), ...times], ...state }
}

/** A dropped lesson needs another time or a reason. */
const listReasons = (lesson: CoverLesson): Option[] =>
  (Object.keys(cancelReasons) as (keyof typeof cancelReasons)[]).map((value) => {
    const label = labelOf(cancelReasons, value)
    return {
      shown: { id: value, name: `${label}，不补课`, facts: [], warning: '', obstacle: '' },
      draft: createDraft(lesson, { kind: 'cancel', cancelReason: value }, `停课（${label}）`),
    }
  })
