import { useQuery } from '@tanstack/react-query'
import { addDays, getMonday } from '#packages/core'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { swapsQuery } from '../cover-queries.ts'
import { formatPeriod, nameLesson } from '../cover-text.ts'
import type { ChoiceProps } from './choice-props.ts'
import { ChoiceState } from './choice-state.tsx'

/** A lesson of the same week that could change places with this one. */
export function SwapChoice({ lesson, choice, label, onChange }: ChoiceProps) {
  const monday = getMonday(lesson.day)
  const query = useQuery(swapsQuery({ lessonId: lesson.lessonId, from: monday, to: addDays(monday, 6) }))
  const swaps = query.data ?? []
  return (
    <ChoiceState query={query} isEmpty={swaps.length === 0} empty="本周没有可以对调的课">
      <PlainSelect
        label={`${label}与哪节课对调`}
        value={choice?.otherLessonId ?? ''}
        placeholder="选择对方的课"
        options={swaps.map((one) => ({
          value: one.lessonId,
          label: [
            formatPeriod(one),
            nameLesson(one),
            one.teachers.map(({ name }) => name).join('、'),
            one.obstacle && `（${one.obstacle}）`,
          ]
            .filter(Boolean)
            .join(' '),
          disabled: one.obstacle !== '',
        }))}
        onChange={(id) => {
          const other = swaps.find(({ lessonId }) => lessonId === id)
          if (!other) return
          onChange({ kind: 'swap', otherLessonId: other.lessonId, otherSeenAt: other.seenAt })
        }}
      />
    </ChoiceState>
  )
}
