import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ListPage } from '#packages/web/desk/list/list-page.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { createUsageList, usedAppsQuery, type UsedApp } from '../components/usage-list.tsx'

/** /developer/applicationDataDetail: application × organisation × day. */
export default function ApplicationDataDetailPage() {
  const query = useQuery(usedAppsQuery)
  return <QueryState query={query}>{(apps) => <Days apps={apps} />}</QueryState>
}

function Days({ apps }: { apps: readonly UsedApp[] }) {
  const spec = useMemo(() => createUsageList(apps), [apps])
  return <ListPage spec={spec} />
}
