import { useState } from 'react'
import type { RosterPadProps } from '#packages/web/core/roster-pad/roster-types.ts'
import { RosterGrid } from '#packages/web/light/roster-pad/roster-grid.tsx'
import { StatusChoice } from './status-choice.tsx'

/**
 * The pad of phones on a desk: a click goes through the cycle, a right click opens all statuses. The arrow keys move, 1
 * to 9 mark.
 */
export function RosterPad(pad: RosterPadProps) {
  const { people, statuses, marks, onChange, isReadOnly = false } = pad
  const [openId, setOpenId] = useState<string>()
  const open = people.find(({ id }) => id === openId)
  const close = () => setOpenId(undefined)
  return (
    <>
      <RosterGrid {...pad} onOpen={({ id }) => setOpenId(id)} />
      {open && (
        <StatusChoice
          person={open}
          statuses={statuses}
          marks={marks}
          isReadOnly={isReadOnly}
          onChoose={(mark) => {
            onChange(open.id, mark)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
