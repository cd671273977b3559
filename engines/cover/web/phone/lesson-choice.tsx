import { labelOf } from '#packages/contract'
import { Button } from '#packages/web/light/button.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { coverStatuses, type CoverLesson } from '../../contract.ts'
import { isArrangeable } from '../lesson-states.ts'
import { describeChoice, type CoverChoice } from './choices.ts'
import { formatPeriod, getTagState, nameLesson } from './cover-words.ts'
import styles from './lesson-choice.module.css'

interface Props {
  lesson: CoverLesson
  choice: CoverChoice | undefined
  /** Why nobody was proposed, or what speaks against it. */
  note?: string | undefined
  /** Absent: every lesson is meant. */
  picked?: boolean
  onPicked?: (picked: boolean) => void
  onOpen: () => void
}

/** One lesson, who is asked to give it, and the way to somebody else. */
export function LessonChoice({ lesson, choice, note, picked, onPicked, onOpen }: Props) {
  const { periodName, begins, ends, roomName } = lesson
  const name = nameLesson(lesson)
  const canChoose = isArrangeable(lesson)
  const title = (
    <span className={styles['title']}>
      <b>
        {periodName} {name}
      </b>
      <span>
        {begins}–{ends} {roomName}
      </span>
    </span>
  )
  return (
    <li className={styles['lesson']} data-picked={picked || undefined}>
      <div className={styles['who']}>
        {onPicked && canChoose ? (
          <Checkbox isLarge label={title} checked={picked} onChange={({ target }) => onPicked(target.checked)} />
        ) : (
          title
        )}
        {choice ? (
          <>
            <span>{describeChoice(choice)}</span>
            <span className={styles['facts']}>
              {choice.facts?.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
          </>
        ) : (
          <LessonState lesson={lesson} isMeant={picked ?? true} />
        )}
        {note && <span className={styles['note']}>{note}</span>}
      </div>
      {canChoose && (
        <Button
          kind="tint"
          size="small"
          aria-label={`${formatPeriod(lesson)}${name}${choice ? '换人' : '选人'}`}
          onClick={onOpen}
        >
          {choice ? '换人' : '选人'}
        </Button>
      )}
    </li>
  )
}

function LessonState({
  lesson: { state, requestStatus, toNames },
  isMeant,
}: {
  lesson: CoverLesson
  isMeant: boolean
}) {
  if (requestStatus)
    return (
      <span className={styles['state']}>
        <Tag state={getTagState(requestStatus)}>{labelOf(coverStatuses, requestStatus)}</Tag>
        {toNames.join('、')}
      </span>
    )
  if (state === 'past') return <span className={styles['facts']}>已开始，不能再调整</span>
  if (state === 'cancelled') return <span className={styles['facts']}>已停课</span>
  return isMeant ? <Tag state="waiting">还没有安排</Tag> : null
}
