import {
  DownloadOutlined,
  DownOutlined,
  FullscreenOutlined,
  OneToOneOutlined,
  PrinterOutlined,
  RotateRightOutlined,
  UpOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import { Glyph, type Icon } from '../glyph.tsx'
import { getDownloadLinkProps } from './download-link.ts'
import { zoomStep } from './geometry.ts'
import type { ViewerItem } from './viewer-item.ts'
import { isMedia } from './media.tsx'
import type { ViewHandle } from './use-view.ts'
import styles from './viewer.module.css'

interface Props {
  item: ViewerItem
  view: ViewHandle
  page: number
  onPage: (page: number) => void
}

export function Toolbar({ item, view, page, onPage }: Props) {
  const { pages } = item
  return (
    <div className={styles['bottom']} role="group" aria-label="查看方式">
      {isMedia(item) || <SizeTools view={view} canTurn={item.kind !== 'text'} />}
      {pages !== undefined && (
        <>
          <span className={styles['rule']} />
          <Tool
            label="上一页"
            keys="PageUp"
            icon={UpOutlined}
            isOff={page === 1}
            onPress={() => onPage(Math.max(1, page - 1))}
          />
          <span className={styles['figure']}>
            {page} / {pages}
          </span>
          <Tool
            label="下一页"
            keys="PageDown"
            icon={DownOutlined}
            isOff={page === pages}
            onPress={() => onPage(Math.min(pages, page + 1))}
          />
        </>
      )}
      {isMedia(item) || <span className={styles['rule']} />}
      {item.kind === 'image' && (
        <Tool label="打印" className={styles['print']} icon={PrinterOutlined} onPress={() => window.print()} />
      )}
      <a className={styles['tool']} {...getDownloadLinkProps(item)} aria-label="下载" title="下载">
        <Glyph of={DownloadOutlined} />
      </a>
    </div>
  )
}

const SizeTools = ({ view, canTurn }: { view: ViewHandle; canTurn: boolean }) => (
  <>
    <Tool label="缩小" keys="ArrowDown" icon={ZoomOutOutlined} onPress={() => view.zoomBy(-zoomStep)} />
    <output className={`${styles['figure']} ${styles['percent']}`} aria-label="缩放比例">
      {Math.round(view.factor * 100)}%
    </output>
    <Tool label="放大" keys="ArrowUp" icon={ZoomInOutlined} onPress={() => view.zoomBy(zoomStep)} />
    {view.mode === 'fit' ? (
      <Tool label="原始大小" keys="Space" icon={OneToOneOutlined} onPress={view.toggleMode} />
    ) : (
      <Tool label="适合屏幕" keys="Space" icon={FullscreenOutlined} onPress={view.toggleMode} />
    )}
    {canTurn && <Tool label="旋转 90°" icon={RotateRightOutlined} onPress={view.turn} />}
  </>
)

interface ToolProps {
  label: string
  keys?: string
  className?: string | undefined
  icon: Icon
  /** It stays focusable, so that the focus is not lost at the last page. */
  isOff?: boolean
  onPress: () => void
}

function Tool({ label, keys, className = '', icon, isOff = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={`${styles['tool']} ${className}`}
      aria-label={label}
      title={label}
      {...(keys && { 'aria-keyshortcuts': keys })}
      {...(isOff && { 'aria-disabled': true })}
      onClick={onPress}
    >
      <Glyph of={icon} />
    </button>
  )
}
