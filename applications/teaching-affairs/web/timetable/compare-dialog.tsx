import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#packages/contract'
import { timetableStatuses, type TimetableRow } from '#engines/timetable/contract.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { versionsQuery } from './timetable-queries.ts'

interface Props {
  timetable: TimetableRow
  onChosen: (id: string) => void
  onClose: () => void
}

/** Chooses the version to compare with. */
export function CompareDialog({ timetable, onChosen, onClose }: Props) {
  const query = useQuery(versionsQuery(timetable.termId, timetable.orgId))
  const others = query.data?.filter(({ id }) => id !== timetable.id) ?? []
  const [chosen, setChosen] = useState<string>()
  const id = chosen ?? others[0]?.id
  return (
    <ConfirmAction
      title="与其他版本对比"
      submitLabel="对比"
      isDisabled={!id}
      obstacle={query.data && others.length === 0 ? '本学期还没有其他版本' : undefined}
      submit={() => id && onChosen(id)}
      onClose={onClose}
    >
      <QueryState query={query}>
        {() => (
          <PlainSelect
            label="对比的版本"
            value={id ?? ''}
            options={others.map(({ id: value, name, status }) => ({
              value,
              label: `${name}（${labelOf(timetableStatuses, status)}）`,
            }))}
            onChange={setChosen}
          />
        )}
      </QueryState>
    </ConfirmAction>
  )
}
