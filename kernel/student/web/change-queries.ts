import type { DataOf } from '#packages/contract'
import { addDays, Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { parseDateRange, intersectDateRanges } from '#packages/web/core/format/date-range.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { ListQuery, Targets } from '#packages/web/desk/list/list-spec.ts'
import { schoolingApi, type Term } from '#kernel/schooling/contract.ts'
import { studentApi, type ChangeType, type Transfer, type TransferStatus } from '../contract.ts'
import { throwIfRefused, toActionPreview } from './event-queries.ts'
import { studentKey } from './student-tree.ts'

const changesKey = [...studentKey, 'changes'] as const
const transfersKey = [...studentKey, 'transfers'] as const

/** The terms of the own organisation, newest first, as a filter of changes. */
export const termsQuery: QueryDefinition<Term[]> = {
  queryKey: [...changesKey, 'terms'],
  queryFn: async ({ signal }) => {
    const terms = await call(schoolingApi.terms, { query: { orgId: null }, signal })
    return terms.sort((one, other) => other.startsOn.localeCompare(one.startsOn))
  },
}

/** From the first day until the next term begins, including the holidays after the term. */
export function getDaysOfTerm(terms: readonly Term[], id: string | undefined): { from?: string; to?: string } {
  const at = terms.findIndex((term) => term.id === id)
  if (at < 0) return {}
  const next = terms[at - 1]
  return { from: terms[at]!.startsOn, ...(next && { to: addDays(next.startsOn, -1) }) }
}

type ChangePage = DataOf<typeof studentApi.searchChanges>

const toChangeFilter = (terms: readonly Term[], filter: ListQuery['filter']) => ({
  orgId: null,
  type: filter['type'] as ChangeType | undefined,
  keyword: filter['keyword'] ?? '',
  isUndone: filter['state'] === undefined ? undefined : filter['state'] === 'undone',
  ...intersectDateRanges(getDaysOfTerm(terms, filter['term']), parseDateRange(filter['days'])),
})

export const createChangePageQuery =
  (terms: readonly Term[]) =>
  ({ filter, pageNumber, pageSize }: Pick<ListQuery, 'filter' | 'pageNumber' | 'pageSize'>) =>
    queryOf(changesKey, studentApi.searchChanges, { body: { ...toChangeFilter(terms, filter), pageNumber, pageSize } })

/** Changes per type for the chosen days and name. */
export const changeCountsQuery = (
  terms: readonly Term[],
  filter: ListQuery['filter'],
): QueryDefinition<ChangePage['counts']> => ({
  queryKey: [...changesKey, 'counts', filter],
  queryFn: async ({ signal }) => {
    const body = { ...toChangeFilter(terms, filter), type: undefined, pageNumber: 1, pageSize: 1 }
    return (await call(studentApi.searchChanges, { body, signal })).counts
  },
})

export const transferPageQuery = ({ filter, pageNumber, pageSize }: ListQuery) => {
  const query = {
    status: filter['status'] as TransferStatus | undefined,
    ...parseDateRange(filter['days']),
    pageNumber,
    pageSize,
  }
  return queryOf(transfersKey, studentApi.transfers, { query })
}

const notFoundError = () => new CallError({ ret: Ret.notFound, msg: '要找的内容不存在或不可见', status: 200 })

/** One transfer in its current state, taken from the list, because there is no detail route. */
export const transferDetailQuery = (id: string): QueryDefinition<Transfer> => ({
  queryKey: [...transfersKey, 'detail', id],
  queryFn: async ({ signal }) => {
    const { items } = await call(studentApi.transfers, {
      query: { status: undefined, pageNumber: 1, pageSize: 100 },
      signal,
    })
    const found = items.find((row) => row.id === id)
    if (!found) throw notFoundError()
    return found
  },
})

export interface TransferValues {
  studentNo: string
  name: string
  place: { gradeId: string; classId: string | null } | null
  on: string
  reason: string
}

/** The answer does not reveal whether the pupil exists. */
export const sendTransferRequest = ({ place, ...values }: TransferValues) =>
  call(studentApi.requestTransfer, {
    body: { ...values, orgId: null, gradeId: place?.gradeId ?? '', classId: place?.classId ?? null },
  })

export type TransferDecision = 'agree' | 'refuse' | 'withdraw'

/** The route decides one transfer at a time. */
export async function decideTransfers(targets: Targets, decision: TransferDecision, opinion = '') {
  if (!('ids' in targets)) throw new Error('transfers are decided one by one')
  for (const id of targets.ids) await call(studentApi.decideTransfer, { body: { id, decision, opinion } })
}

export interface MergeValues {
  sourceIds: string[]
  targetId: string
  on: string
}

export const fetchMergePreview = async (values: MergeValues) =>
  toActionPreview(await call(studentApi.mergePreview, { body: values }), '被并的班级从这一天起关闭')

export const sendMergeClasses = async (values: MergeValues) =>
  throwIfRefused(await call(studentApi.mergeClasses, { body: values })).count
