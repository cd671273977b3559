import { useQuery } from '@tanstack/react-query'
import { createElement, useMemo } from 'react'
import type { DrillDownListProps } from '#packages/web/core/module.ts'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { defineDrillDownList } from '#packages/web/desk/stat-page/drill-down-list.tsx'
import { createUsageList, usedAppsQuery, type UsedApp } from './usage-list.tsx'

/** The days behind a number. A link to one application is understood when the applications are known. */
export default function UsageDrillDownList({ to }: DrillDownListProps) {
  const query = useQuery(usedAppsQuery)
  return <QueryState query={query}>{(apps) => <Days apps={apps} to={to} />}</QueryState>
}

function Days({ apps, to }: DrillDownListProps & { apps: readonly UsedApp[] }) {
  const List = useMemo(() => defineDrillDownList(createUsageList(apps)), [apps])
  return createElement(List, { to })
}
