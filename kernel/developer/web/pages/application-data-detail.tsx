import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#packages/web/core/query-of.ts'
import { ListPage } from '#packages/web/desk/list/list-page.tsx'
import { useMemo } from 'react'
import { appUsageApi } from '../../contract.ts'
import { createUsageList } from '../components/usage-list.tsx'

const appsQuery = queryOf(['developer', 'used-apps'], appUsageApi.apps)

/** /developer/applicationDataDetail: application × organisation × day. */
export default function ApplicationDataDetailPage() {
  const { data: apps } = useQuery(appsQuery)
  const spec = useMemo(() => createUsageList(apps ?? []), [apps])
  return <ListPage spec={spec} />
}
