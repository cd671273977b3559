import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import type { DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { CardShape } from '#packages/web/core/module.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { schoolingApi, type ReadinessSort, type SchoolReadiness } from '../contract.ts'
import { schoolingKey } from './class-queries.ts'

export type ReadinessPage = DataOf<typeof schoolingApi.readiness>
export type ReminderPreview = DataOf<typeof schoolingApi.previewReminder>

export interface ReadinessQuery {
  keyword: string
  isOpenOnly: boolean
  sort: { key: ReadinessSort; desc: boolean }
  pageNumber: number
  pageSize: number
}

/** A page of schools with their progress. The previous page stays visible while the next one loads. */
export function readinessPageQuery({ keyword, isOpenOnly, sort, pageNumber, pageSize }: ReadinessQuery) {
  const query = {
    keyword,
    only: isOpenOnly ? ('open' as const) : ('all' as const),
    sort: sort.key,
    desc: sort.desc ? 1 : 0,
    pageNumber,
    pageSize,
  }
  return {
    queryKey: [...schoolingKey, 'readiness', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(schoolingApi.readiness, { query, signal }),
    placeholderData: keepPreviousData,
  }
}

/** The query of the dashboard card. */
export const boardReadinessQuery: ReadinessQuery = {
  keyword: '',
  isOpenOnly: false,
  sort: { key: 'sort', desc: false },
  pageNumber: 1,
  pageSize: 6,
}
/** One row per school. Read before rendering, so that the cards below do not move. */
export async function getSchoolsCardShape(client: QueryClient): Promise<CardShape> {
  await client.fetchQuery(readinessPageQuery(boardReadinessQuery))
  return 'card'
}

/** The recipients at all schools that are not ready. */
export const reminderPreviewQuery = queryOf(schoolingKey, schoolingApi.previewReminder, { body: { orgIds: [] } })

export const sendReminders = (orgIds: string[]) => call(schoolingApi.remind, { body: { orgIds } })

/** The page of a step, after switching to the school. */
export const getStepUrl = (step: SchoolReadiness['steps'][number]['key']) => `/baseData/SetUp?step=${step}`

/** The page where pending changes are decided. */
export const getPendingUrl = ({ changeCount }: SchoolReadiness) =>
  changeCount > 0 ? '/baseData/ChangeLog' : '/baseData/Student?bindRequests=1'
