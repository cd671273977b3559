import { Suspense, useMemo, type ReactNode } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext, type SetSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import type { OutsidePage } from './outside-pages.ts'
import visuallyHidden from '#packages/web/desk/visually-hidden.module.css'

/** What pages of the desk expect around them: their facts, and the query of their address. */
export function OutsidePageFrame({ page: { Page, title, kind } }: { page: OutsidePage }) {
  usePageTitle(title)
  const isPhone = usePhone()
  const info = useMemo(
    () => ({ title, group: '', permission: { code: kind, title }, actions: [], sections: [] }),
    [title, kind],
  )
  return (
    <PageContext value={info}>
      <RoutedSearch>
        {/* On a desktop the first line of the page has its title. */}
        {isPhone && <h1 className={visuallyHidden['only']!}>{title}</h1>}
        <Suspense fallback={<PageState status="loading" />}>
          <Page />
        </Suspense>
      </RoutedSearch>
    </PageContext>
  )
}

function RoutedSearch({ children }: { children: ReactNode }) {
  const [search, setParams] = useSearchParams()
  const value = useMemo(() => {
    const setSearch: SetSearch = (change, options) =>
      setParams((before) => change(new URLSearchParams(before)), options)
    return { search, setSearch, isFront: true }
  }, [search, setParams])
  return <PageSearchContext value={value}>{children}</PageSearchContext>
}

/** An address without a page leads to the home, unless that is what is missing. */
export function UnknownPage({ home }: { home: string }) {
  const { pathname } = useLocation()
  usePageTitle('开放平台')
  if (pathname !== home) return <Navigate to={home} replace />
  return <PageState status="empty" title="这里还没有内容" text="功能开放后会显示在这里。" />
}
