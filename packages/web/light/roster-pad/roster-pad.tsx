import { useState } from 'react'
import type { RosterPadProps, RosterPerson } from '#packages/web/core/roster-pad/roster-types.ts'
import { BottomSheet } from '../bottom-sheet.tsx'
import { RosterGrid } from './roster-grid.tsx'
import { StatusChoice } from './status-choice.tsx'

interface Props extends RosterPadProps {
  /** The user's own name, over photographs. */
  watermark?: string | undefined
}

/** All people of a class or group on one screen, each with a mark. It knows nothing of lessons. */
export function RosterPad({ watermark, ...pad }: Props) {
  const { people, statuses, marks, onChange, isReadOnly = false } = pad
  const [openId, setOpenId] = useState<string>()
  const open = people.find(({ id }) => id === openId)
  return (
    <>
      <RosterGrid {...pad} onOpen={({ id }: RosterPerson) => setOpenId(id)} />
      {open && (
        <BottomSheet title={[open.name, open.tag].filter(Boolean).join(' ')} onClose={() => setOpenId(undefined)}>
          <StatusChoice
            person={open}
            statuses={statuses}
            marks={marks}
            isReadOnly={isReadOnly}
            watermark={watermark}
            onChoose={(mark) => {
              onChange(open.id, mark)
              setOpenId(undefined)
            }}
          />
        </BottomSheet>
      )}
    </>
  )
}
