import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { CoverPicker, dropOutdated, type CoverChoices } from '#engines/cover/web/desk-api.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { ControlProps } from '#packages/web/core/field-control.ts'
import type { LeaveSpan } from '../../contract.ts'
import { choicesQuery, lessonsQuery } from '../leave-queries.ts'
import { lessonRules } from '../lesson-reminder.ts'
import styles from './leave-form.module.css'

interface Props extends ControlProps {
  span: LeaveSpan
  change: string | null
  hasFiles: boolean
}

/** The lessons of the span, each with whoever is asked to give it. */
export function LessonsControl({ span, change, hasFiles, value, onChange }: Props) {
  const choices = value as CoverChoices
  const { data: leaveChoices } = useQuery(choicesQuery)
  const isByHour = leaveChoices?.types.find(({ id }) => id === span.typeId)?.unit === 'hour'
  const query = lessonsQuery(span, isByHour, { change, userId: null, hasFiles })
  const { data: lessons, error } = useQuery({ ...query, placeholderData: keepPreviousData })
  // Another span has other lessons, and a lesson may have been changed since it was chosen.
  const tidy = useEffectEvent(() => {
    const current = lessons ? dropOutdated(lessons, choices) : choices
    if (current.length !== choices.length) onChange([...current])
  })
  useEffect(() => tidy(), [lessons])
  if (!query.enabled) return <p className={styles['hint']}>选好类型和时间后，这里列出要上的课</p>
  if (!lessons) return <p className={styles['hint']}>{error ? getErrorMessage(error) : '正在查找课程'}</p>
  if (lessons.length === 0) return <p className={styles['hint']}>这段时间没有课</p>
  return (
    <div className={styles['lessons']}>
      <CoverPicker
        lessons={lessons}
        value={choices}
        openNote={lessonRules[leaveChoices?.beforeLeave ?? 'no'] ?? false}
        onChange={(next) => onChange([...next])}
      />
    </div>
  )
}
