import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { approvalApi, approvalSetupApi, defaultPhrases, type FlowRow, type InboxTask } from '../contract.ts'

export const approvalKey = ['approval'] as const

export const flowTabs = ['todo', 'done', 'mine', 'copied'] as const
/** The lists that everybody has. */
export type OwnTab = (typeof flowTabs)[number]
/** The last is for administrators of flows: what is on its way at their organisations. */
export const allFlowTabs = [...flowTabs, 'managed'] as const
export type FlowTab = (typeof allFlowTabs)[number]
export const flowTabTitles: Readonly<Record<FlowTab, string>> = {
  todo: '待我处理',
  done: '已处理',
  mine: '我发起',
  copied: '抄送我',
  managed: '本单位进行中',
}

/** A line of a list: a task, or a request that somebody made or got a copy of. */
export type FlowItem = InboxTask | FlowRow
export const isTask = (item: FlowItem): item is InboxTask => 'taskId' in item
/** Two tasks of one request are two lines. */
export const getItemKey = (item: FlowItem) => (isTask(item) ? item.taskId : item.flowId)

export interface FlowListQuery {
  keyword: string
  pageNumber: number
  pageSize: number
}
interface FlowItems {
  items: FlowItem[]
  itemCount: number
  pageCount: number
}
const lists: Readonly<Record<FlowTab, (query: FlowListQuery, signal?: AbortSignal) => Promise<FlowItems>>> = {
  todo: (query, signal) => call(approvalApi.todoList, { query, ...(signal && { signal }) }),
  done: (query, signal) => call(approvalApi.doneList, { query, ...(signal && { signal }) }),
  mine: (query, signal) => call(approvalApi.mineList, { query, ...(signal && { signal }) }),
  copied: (query, signal) => call(approvalApi.ccList, { query, ...(signal && { signal }) }),
  managed: (query, signal) =>
    call(approvalApi.adminList, { query: { ...query, status: 'running' }, ...(signal && { signal }) }),
}
export const listFlows = (tab: FlowTab, query: FlowListQuery, signal?: AbortSignal) => lists[tab](query, signal)

export const inboxCountsQuery = queryOf(approvalKey, approvalApi.counts)
export const flowQuery = (flowId: string) => queryOf(approvalKey, approvalApi.detail, { query: { flowId } })
export const phrasesQuery = queryOf(['approval-phrases'], approvalSetupApi.phraseList)
export const signatureQuery = queryOf(['approval-signature'], approvalSetupApi.signature)

/** The phrases to choose from, when the own ones are known. */
export const listPhrases = (own: readonly string[]): readonly string[] => (own.length > 0 ? own : defaultPhrases)
