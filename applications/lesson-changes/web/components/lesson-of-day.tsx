import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { describeState, nameLesson } from '#engines/cover/web/desk-api.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { ControlProps } from '#packages/web/core/field-control.ts'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { impactQuery } from '../office-queries.ts'

interface Props extends ControlProps {
  teacherId: string | undefined
  day: string
}

/** The lessons of a teacher on a day; only those that are over and that nobody covered can be chosen. */
export function LessonOfDay({ teacherId = '', day, control, value, onChange }: Props) {
  const isOn = teacherId !== '' && day !== ''
  const { data: lessons, error } = useQuery({ ...impactQuery(teacherId, day), enabled: isOn })
  // Another teacher or day has other lessons.
  const tidy = useEffectEvent(() => {
    if (value && !lessons?.some(({ lessonId }) => lessonId === value)) onChange('')
  })
  useEffect(() => tidy(), [lessons])
  if (!isOn) return <span>选好教师和日期后选课</span>
  if (!lessons) return <span>{error ? getErrorMessage(error) : '正在查找课程'}</span>
  if (lessons.length === 0) return <span>这一天没有课</span>
  return (
    <PlainSelect
      id={control.id}
      aria-invalid={control['aria-invalid']}
      aria-describedby={control['aria-describedby']}
      label="课程"
      placeholder="选择课程"
      value={value as string}
      options={lessons.map((lesson) => {
        const name = `${lesson.periodName} ${nameLesson(lesson)}`
        const isOpen = lesson.state === 'past' && lesson.requestId === null
        const why = lesson.state === 'free' ? '还没有上' : describeState(lesson)
        return { value: lesson.lessonId, label: isOpen ? name : `${name}（${why}）`, disabled: !isOpen }
      })}
      onChange={onChange}
    />
  )
}
