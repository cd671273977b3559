import { AppstoreOutlined } from '@ant-design/icons'
import type { AppCategory } from '#packages/contract'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { namedGlyphs } from '#packages/web/desk/named-glyphs.ts'
import styles from './app-icon.module.css'

interface Props {
  /** The name of its picture; one that nobody knows is drawn like an application. */
  logo: string
  category: AppCategory
  size: 24 | 28 | 32 | 40 | 48
  /** Not to be opened: without the hue of its shelf. */
  isOff?: boolean
}

/** The picture of an application. Its hue tells the shelf it stands on, never which application it is. */
export const AppIcon = ({ logo, category, size, isOff = false }: Props) => (
  <span className={`${styles['icon']} ${isOff ? styles['off'] : styles[category]} ${styles[`of-${size}`]}`}>
    <Glyph of={namedGlyphs[logo] ?? AppstoreOutlined} />
  </span>
)
