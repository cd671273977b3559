import { formatFileSize } from '#packages/web/core/format/file-size.ts'
import dots from '../dot-separated.module.css'
import { getFileIcon } from '../file-icon.ts'
import { Glyph } from '../glyph.tsx'
import type { ViewerItem } from './viewer-item.ts'
import styles from './file-list.module.css'
import viewer from './viewer.module.css'

interface Props {
  items: readonly ViewerItem[]
  index: number
  onChoose: (index: number) => void
}

export function FileList({ items, index, onChoose }: Props) {
  return (
    <nav className={styles['list']} aria-label="文件">
      <p className={styles['count']}>
        文件 {index + 1} / {items.length}
      </p>
      <ul>
        {items.map((item, at) => (
          <li key={`${at} ${item.url}`}>
            <button
              type="button"
              className={styles['file']}
              {...(at === index && { 'aria-current': true })}
              onClick={() => onChoose(at)}
            >
              <span className={styles['fileIcon']}>
                <Glyph of={getFileIcon(item.name)} />
              </span>
              <span>
                <span className={styles['fileName']}>{item.name}</span>
                <FileFacts item={item} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The known facts: 3 页, 412 KB. */
export function FileFacts({ item: { pages, size } }: { item: ViewerItem }) {
  if (pages === undefined && size === undefined) return null
  return (
    <span className={`${viewer['facts']} ${dots['dotted']}`}>
      {pages !== undefined && <span>{pages} 页</span>}
      {size !== undefined && <span>{formatFileSize(size)}</span>}
    </span>
  )
}
