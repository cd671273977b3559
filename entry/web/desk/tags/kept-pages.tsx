import { Activity, createElement, memo, useCallback, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext, type PageSearch, type SetSearch } from '#packages/web/desk/page-search.tsx'
import { UnsavedContext, type MarkUnsaved } from '#packages/web/desk/unsaved.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { DeskPage } from '../modules.ts'
import { findPage } from '../page-list.ts'
import { componentOf, isPrepared } from '../prepared.ts'
import { PageBoundary } from './page-boundary.tsx'
import { changeTags } from './store.ts'
import { beginAnew, keptOf, markUnsaved, type Tags } from './tags.ts'
import { useKeptScroll } from './use-kept-scroll.ts'
import styles from './kept-pages.module.css'

/** The page in front, and behind it the ones that were there before, as they were left. */
export function KeptPages({ tags, front }: { tags: Tags; front: string | undefined }) {
  return keptOf(tags).map(({ path, address }) => {
    const page = isPrepared(path) ? findPage(path) : undefined
    if (!page) return null
    const round = tags.rounds[path] ?? 0
    return <KeptPage key={`${path} ${round}`} page={page} address={address} isFront={path === front} />
  })
}

interface Props {
  page: DeskPage
  address: string
  isFront: boolean
}

const KeptPage = memo(function KeptPage({ page, address, isFront }: Props) {
  const search = usePageSearchOf(page.url, address, isFront)
  const mark = useMark(page.url, isFront)
  const again = () => changeTags((before) => beginAnew(before, page.url))
  return (
    <Activity mode={isFront ? 'visible' : 'hidden'}>
      <Place>
        <PageBoundary title={page.title} onRetry={again}>
          <PageContext value={page}>
            <PageSearchContext value={search}>
              <UnsavedContext value={mark}>
                <Page url={page.url} />
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

/** The page's own part of the address: behind another page it stays as it was left, and cannot be changed. */
function usePageSearchOf(url: string, address: string, isFront: boolean): PageSearch {
  const navigate = useNavigate()
  const query = /\?[^#]*/.exec(address)?.[0] ?? ''
  const now = useRef({ query, isFront })
  useLayoutEffect(() => {
    now.current = { query, isFront }
  }, [query, isFront])
  const setSearch = useCallback<SetSearch>(
    (change, { replace = false } = {}) => {
      if (!now.current.isFront) return
      // Two changes in one go: the second sees the first, although the router is still on its way.
      now.current.query = String(change(new URLSearchParams(now.current.query)))
      void navigate({ pathname: url, search: now.current.query }, { replace })
    },
    [navigate, url],
  )
  return useMemo(() => ({ search: new URLSearchParams(query), setSearch, isFront }), [query, setSearch, isFront])
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
