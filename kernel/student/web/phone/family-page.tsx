import { useEffect, type ReactNode } from 'react'
import { call } from '#packages/web/core/call.ts'
import { setChildren, useFamily, type FamilyChild } from '#packages/web/core/family.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { ButtonLink } from '#packages/web/light/button.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { EmptyState, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { studentApi } from '../../contract.ts'

const home = '/studentMain/index'

const fetchChildren = () =>
  call(studentApi.children).then(
    ({ children }) => setChildren(children),
    () => useFamily.setState({ status: 'failed' }),
  )

interface Props {
  title: string
  help: string
  /** Fixed at the lower edge: the one action of the page. */
  dock?: (child: FamilyChild) => ReactNode
  /** A page of its own in place of this one, for example an open form. */
  instead?: (child: FamilyChild) => ReactNode
  children: (child: FamilyChild) => ReactNode
}

/** A page about the chosen child, which may be the first page that is opened. */
export function ChildPage({ title, help, dock, instead, children }: Props) {
  usePageTitle(title)
  const family = useFamily()
  useEffect(() => {
    if (family.status === 'reading') void fetchChildren()
  }, [family.status])
  const child = family.children.find(({ id }) => id === family.childId)
  const other = child && instead?.(child)
  if (other) return other
  return (
    <LightPage head={<Bar title={title} back={home} help={help} />} dock={child && dock?.(child)}>
      {family.status === 'reading' && <Skeleton />}
      {family.status === 'failed' && <PageLoadError onRetry={() => useFamily.setState({ status: 'reading' })} />}
      {family.status === 'ready' && (child ? children(child) : <NoChild />)}
    </LightPage>
  )
}

const NoChild = () => (
  <EmptyState title="还没有绑定孩子" next={<ButtonLink href="/studentMain/bind">绑定孩子</ButtonLink>}>
    绑定后才能办理。
  </EmptyState>
)
