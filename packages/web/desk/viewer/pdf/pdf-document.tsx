import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Size } from '../../use-size.tsx'
import type { ViewerItem } from '../viewer-item.ts'
import { FailedNote, WaitingNote } from '../viewer-overlays.tsx'
import stage from '../stage.module.css'
import type { ViewHandle } from '../use-view.ts'
import { pageGap, layOutPages, getPageAt, listPagesNear, type PageLayout } from './page-layout.ts'
import { PdfPage } from './pdf-page.tsx'
import type { PdfSource } from './pdf-source.ts'
import { usePdf } from './use-pdf.ts'
import styles from './pdf.module.css'

interface Props {
  item: ViewerItem
  view: ViewHandle
  frame: Size
  page: number
  onPage: (page: number) => void
  onCount: (pages: number) => void
  /** The size of its first page. */
  onNatural: (natural: Size) => void
  onRetry: () => void
}

/**
 * A PDF as a strip of pages in the frame. Only visible pages are rendered, so that two hundred cost no more than
 * three.
 */
export function PdfDocument(props: Props) {
  const { item, frame, onCount, onNatural, onRetry } = props
  const opened = usePdf(item)
  const source = opened?.source
  const [sizes, learn] = useSizes(source)
  const first = sizes.get(1)
  const reportSize = useEffectEvent(() => {
    if (!source || !first) return
    onCount(source.count)
    onNatural(first)
  })
  useEffect(() => reportSize(), [source, first])
  if (opened?.message !== undefined) return <FailedNote item={item} text={opened.message} onRetry={onRetry} />
  return (
    <div className={stage['frame']} style={frame}>
      {source && first && <Strip {...props} source={source} sizes={sizes} onShown={learn} />}
      <WaitingNote isOn={!first} isOnPaper />
    </div>
  )
}

interface StripProps extends Props {
  source: PdfSource
  sizes: ReadonlyMap<number, Size>
  onShown: (pages: readonly number[]) => void
}

function Strip({ item, view, frame, page, onPage, source, sizes, onShown }: StripProps) {
  const { factor, degrees } = view
  const strip = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const layout = layOutPages({ count: source.count, sizes, factor, degrees, frame })
  const near = listPagesNear(layout, scrollTop, frame.height)
  const nearKey = near.join()
  const show = useEffectEvent(() => onShown(near))
  useEffect(() => show(), [nearKey])
  const isTurnedTo = useTurning(strip, layout, page)
  useZoomKept(strip, layout)
  const isWide = layout.width > frame.width
  return (
    <div
      ref={strip}
      className={styles['strip']}
      data-paper=""
      data-wide={isWide ? '' : undefined}
      role="region"
      aria-label="正文"
      // A scrollable area must be reachable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        setScrollTop(currentTarget.scrollTop)
        if (isTurnedTo(currentTarget.scrollTop)) return
        onPage(getPageAt(layout, currentTarget.scrollTop, frame.height))
      }}
    >
      <div className={styles['paper']} style={{ width: layout.width, height: layout.height }}>
        {near.map((number) => (
          <PdfPage
            key={number}
            source={source}
            number={number}
            factor={factor}
            degrees={degrees}
            watermark={item.watermark}
            place={layout.pages[number - 1]!}
          />
        ))}
      </div>
    </div>
  )
}

/** The sizes of the pages that were reached. */
function useSizes(source: PdfSource | undefined) {
  const [known, setKnown] = useState<{ source: PdfSource; sizes: ReadonlyMap<number, Size> }>()
  const sizes = known?.source === source && known ? known.sizes : new Map<number, Size>()
  const learn = (pages: readonly number[]) => {
    for (const page of pages) {
      if (!source || sizes.has(page)) continue
      source.sizeOf(page).then(
        (size) =>
          setKnown((before) => {
            const others = before?.source === source ? before.sizes : new Map<number, Size>()
            return others.has(page) ? before : { source, sizes: new Map([...others, [page, size]]) }
          }),
        () => {},
      )
    }
  }
  const begin = useEffectEvent(() => learn([1]))
  useEffect(() => begin(), [source])
  return [sizes, learn] as const
}

/** Scrolls to the page that was requested by key or button; pages reached by scrolling need nothing. */
function useTurning(strip: RefObject<HTMLElement | null>, layout: PageLayout, page: number) {
  const target = useRef(-1)
  const turn = useEffectEvent(() => {
    const element = strip.current
    const place = layout.pages[page - 1]
    if (!element || !place || getPageAt(layout, element.scrollTop, element.clientHeight) === page) return
    target.current = Math.min(place.top - pageGap, Math.max(0, layout.height - element.clientHeight))
    element.scrollTo({ top: target.current })
  })
  useEffect(() => turn(), [page])
  /** The last page may be too short to reach the reading line: it is still the current one until the user scrolls. */
  return (scrollTop: number) => {
    const isThere = Math.abs(scrollTop - target.current) < 2
    if (!isThere) target.current = -1
    return isThere
  }
}

/** Keeps the centre of the frame in place while the zoom changes. */
function useZoomKept(strip: RefObject<HTMLElement | null>, { width, height }: PageLayout) {
  const before = useRef({ width, height })
  // Remembered, because a strip that shrinks has already lost its scroll position.
  const place = useRef({ left: 0, top: 0 })
  useEffect(() => {
    const element = strip.current
    const remember = () => {
      place.current = { left: element!.scrollLeft, top: element!.scrollTop }
    }
    element?.addEventListener('scroll', remember, { passive: true })
    return () => element?.removeEventListener('scroll', remember)
  }, [strip])
  useLayoutEffect(() => {
    const element = strip.current
    const { width: oldWidth, height: oldHeight } = before.current
    before.current = { width, height }
    if (!element || (oldWidth === width && oldHeight === height)) return
    const { clientWidth, clientHeight } = element
    const { left, top } = place.current
    element.scrollTo({
      top: ((top + clientHeight / 2) * height) / oldHeight - clientHeight / 2,
      left: ((left + clientWidth / 2) * width) / oldWidth - clientWidth / 2,
    })
  }, [strip, width, height])
}
