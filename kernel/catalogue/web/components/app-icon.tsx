import { AppstoreOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { AppCategory } from '#packages/contract'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { findGlyph } from '#packages/web/desk/find-glyph.tsx'
import styles from './app-icon.module.css'

interface Props {
  /** The name or the drawing of an icon, or the address of an uploaded one; an unknown name gets the general icon. */
  logo: string
  category: AppCategory
  size: 24 | 28 | 32 | 40 | 48
  /** Cannot be opened: shown without the colour of its category. */
  isOff?: boolean
}

/** The icon of an application. The colour stands for the category, not for the application. */
export const AppIcon = ({ logo, category, size, isOff = false }: Props) => (
  <span className={`${styles['icon']} ${isOff ? styles['off'] : styles[category]} ${styles[`of-${size}`]}`}>
    {logo.includes('/') ? <OwnPicture key={logo} url={logo} /> : <Glyph of={findGlyph(logo)} />}
  </span>
)

/** The link expires after some minutes; then the general icon is shown. */
function OwnPicture({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <Glyph of={AppstoreOutlined} />
  return <img className={styles['own']} src={url} alt="" onError={() => setBroken(true)} />
}
