import { PlusOutlined, StopOutlined, SwapOutlined } from '@ant-design/icons'
import { Glyph } from '../glyph.tsx'
import type { Verdict } from './grid-types.ts'

const icons = { free: PlusOutlined, swap: SwapOutlined, blocked: StopOutlined, same: undefined }

/** A verdict is an icon and a text; its colour comes from the cell around it. */
export function VerdictMark({ verdict: { state, text } }: { verdict: Verdict }) {
  const icon = icons[state]
  return (
    <>
      {icon && <Glyph of={icon} />} {text}
    </>
  )
}
