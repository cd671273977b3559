import { DownloadOutlined } from '@ant-design/icons'
import dots from '../dot-separated.module.css'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import icon from '../icon-button.module.css'
import { usePhone } from '../use-phone.ts'
import { FileThumbnail, FileTitle } from './file-thumbnail.tsx'
import type { AttachmentRow } from './file-row.ts'
import styles from './attachment-rows.module.css'

interface Props {
  rows: readonly (AttachmentRow & { userName: string })[]
  onOpen: (key: string) => void
  onDownload: (key: string) => void
  /** From two files on there is one button for all. */
  onDownloadAll?: (() => void) | undefined
  isPacking?: boolean
}

/** Files to open and download. */
export function AttachmentRows({ rows, onOpen, onDownload, onDownloadAll, isPacking = false }: Props) {
  const isPhone = usePhone()
  return (
    <div className={styles['list']}>
      {rows.length > 1 && (
        <div className={styles['head']}>
          {rows.length} 个文件
          {onDownloadAll && (
            <Button size="small" icon={<Glyph of={DownloadOutlined} />} loading={isPacking} onClick={onDownloadAll}>
              全部下载
            </Button>
          )}
        </div>
      )}
      <ul className={styles['rows']} aria-label="附件">
        {rows.map((row) => (
          <li key={row.key} className={styles['row']}>
            <FileThumbnail name={row.name} picture={row.picture} />
            <div className={styles['text']}>
              <FileTitle name={row.name} onOpen={() => onOpen(row.key)} />
              <span className={`${styles['facts']} ${dots['dotted']}`}>
                <span>{row.size}</span>
                {row.userName && <span>{row.userName}</span>}
              </span>
            </div>
            <div className={styles['links']}>
              {!isPhone && (
                <Button type="link" size="small" aria-label={`预览 ${row.name}`} onClick={() => onOpen(row.key)}>
                  预览
                </Button>
              )}
              <Download isPhone={isPhone} name={row.name} onPress={() => onDownload(row.key)} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** On a phone a tap on the name opens the file; this button downloads it. */
function Download({ isPhone, name, onPress }: { isPhone: boolean; name: string; onPress: () => void }) {
  const label = `下载 ${name}`
  if (!isPhone) {
    return (
      <Button type="link" size="small" aria-label={label} onClick={onPress}>
        下载
      </Button>
    )
  }
  return (
    <button type="button" className={`${icon['button']} ${styles['act']}`} aria-label={label} onClick={onPress}>
      <Glyph of={DownloadOutlined} />
    </button>
  )
}
