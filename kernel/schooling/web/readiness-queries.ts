import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import type { DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import type { CardShape } from '#packages/web/core/module.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
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

/** The schools and how far each has come. While the next page is on its way the last one stays. */
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

/** What the board shows first. */
export const boardReadinessQuery: ReadinessQuery = {
  keyword: '',
  isOpenOnly: false,
  sort: { key: 'sort', desc: false },
  pageNumber: 1,
  pageSize: 6,
}
/** As many rows as there are schools: it is read before it is drawn, so that nothing below it moves. */
export async function getSchoolsCardShape(client: QueryClient): Promise<CardShape> {
  await client.fetchQuery(readinessPageQuery(boardReadinessQuery))
  return 'card'
}

/** Who would be told, of all schools that are not ready. */
export const reminderPreviewQuery: QueryDefinition<ReminderPreview> = {
  queryKey: [...schoolingKey, 'reminder'],
  queryFn: ({ signal }) => call(schoolingApi.previewReminder, { body: { orgIds: [] }, signal }),
}

export const sendReminders = (orgIds: string[]) => call(schoolingApi.remind, { body: { orgIds } })

/** Where a step of a school is done, once one is there. */
export const getStepUrl = (step: SchoolReadiness['steps'][number]['key']) => `/baseData/SetUp?step=${step}`

/** Where what waits for a decision is decided. */
export const getPendingUrl = ({ changeCount }: SchoolReadiness) =>
  changeCount > 0 ? '/baseData/ChangeLog' : '/baseData/Student?bindRequests=1'
