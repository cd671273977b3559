import type { QueryClient } from '@tanstack/react-query'
import type { DataOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { getEntityKey } from '#packages/web/core/entity-key.ts'
import { setWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import type { CardShape } from '#packages/web/core/module.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { ActionPreview } from '#packages/web/core/list/action-preview.ts'
import type { ListFilter, ListQuery, Targets } from '#packages/web/core/list/list-spec.ts'
import { messageApi, sms, type Message, type MessageKind, type MessageSetting, type SmsStat } from '../contract.ts'

export const messageKey = ['message'] as const

const states = ['unread', 'open'] as const
const toMessageState = (value: string | undefined) => states.find((state) => state === value) ?? ('all' as const)

/** The filter values are those of the contract; the page allows no others. */
const toMessageFilter = ({ filter }: ListFilter) => ({
  kind: filter['kind'] as MessageKind | undefined,
  state: toMessageState(filter['state']),
  keyword: filter['keyword'] ?? '',
  ...parseDateRange(filter['days']),
})

export const messagePage = (query: ListQuery) => {
  const { pageNumber, pageSize } = query
  return queryOf(messageKey, messageApi.list, { query: { ...toMessageFilter(query), pageNumber, pageSize } })
}

const latestCount = 10

/** The latest messages, for the top bar. */
export const latestMessages = (kind: MessageKind | undefined): QueryDefinition<Message[]> => ({
  queryKey: [...messageKey, 'latest', kind],
  queryFn: async ({ signal }) => {
    const query = { kind, state: 'all', keyword: '', pageNumber: 1, pageSize: latestCount } as const
    return (await call(messageApi.list, { query, signal })).items
  },
})

const maxOpenTodos = 100

/** The first open to-dos by due date, and how many of all are overdue. */
export const openTodos: QueryDefinition<DataOf<typeof messageApi.list>> = {
  queryKey: [...messageKey, 'todos'],
  queryFn: ({ signal }) => {
    const query = {
      kind: 'todo',
      state: 'open',
      sort: 'due',
      keyword: '',
      pageNumber: 1,
      pageSize: maxOpenTodos,
    } as const
    return call(messageApi.list, { query, signal })
  },
}

export const messageDetail = (id: string) => queryOf(messageKey, messageApi.detail, { query: { id } })

const idsAtOnce = 200

/** The ticked messages, or all results, shown or not. */
async function listTargetIds(targets: Targets): Promise<readonly string[]> {
  if ('ids' in targets) return targets.ids
  const left = new Set(targets.except)
  const found: string[] = []
  for (let pageNumber = 1, pages = 1; pageNumber <= pages; pageNumber++) {
    const query = { ...toMessageFilter(targets.listFilter), pageNumber, pageSize: idsAtOnce }
    const { items, pageCount } = await call(messageApi.list, { query })
    found.push(...items.map(({ id }) => id).filter((id) => !left.has(id)))
    pages = pageCount
  }
  return found
}

async function sendInPieces(ids: readonly string[], send: (ids: string[]) => Promise<unknown>) {
  for (let from = 0; from < ids.length; from += idsAtOnce) await send(ids.slice(from, from + idsAtOnce))
}

/** The answer has the current counts, so the badges follow at once. */
export const markMessagesRead = async (targets: Targets) =>
  sendInPieces(await listTargetIds(targets), async (ids) =>
    setWaitingCounts(await call(messageApi.read, { body: { ids } })),
  )

export const markAllMessagesRead = async (kind?: MessageKind) =>
  setWaitingCounts(await call(messageApi.readAll, { body: { kind } }))

/** Open to-dos cannot be removed, so they are counted for the preview. */
export async function previewRemoval(targets: Targets): Promise<ActionPreview> {
  const ids = await listTargetIds(targets)
  const open = new Set<string>()
  for (let pageNumber = 1, pages = 1; pageNumber <= pages; pageNumber++) {
    const query = { kind: 'todo', state: 'open', keyword: '', pageNumber, pageSize: idsAtOnce } as const
    const { items, pageCount } = await call(messageApi.list, { query })
    for (const { id } of items) open.add(id)
    pages = pageCount
  }
  const removable = ids.filter((id) => !open.has(id))
  const keptCount = ids.length - removable.length
  return {
    count: removable.length,
    names: [],
    changes: [],
    consequences: [],
    ...(keptCount > 0 && { skipped: `另有 ${keptCount.toLocaleString()} 条待办尚未处理，不会删除` }),
    note: '删除后不能恢复',
  }
}

export const removeMessages = async (targets: Targets) =>
  sendInPieces(await listTargetIds(targets), (ids) => call(messageApi.remove, { body: { ids } }))

/** A separate key: a new message must not refetch the setting while a switch is being saved. */
export const messageSettingQuery = queryOf(['message-setting'], messageApi.setting)
export const saveMessageSetting = ({ preferences, isQuietAtNight }: MessageSetting) =>
  call(messageApi.saveSetting, { body: { preferences, isQuietAtNight } })

/** The used part of this month's quota. */
export const smsUsage = queryOf(getEntityKey(sms), messageApi.smsUsage)
/** How many SMS were delivered or failed, this month. */
export const smsStat: QueryDefinition<SmsStat> = {
  queryKey: [...getEntityKey(sms), 'stat'],
  queryFn: ({ signal }) => call(messageApi.smsStat, { query: {}, signal }),
}
export const resendSms = (ids: readonly string[]) => call(messageApi.smsResend, { body: { ids: [...ids] } })
export const saveSmsQuota = (quota: number) => call(messageApi.saveSmsQuota, { body: { quota } })

export const getTodoCardShape = async (client: QueryClient): Promise<CardShape> =>
  (await client.fetchQuery(openTodos)).itemCount > 0 ? 'card' : 'line'
