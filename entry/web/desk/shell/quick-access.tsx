import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { EdgeDrawer } from '#packages/web/desk/edge-drawer.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { quickAccess } from '../web-modules.ts'

const Content = quickAccess && lazy(quickAccess.load)

/** The user's frequent applications, if a module provides them. */
export default function QuickAccess() {
  const { pathname } = useLocation()
  return (
    Content && (
      <EdgeDrawer title="快捷访问" at={pathname}>
        <Suspense fallback={<SkeletonLines widths={[60, 72, 56, 64]} />}>
          <Content />
        </Suspense>
      </EdgeDrawer>
    )
  )
}
