import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { formatWeekday } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/light/button.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { coverApi, type CoverLesson } from '../../contract.ts'
import { askOffice, listOpen, readProposal, type CoverChoices } from './choices.ts'
import { ChoiceSheet } from './choice-sheet.tsx'
import { LessonChoice } from './lesson-choice.tsx'
import styles from './cover-picker.module.css'

interface Props {
  lessons: readonly CoverLesson[]
  choices: CoverChoices
  onChange: (choices: CoverChoices) => void
  /** Only some of the lessons are meant: those that are ticked. */
  picked?: ReadonlySet<string>
  onPicked?: (lesson: CoverLesson, picked: boolean) => void
}

/** Lessons by day with who gives them instead; one tap proposes colleagues for all of them. */
export function CoverPicker({ lessons, choices, onChange, picked, onPicked }: Props) {
  const [openId, setOpenId] = useState<string>()
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const meant = lessons.filter(({ lessonId }) => !picked || picked.has(lessonId))
  const open = listOpen(meant, choices)
  const lesson = lessons.find(({ lessonId }) => lessonId === openId)
  const recommend = async () => {
    setBusy(true)
    setFault('')
    try {
      const lessonIds = open.map(({ lessonId }) => lessonId)
      const proposed = readProposal(await call(coverApi.recommend, { query: { lessonIds } }))
      setNotes(proposed.notes)
      onChange({ ...choices, ...proposed.choices })
    } catch (error) {
      setFault(getErrorMessage(error))
    }
    setBusy(false)
  }
  return (
    <div className={styles['picker']}>
      {open.length > 0 && (
        <div className={styles['all']}>
          <Button kind="tint" busy={isBusy && '正在推荐…'} onClick={() => void recommend()}>
            一键推荐
          </Button>
          <Button
            kind="plain"
            onClick={() =>
              onChange({ ...choices, ...Object.fromEntries(open.map(({ lessonId }) => [lessonId, askOffice])) })
            }
          >
            都请教务安排
          </Button>
        </div>
      )}
      {fault && <Note kind="error">{fault}</Note>}
      {[...new Set(lessons.map(({ day }) => day))].map((day) => (
        <section key={day}>
          <h3 className={styles['day']}>{formatWeekday(day)}</h3>
          <ul className={styles['lessons']}>
            {lessons
              .filter((one) => one.day === day)
              .map((one) => (
                <LessonChoice
                  key={one.lessonId}
                  lesson={one}
                  choice={choices[one.lessonId]}
                  note={notes[one.lessonId]}
                  {...(picked && onPicked && { picked: picked.has(one.lessonId), onPicked: (is) => onPicked(one, is) })}
                  onOpen={() => setOpenId(one.lessonId)}
                />
              ))}
          </ul>
        </section>
      ))}
      {lesson && (
        <ChoiceSheet
          lesson={lesson}
          choice={choices[lesson.lessonId]}
          onClose={() => setOpenId(undefined)}
          onChoose={(choice) => {
            setOpenId(undefined)
            setNotes({ ...notes, [lesson.lessonId]: '' })
            onChange({ ...choices, [lesson.lessonId]: choice })
            onPicked?.(lesson, true)
          }}
        />
      )}
    </div>
  )
}

/** Whether everything is arranged, in words. */
export function ArrangedTag({ lessons, choices }: Pick<Props, 'lessons' | 'choices'>) {
  const open = listOpen(lessons, choices).length
  return open > 0 ? <Tag state="waiting">还有{open}节课未安排</Tag> : <Tag state="passed">都已安排</Tag>
}
