import { CloseOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { Glyph, type Icon } from '../glyph.tsx'
import { useSize, type Size } from '../use-size.tsx'
import { usePhone } from '../use-phone.ts'
import { FileFacts, FileList } from './file-list.tsx'
import { getDocumentFrame, wrapIndex, zoomStep, type Point } from './geometry.ts'
import type { ViewerItem } from './viewer-item.ts'
import { isMedia, togglePlaying } from './media.tsx'
import { getNaturalSize } from './natural-size.ts'
import { FileContent } from './file-content.tsx'
import { Toolbar } from './toolbar.tsx'
import { useGestures } from './use-gestures.ts'
import { useDialogKeys } from './use-dialog-keys.ts'
import { useFilePreview } from './use-file-preview.ts'
import { useWindowSize } from './use-window-size.ts'
import { useView, type ViewHandle } from './use-view.ts'
import visuallyHidden from '../visually-hidden.module.css'
import stageStyles from './stage.module.css'
import styles from './viewer.module.css'

const listFrom = 1240
/** Room at either side of a picture: for the arrows, or for the list of files and the arrows. */
const gutters = { arrows: 140, list: 292 }
const margin = 16
const nothing: Size = { width: 0, height: 0 }
const push = 40
/** The part of the visible area to scroll, so that the last line stays visible. */
const pageScrollRatio = 0.9

interface Props {
  items: readonly ViewerItem[]
  index: number
  onClose: () => void
}

/** Pictures and documents over the page. `showViewer` opens it from anywhere. */
export function Viewer({ items, index: first, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const { index, listed, page, setPage, counted, setCounted, natural, setNatural, choose } = useFile(items, first)
  const { loaded, round, again } = useFilePreview(listed)
  const preview = loaded.state === 'ready' ? loaded.preview : undefined
  const item: ViewerItem = { ...listed, ...preview, pages: counted ?? (preview ?? listed).pages }
  const { isPhone, hasList, frame, box, stage } = useViewerLayout(place, items.length > 1, item)
  const view = useView({ natural: getNaturalSize(item, natural, isPhone), box: getFitBox(item, box), stage })
  const turnPage = (to: number) => setPage(Math.min(item.pages ?? 1, Math.max(1, to)))
  const show = (to: number) => {
    view.reset()
    choose(to)
  }
  const retry = () => {
    setCounted(undefined)
    again()
  }
  const go = (by: -1 | 1) => items.length > 1 && show(index + by)
  useModal(dialog)
  useWarmPdf(item)
  useFocusKept(place, index)
  useGestures(place, { view, onSwipe: go })
  useViewerKeys({ dialog, place }, { item, view, frame, page, turnPage, go, onClose })
  return createPortal(
    <dialog
      ref={dialog}
      className={styles['viewer']}
      aria-label="查看文件"
      data-viewer=""
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <Head item={item} index={index} count={items.length} onClose={onClose} />
      <div ref={place} className={stageStyles['stage']} tabIndex={-1}>
        <FileContent
          key={`${index} ${round}`}
          item={item}
          loaded={loaded}
          view={view}
          natural={natural}
          frame={frame}
          box={box}
          page={page}
          onNatural={setNatural}
          onCount={setCounted}
          onPage={setPage}
          onRetry={retry}
        />
        {items.length > 1 && (
          <div className={stageStyles['arrows']} style={isPhone ? {} : { width: box.width }}>
            <Arrow label="上一个" keys="ArrowLeft" icon={LeftOutlined} onPress={() => go(-1)} />
            <Arrow label="下一个" keys="ArrowRight" icon={RightOutlined} onPress={() => go(1)} />
          </div>
        )}
      </div>
      <Toolbar item={item} view={view} page={page} onPage={turnPage} />
      {hasList && <FileList items={items} index={index} onChoose={show} />}
    </dialog>,
    document.body,
  )
}

interface Keyed {
  item: ViewerItem
  view: ViewHandle
  frame: Size
  page: number
  turnPage: (to: number) => void
  go: (by: -1 | 1) => void
  onClose: () => void
}
type Places = Record<'dialog' | 'place', RefObject<HTMLElement | null>>

function useViewerKeys({ dialog, place }: Places, { item, view, frame, page, turnPage, go, onClose }: Keyed) {
  const move = (by: Point) => (scroll(place.current, by) ? undefined : view.moveBy(by))
  const leaf = (by: -1 | 1) =>
    item.pages === undefined
      ? scroll(place.current, { x: 0, y: -by * frame.height * pageScrollRatio })
      : turnPage(page + by)
  useDialogKeys(dialog, {
    Escape: onClose,
    ' ': () => (isMedia(item) ? togglePlaying(place.current) : view.toggleMode()),
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    ArrowUp: () => view.zoomBy(zoomStep),
    ArrowDown: () => view.zoomBy(-zoomStep),
    PageUp: () => leaf(-1),
    PageDown: () => leaf(1),
    'Shift+ArrowLeft': () => move({ x: push, y: 0 }),
    'Shift+ArrowRight': () => move({ x: -push, y: 0 }),
    'Shift+ArrowUp': () => move({ x: 0, y: push }),
    'Shift+ArrowDown': () => move({ x: 0, y: -push }),
  })
}

/** The current file, and its current page. */
function useFile(items: readonly ViewerItem[], first: number) {
  const [index, setIndex] = useState(() => wrapIndex(first, items.length))
  const [page, setPage] = useState(1)
  const [natural, setNatural] = useState(nothing)
  const [counted, setCounted] = useState<number>()
  return {
    index,
    listed: items[index]!,
    page,
    setPage,
    counted,
    setCounted,
    natural,
    setNatural,
    choose: (to: number) => {
      setIndex(wrapIndex(to, items.length))
      setPage(1)
      setNatural(nothing)
      setCounted(undefined)
    },
  }
}

/** The area that the window leaves for the file. */
function useViewerLayout(place: RefObject<HTMLElement | null>, isMany: boolean, item: ViewerItem) {
  const isPhone = usePhone()
  const windowSize = useWindowSize()
  const stage = useSize(place) ?? nothing
  const hasList = isMany && windowSize.width >= listFrom
  const gutter = isPhone ? 0 : hasList ? gutters.list : gutters.arrows
  const defaultFrame = getDocumentFrame(windowSize)
  // On a phone the usual frame would be 110 pixels wide; and large text leaves less height.
  const frame = isPhone ? stage : { width: defaultFrame.width, height: Math.min(defaultFrame.height, stage.height) }
  const room = { width: stage.width - 2 * gutter, height: stage.height - 2 * (isPhone ? 0 : margin) }
  const isOnPaper = item.kind === 'document' || item.kind === 'pdf' || item.kind === 'text'
  const box = isOnPaper ? frame : room
  return { isPhone, hasList, frame, box, stage }
}

/** For a PDF only the width must fit: the rest is scrolled. */
const getFitBox = ({ kind }: ViewerItem, { width, height }: Size): Size => ({
  width,
  height: kind === 'pdf' ? Infinity : height,
})

/** Scrolls a scrollable document instead of moving it. Returns whether it was one. */
function scroll(place: HTMLElement | null, { x, y }: Point): boolean {
  const paper = place?.querySelector('[data-paper]')
  paper?.scrollBy({ left: -x, top: -y })
  return Boolean(paper)
}

/** The PDF worker starts while the file is loading. */
function useWarmPdf({ kind, load }: ViewerItem) {
  const isComing = kind === 'pdf' && load !== undefined
  useEffect(() => {
    if (isComing) void import('./pdf/open-pdf.ts').then(({ warmUpPdfWorker }) => warmUpPdfWorker()).catch(() => {})
  }, [isComing])
}

function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  // Before the dialog leaves the document: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => element?.close()
  }, [dialog])
}

/** The focused element may have been removed with its file; then the next key would be lost. */
function useFocusKept(place: RefObject<HTMLElement | null>, index: number) {
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, [place, index])
}

interface HeadProps {
  item: ViewerItem
  index: number
  count: number
  onClose: () => void
}

const Head = ({ item, index, count, onClose }: HeadProps) => (
  <header className={styles['top']}>
    <h2 className={styles['name']} title={item.name}>
      {item.name}
    </h2>
    <FileFacts item={item} />
    <p className={visuallyHidden['only']} role="status">
      {item.name}，第 {index + 1} 个，共 {count} 个
    </p>
    <p className={styles['hints']}>
      {isMedia(item) ? (
        <span>空格 播放 / 暂停</span>
      ) : (
        <>
          <span>空格 适合 / 原始</span>
          {item.kind === 'pdf' || item.kind === 'text' ? <span>↑ ↓ 缩放</span> : <span>↑ ↓ 滚轮 缩放</span>}
        </>
      )}
      {item.kind === 'pdf' && <span>PgUp PgDn 翻页</span>}
      {count > 1 && <span>←→ 换文件</span>}
      <span>Esc 关闭</span>
    </p>
    <button type="button" className={styles['close']} aria-label="关闭" title="关闭" data-first="" onClick={onClose}>
      <Glyph of={CloseOutlined} />
    </button>
  </header>
)

interface ArrowProps {
  label: string
  keys: string
  icon: Icon
  onPress: () => void
}

const Arrow = ({ label, keys, icon, onPress }: ArrowProps) => (
  <button
    type="button"
    className={stageStyles['arrow']}
    aria-label={label}
    title={label}
    aria-keyshortcuts={keys}
    onClick={onPress}
  >
    <Glyph of={icon} />
  </button>
)
