import { Glyph, type Icon } from './glyph.tsx'
import styles from './tile-icon.module.css'

/** What kind of thing it is, at a glance; its word always stands beside it. */
export const TileIcon = ({ of, size }: { of: Icon; size: 'row' | 'head' }) => (
  <span className={`${styles['icon']} ${styles[size]}`}>
    <Glyph of={of} />
  </span>
)
