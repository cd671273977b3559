import { Glyph, type Icon } from './glyph.tsx'
import styles from './tile-icon.module.css'

/** The icon of a kind; its name is always beside it. */
export const TileIcon = ({ of, size }: { of: Icon; size: 'row' | 'head' }) => (
  <span className={`${styles['icon']} ${styles[size]}`}>
    <Glyph of={of} />
  </span>
)
