import { useState } from 'react'
import type { RosterPadProps } from '#packages/web/core/roster-pad/roster-types.ts'
import { RosterGrid } from '#packages/web/light/roster-pad/roster-grid.tsx'
import { StatusChoice } from '#packages/web/light/roster-pad/status-choice.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'

interface Props extends RosterPadProps {
  /** The user's own name, over photographs. */
  watermark?: string | undefined
}

/**
 * The pad of phones on a desk: a click goes through the cycle, a right click opens all statuses. The arrow keys move, 1
 * to 9 mark.
 */
export function RosterPad({ watermark, ...pad }: Props) {
  const { people, statuses, marks, onChange, isReadOnly = false } = pad
  const [openId, setOpenId] = useState<string>()
  const open = people.find(({ id }) => id === openId)
  const close = () => setOpenId(undefined)
  return (
    <>
      <RosterGrid {...pad} onOpen={({ id }) => setOpenId(id)} />
      {open && (
        <Dialog
          title={[open.name, open.tag].filter(Boolean).join(' ')}
          size="question"
          onClose={close}
          foot={<Button onClick={close}>{isReadOnly ? '关闭' : '取消'}</Button>}
        >
          <StatusChoice
            person={open}
            statuses={statuses}
            marks={marks}
            isReadOnly={isReadOnly}
            watermark={watermark}
            onChoose={(mark) => {
              onChange(open.id, mark)
              close()
            }}
          />
        </Dialog>
      )}
    </>
  )
}
