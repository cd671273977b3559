import { useQuery } from '@tanstack/react-query'
import { addDays, getMonday } from '#packages/core'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { placesQuery } from '../cover-queries.ts'
import { formatPeriod } from '../cover-text.ts'
import type { ChoiceProps } from './choice-props.ts'
import { ChoiceState } from './choice-state.tsx'

/** The lesson is moved within two weeks: this one and the next. */
const days = 13

/** A time to which the lesson moves, or at which a dropped one is made up for. */
export function MoveChoice({ lesson, choice, label, kind, onChange }: ChoiceProps & { kind: 'move' | 'cancel' }) {
  const monday = getMonday(lesson.day)
  const query = useQuery(placesQuery({ lessonId: lesson.lessonId, from: monday, to: addDays(monday, days) }))
  const places = query.data ?? []
  const toKey = ({ day, periodId }: { day: string; periodId: string }) => `${day} ${periodId}`
  return (
    <ChoiceState query={query} isEmpty={places.length === 0} empty="两周内没有空的时间">
      <PlainSelect
        label={kind === 'move' ? `${label}移到` : `${label}补课时间`}
        value={choice?.to ? toKey(choice.to) : ''}
        placeholder={kind === 'move' ? '选择时间' : '选择补课时间'}
        options={places.map((one) => ({
          value: toKey(one),
          label: one.obstacle ? `${formatPeriod(one)}（${one.obstacle}）` : `${formatPeriod(one)} ${one.begins}`,
          disabled: one.obstacle !== '',
        }))}
        onChange={(key) => {
          const place = places.find((one) => toKey(one) === key)
          if (place) onChange({ kind, to: { day: place.day, periodId: place.periodId } })
        }}
      />
    </ChoiceState>
  )
}
