import { AppstoreOutlined } from '@ant-design/icons'
import type { Icon } from './glyph.tsx'
import { namedGlyphs } from './named-glyphs.ts'
import styles from './glyph.module.css'

/** Components are kept, because a new one for each rendering would be mounted again. */
const drawnGlyphs = new Map<string, Icon>()

/** The icon of a manifest or a registration: a name, or the path of a drawing of 24 × 24. Otherwise the general icon. */
export function findGlyph(icon: string): Icon {
  if (!/^M[\d.]/.test(icon)) return namedGlyphs[icon] ?? AppstoreOutlined
  const glyph = drawnGlyphs.get(icon) ?? drawGlyph(icon)
  drawnGlyphs.set(icon, glyph)
  return glyph
}

const drawGlyph =
  (path: string): Icon =>
  ({ className = '' }) => (
    <span className={`anticon ${styles['glyph']} ${className}`} aria-hidden>
      <svg viewBox="0 0 24 24" width="1em" height="1em" fill="currentColor" fillRule="evenodd" focusable={false}>
        <path d={path} />
      </svg>
    </span>
  )
