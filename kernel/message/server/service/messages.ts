import type { BodyOf, QueryOf } from '#packages/contract'
import { orNotFound, notFound, type Ctx } from '#packages/core'
import { signalPersons, type Db } from '#packages/db'
import { countTasks } from '#kernel/task/server/api.ts'
import type { MessageCounts, Message, messageApi } from '../../contract.ts'
import {
  countOverdueTodos,
  countOwnMessages,
  findMessage,
  setAllMessagesRead,
  setMessagesRead,
  listMessagePage,
  removeOwnMessages,
  countTodosByPage,
  countWaiting,
  type MessageRow,
} from '../message-queries.ts'

const toMessage = ({ dueAt, at, readAt, doneAt, ...row }: MessageRow): Message => ({
  ...row,
  dueAt: dueAt?.toISOString() ?? null,
  at: at.toISOString(),
  readAt: readAt?.toISOString() ?? null,
  doneAt: doneAt?.toISOString() ?? null,
})

/** The messages of the caller, in any membership. */
export async function listMessages(ctx: Ctx, query: QueryOf<typeof messageApi.list>) {
  const { personId } = ctx.actor
  const page = await listMessagePage(ctx.db, personId, query, query)
  const late = query.sort === 'due' ? { late: await countOverdueTodos(ctx.db, personId, query, ctx.now) } : {}
  return { ...page, ...late, items: page.items.map(toMessage) }
}

export const getMessage = async (ctx: Ctx, id: string) =>
  toMessage(orNotFound(await findMessage(ctx.db, ctx.actor.personId, id), '消息'))

export const noCounts: MessageCounts = { unread: 0, todo: 0, tasks: 0 }

/** The counts of these people; people without any are missing. */
export async function getMessageCounts(
  db: Db,
  personIds: readonly string[],
  now: Date,
): Promise<Map<string, MessageCounts>> {
  const waiting = await countWaiting(db, personIds, now)
  const counts = new Map(waiting.map(({ personId, unread, todo }) => [personId, { unread, todo, tasks: 0 }]))
  for (const [personId, tasks] of await countTasks(db, personIds))
    counts.set(personId, { ...(counts.get(personId) ?? noCounts), tasks })
  return counts
}

export async function getOwnMessageCounts({ db, now, actor: { personId } }: Ctx): Promise<MessageCounts> {
  return (await getMessageCounts(db, [personId], now)).get(personId) ?? noCounts
}

/** The other windows of the same person are signalled too. */
async function signalChange(ctx: Ctx) {
  await signalPersons(ctx.db, [ctx.actor.personId])
  return getOwnMessageCounts(ctx)
}

/** Marks messages as read, and returns the unread counts. */
export async function markMessagesRead(ctx: Ctx, { ids }: BodyOf<typeof messageApi.read>) {
  const { personId } = ctx.actor
  if ((await countOwnMessages(ctx.db, personId, ids)) === 0) throw notFound('消息')
  await setMessagesRead(ctx.db, personId, ids, ctx.now)
  return signalChange(ctx)
}

export async function markAllMessagesRead(ctx: Ctx, { kind }: BodyOf<typeof messageApi.readAll>) {
  await setAllMessagesRead(ctx.db, ctx.actor.personId, kind, ctx.now)
  return signalChange(ctx)
}

export async function removeMessages(ctx: Ctx, { ids }: BodyOf<typeof messageApi.remove>) {
  const { personId } = ctx.actor
  if ((await countOwnMessages(ctx.db, personId, ids)) === 0) throw notFound('消息')
  const removed = await removeOwnMessages(ctx.db, personId, ids, ctx.now)
  await signalPersons(ctx.db, [personId])
  return { removed }
}

/** The number of open to-dos of the caller by page. */
export const getTodoCountsByPage = async ({ db, actor }: Ctx): Promise<ReadonlyMap<string, number>> =>
  new Map((await countTodosByPage(db, actor.personId)).map(({ url, count }) => [url, count]))
