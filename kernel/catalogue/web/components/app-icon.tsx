import { AppstoreOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { AppCategory } from '#packages/contract'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { namedGlyphs } from '#packages/web/desk/named-glyphs.ts'
import styles from './app-icon.module.css'

interface Props {
  /** The name of its picture, or the address of its own; one that nobody knows is drawn like an application. */
  logo: string
  category: AppCategory
  size: 24 | 28 | 32 | 40 | 48
  /** Not to be opened: without the hue of its shelf. */
  isOff?: boolean
}

/** The picture of an application. Its hue tells the shelf it stands on, never which application it is. */
export const AppIcon = ({ logo, category, size, isOff = false }: Props) => (
  <span className={`${styles['icon']} ${isOff ? styles['off'] : styles[category]} ${styles[`of-${size}`]}`}>
    {logo.includes('/') ? <OwnPicture key={logo} url={logo} /> : <Glyph of={namedGlyphs[logo] ?? AppstoreOutlined} />}
  </span>
)

/** Its link is good for some minutes: where it no longer is, the usual picture stands there. */
function OwnPicture({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <Glyph of={AppstoreOutlined} />
  return <img className={styles['own']} src={url} alt="" onError={() => setBroken(true)} />
}
