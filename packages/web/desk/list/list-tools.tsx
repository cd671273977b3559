import { ReloadOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import iconButton from '../icon-button.module.css'
import { Glyph } from '../glyph.tsx'

/** A tool of the list: an icon with its name. */
export function ListTool({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className={iconButton['button']} aria-label={label} title={label} onClick={onClick}>
      {icon}
    </button>
  )
}

export const RefreshTool = ({ isTurning, onClick }: { isTurning: boolean; onClick: () => void }) => (
  <ListTool label="刷新" icon={<Glyph of={ReloadOutlined} spin={isTurning} />} onClick={onClick} />
)
