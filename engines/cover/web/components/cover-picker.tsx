import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import type { CoverKind, CoverLesson, Proposal } from '../../contract.ts'
import {
  applyProposal,
  askOfficeForAll,
  blockBusy,
  listBusy,
  listOpen,
  putChoice,
  type CoverChoices,
} from '../cover-choices.ts'
import { candidatesQuery, recommendCovers } from '../cover-queries.ts'
import { describeState, formatPeriod, nameLesson } from '../cover-text.ts'
import { isArrangeable } from '../lesson-states.ts'
import { CancelChoice } from './cancel-choice.tsx'
import { MoveChoice } from './move-choice.tsx'
import { PeopleChoice } from './people-choice.tsx'
import { SwapChoice } from './swap-choice.tsx'
import styles from './cover-picker.module.css'

interface Props {
  lessons: readonly CoverLesson[]
  value: CoverChoices
  onChange: (choices: CoverChoices) => void
  /** What is asked for; by default that somebody gives the lesson. */
  kind?: Exclude<CoverKind, 'merge'>
  /** What lessons that nobody gives mean, said with their number; false: neither is said. */
  openNote?: string | false
}

/** Lessons with, for each, who is asked to give it. 一键推荐 fills all, 请教务安排 leaves them to the office. */
export function CoverPicker({ lessons, value, onChange, kind = 'substitute', openNote = '' }: Props) {
  const arrangeable = lessons.filter(isArrangeable)
  const open = listOpen(lessons, value)
  const isOfPeople = kind === 'substitute' || kind === 'supervise'
  const ids = arrangeable.map(({ lessonId }) => lessonId)
  const query = useQuery({
    ...candidatesQuery(ids),
    enabled: isOfPeople && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const recommend = useRecommendation((proposal) => {
    setNotes(Object.fromEntries(proposal.lessons.map(({ lessonId, note }) => [lessonId, note])))
    onChange(applyProposal(lessons, value, proposal))
  })
  return (
    <div className={styles['picker']}>
      {kind === 'substitute' && arrangeable.length > 0 && (
        <div className={styles['tools']}>
          <Button loading={recommend.isBusy} onClick={() => recommend.run(ids)}>
            一键推荐
          </Button>
          <Button disabled={open.length === 0} onClick={() => onChange(askOfficeForAll(lessons, value))}>
            全部请教务安排
          </Button>
          {openNote !== false && (
            <span className={styles['open']} role="status" data-open={open.length > 0 ? '' : undefined}>
              {open.length > 0 ? [`还有 ${open.length} 节课未安排`, openNote].filter(Boolean).join('，') : '都已安排'}
            </span>
          )}
        </div>
      )}
      <ErrorNote message={recommend.refusal ?? (query.error ? getErrorMessage(query.error) : undefined)} />
      <ul className={styles['rows']} aria-label="课程">
        {lessons.map((lesson) => {
          const choice = value.find(({ lessonId }) => lessonId === lesson.lessonId)
          const shared = { lesson, choice, label: `${formatPeriod(lesson)} ${nameLesson(lesson)}` }
          const found = query.data?.find(({ lessonId }) => lessonId === lesson.lessonId)?.candidates
          return (
            <li key={lesson.lessonId} className={styles['row']}>
              <span className={styles['time']}>
                {formatPeriod(lesson)}
                <small>{lesson.begins}</small>
              </span>
              <span className={styles['lesson']}>{nameLesson(lesson)}</span>
              <div className={styles['choice']}>
                {!isArrangeable(lesson) ? (
                  <span className={styles['state']}>{describeState(lesson)}</span>
                ) : isOfPeople ? (
                  <PeopleChoice
                    {...shared}
                    kind={kind}
                    candidates={found && blockBusy(found, listBusy(lessons, value, lesson))}
                    note={choice ? '' : (notes[lesson.lessonId] ?? '')}
                    onChange={(part) => onChange(putChoice(value, lesson, part))}
                  />
                ) : kind === 'swap' ? (
                  <SwapChoice {...shared} onChange={(part) => onChange(putChoice(value, lesson, part))} />
                ) : kind === 'move' ? (
                  <MoveChoice {...shared} kind="move" onChange={(part) => onChange(putChoice(value, lesson, part))} />
                ) : (
                  <CancelChoice {...shared} onChange={(part) => onChange(putChoice(value, lesson, part))} />
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function useRecommendation(onDone: (proposal: Proposal) => void) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const run = (lessonIds: readonly string[]) => {
    setBusy(true)
    setRefusal(undefined)
    recommendCovers(lessonIds)
      .then(onDone, (error: unknown) => setRefusal(getErrorMessage(error)))
      .finally(() => setBusy(false))
  }
  return { isBusy, refusal, run }
}
