import { Activity, memo, useCallback, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageNameContext } from '#packages/web/desk/page-name.ts'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { UnsavedContext, type MarkUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { DeskPage } from '../web-modules.ts'
import { findPage } from '../page-list.ts'
import { getLoadedPage, isPageLoaded } from '../page-components.ts'
import { getHistoryNumbers } from './personal-numbers.ts'
import { PageBoundary } from './page-boundary.tsx'
import { changeTags } from './tag-store.ts'
import { restartPage, listKeepAliveTags, markUnsaved, namePage, type Tags } from './page-tags.ts'
import { useScrollRestore } from './use-scroll-restore.ts'
import { usePageSearchState, type PageAddress } from './use-page-search-state.ts'
import styles from './keep-alive-pages.module.css'

/** The page in front, and behind it the earlier pages in the state in which they were left. */
export function KeepAlivePages({ tags, front }: { tags: Tags; front: string | undefined }) {
  const numbers = getHistoryNumbers(useLocation().state)
  return listKeepAliveTags(tags).map(({ path, address }) => {
    const page = isPageLoaded(path) ? findPage(path) : undefined
    if (!page) return null
    const round = tags.rounds[path] ?? 0
    const isFront = path === front
    const left = { address, isFront, numbers: isFront ? numbers : undefined }
    return <KeepAlivePage key={`${path} ${round}`} page={page} {...left} />
  })
}

const KeepAlivePage = memo(function KeepAlivePage({ page, ...left }: PageAddress & { page: DeskPage }) {
  const { isFront } = left
  const search = usePageSearchState(page.url, left)
  const mark = useMarkUnsaved(page.url, isFront)
  const name = useCallback((title: string) => changeTags((before) => namePage(before, page.url, title)), [page.url])
  const restart = () => changeTags((before) => restartPage(before, page.url))
  return (
    <Activity mode={isFront ? 'visible' : 'hidden'}>
      <ScrollContainer>
        <PageBoundary title={page.title} onRetry={restart}>
          <PageSearchContext value={search}>
            <UnsavedContext value={mark}>
              <PageNameContext value={name}>
                <LoadedPage url={page.url} />
              </PageNameContext>
            </UnsavedContext>
          </PageSearchContext>
        </PageBoundary>
      </ScrollContainer>
    </Activity>
  )
})

function LoadedPage({ url }: { url: string }) {
  const { Page, info } = getLoadedPage(url)
  return (
    <PageContext value={info}>
      <Page />
    </PageContext>
  )
}

function ScrollContainer({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useScrollRestore(element, usePhone())
  return (
    <div ref={element} className={styles['page']}>
      {children}
    </div>
  )
}

/**
 * The components of the page with unsaved changes. A page behind another unmounts its effects, but keeps its unsaved
 * mark.
 */
function useMarkUnsaved(url: string, isFront: boolean): MarkUnsaved {
  const unsavedIds = useRef(new Set<string>())
  const front = useRef(isFront)
  useLayoutEffect(() => {
    front.current = isFront
  }, [isFront])
  return useCallback(
    (id, isDirty) => {
      if (isDirty) unsavedIds.current.add(id)
      else if (front.current) unsavedIds.current.delete(id)
      changeTags((before) => markUnsaved(before, url, unsavedIds.current.size > 0))
    },
    [url],
  )
}
