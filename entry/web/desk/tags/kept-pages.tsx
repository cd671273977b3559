import { Activity, createElement, memo, useCallback, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageNameContext } from '#packages/web/desk/page-name.ts'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { UnsavedContext, type MarkUnsaved } from '#packages/web/desk/unsaved.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { DeskPage } from '../modules.ts'
import { findPage } from '../page-list.ts'
import { componentOf, isPrepared } from '../prepared.ts'
import { numbersIn } from './numbers.ts'
import { PageBoundary } from './page-boundary.tsx'
import { changeTags } from './store.ts'
import { beginAnew, keptOf, markUnsaved, namePage, type Tags } from './tags.ts'
import { useKeptScroll } from './use-kept-scroll.ts'
import { usePageSearchOf, type Left } from './use-page-search-of.ts'
import styles from './kept-pages.module.css'

/** The page in front, and behind it the ones that were there before, as they were left. */
export function KeptPages({ tags, front }: { tags: Tags; front: string | undefined }) {
  const numbers = numbersIn(useLocation().state)
  return keptOf(tags).map(({ path, address }) => {
    const page = isPrepared(path) ? findPage(path) : undefined
    if (!page) return null
    const round = tags.rounds[path] ?? 0
    const isFront = path === front
    const left = { address, isFront, numbers: isFront ? numbers : undefined }
    return <KeptPage key={`${path} ${round}`} page={page} {...left} />
  })
}

const KeptPage = memo(function KeptPage({ page, ...left }: Left & { page: DeskPage }) {
  const { isFront } = left
  const search = usePageSearchOf(page.url, left)
  const mark = useMark(page.url, isFront)
  const name = useCallback((words: string) => changeTags((before) => namePage(before, page.url, words)), [page.url])
  const again = () => changeTags((before) => beginAnew(before, page.url))
  return (
    <Activity mode={isFront ? 'visible' : 'hidden'}>
      <Place>
        <PageBoundary title={page.title} onRetry={again}>
          <PageContext value={page}>
            <PageSearchContext value={search}>
              <UnsavedContext value={mark}>
                <PageNameContext value={name}>
                  <Page url={page.url} />
                </PageNameContext>
              </UnsavedContext>
            </PageSearchContext>
          </PageContext>
        </PageBoundary>
      </Place>
    </Activity>
  )
})

const Page = ({ url }: { url: string }) => createElement(componentOf(url))

function Place({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useKeptScroll(element, usePhone())
  return (
    <div ref={element} className={styles['page']}>
      {children}
    </div>
  )
}

/** Who on the page holds something unsaved. What goes behind another page falls silent, and still holds it. */
function useMark(url: string, isFront: boolean): MarkUnsaved {
  const holders = useRef(new Set<string>())
  const front = useRef(isFront)
  useLayoutEffect(() => {
    front.current = isFront
  }, [isFront])
  return useCallback(
    (id, isDirty) => {
      if (isDirty) holders.current.add(id)
      else if (front.current) holders.current.delete(id)
      changeTags((before) => markUnsaved(before, url, holders.current.size > 0))
    },
    [url],
  )
}
