import { useState, type ReactNode } from 'react'
import { getFileIcon } from '../file-icon.ts'
import { Glyph } from '../glyph.tsx'
import type { AttachmentRow } from './file-row.ts'
import styles from './attachment-rows.module.css'

/** A thumbnail of the file, or the icon of its type. */
export function FileThumbnail({ name, picture }: Pick<AttachmentRow, 'name' | 'picture'>) {
  const [lost, setLost] = useState<string>()
  return (
    <span className={styles['face']} aria-hidden="true">
      {picture && picture !== lost ? (
        <img src={picture} alt="" loading="lazy" draggable={false} onError={() => setLost(picture)} />
      ) : (
        <Glyph of={getFileIcon(name)} />
      )}
    </span>
  )
}

/** Extensions distinguish files, so a long name is truncated in the middle. */
export function FileName({ name }: { name: string }) {
  const at = name.lastIndexOf('.')
  const cut = at > 0 ? Math.max(0, at - 4) : name.length
  return (
    <span className={styles['name']} title={name}>
      <span className={styles['stem']}>{name.slice(0, cut)}</span>
      <span className={styles['ending']}>{name.slice(cut)}</span>
    </span>
  )
}

/** The name opens the file, once it can be opened. */
export function FileTitle({ name, onOpen }: { name: string; onOpen: (() => void) | undefined }): ReactNode {
  if (!onOpen) return <FileName name={name} />
  return (
    <button type="button" className={styles['open']} aria-label={`预览 ${name}`} onClick={onOpen}>
      <FileName name={name} />
    </button>
  )
}
