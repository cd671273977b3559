import { ColumnHeightOutlined } from '@ant-design/icons'
import { useState } from 'react'
import iconButton from '../icon-button.module.css'
import { SmallMenu } from '../small-menu.tsx'
import { Glyph } from '../glyph.tsx'

export const densities = { wide: '宽松', regular: '默认', narrow: '紧凑' } as const
export type Density = keyof typeof densities
const stored = 'density'

/** The row height; the same for all lists of this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(() => {
    const value = localStorage.getItem(stored) ?? ''
    return value in densities ? (value as Density) : 'regular'
  })
  return [
    density,
    (next) => {
      localStorage.setItem(stored, next)
      setDensity(next)
    },
  ]
}

export function DensityButton({ density, onChange }: { density: Density; onChange: (density: Density) => void }) {
  return (
    <SmallMenu
      label="密度"
      isIcon
      button={<Glyph of={ColumnHeightOutlined} />}
      className={iconButton['button']!}
      items={Object.entries(densities).map(([key, label]) => ({
        key,
        label,
        isChosen: key === density,
        onSelect: () => onChange(key as Density),
      }))}
    />
  )
}
