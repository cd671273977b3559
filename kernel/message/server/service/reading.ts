import type { BodyOf, QueryOf } from '#packages/contract'
import { found, notFound, type Ctx } from '#packages/core'
import { signal, type Db } from '#packages/db'
import { countTasks } from '#kernel/task/server'
import type { Counts, Message, messageApi } from '../../contract.ts'
import {
  countLate,
  countOwn,
  findMessage,
  markAllRead,
  markRead,
  pageOfMessages,
  removeOwn,
  todosByPage,
  waitingFor,
  type MessageRow,
} from '../reading-queries.ts'

const onWire = ({ dueAt, at, readAt, doneAt, ...row }: MessageRow): Message => ({
  ...row,
  dueAt: dueAt?.toISOString() ?? null,
  at: at.toISOString(),
  readAt: readAt?.toISOString() ?? null,
  doneAt: doneAt?.toISOString() ?? null,
})

/** Messages are a person's, wherever she is signed in; nobody else's are there. */
export async function listMessages(ctx: Ctx, query: QueryOf<typeof messageApi.list>) {
  const { personId } = ctx.actor
  const page = await pageOfMessages(ctx.db, personId, query, query)
  const late = query.sort === 'due' ? { late: await countLate(ctx.db, personId, query, ctx.now) } : {}
  return { ...page, ...late, items: page.items.map(onWire) }
}

export const readMessage = async (ctx: Ctx, id: string) =>
  onWire(found(await findMessage(ctx.db, ctx.actor.personId, id), '消息'))

export const noCounts: Counts = { unread: 0, todo: 0, tasks: 0 }

/** The counters of these people; whoever has nothing has none of them. */
export async function countsFor(db: Db, personIds: readonly string[], now: Date): Promise<Map<string, Counts>> {
  const waiting = await waitingFor(db, personIds, now)
  const counts = new Map(waiting.map(({ personId, unread, todo }) => [personId, { unread, todo, tasks: 0 }]))
  for (const [personId, tasks] of await countTasks(db, personIds))
    counts.set(personId, { ...(counts.get(personId) ?? noCounts), tasks })
  return counts
}

export async function ownCounts({ db, now, actor: { personId } }: Ctx): Promise<Counts> {
  return (await countsFor(db, [personId], now)).get(personId) ?? noCounts
}

/** What was changed here shows in the other windows of the same person too. */
async function changed(ctx: Ctx) {
  await signal(ctx.db, [ctx.actor.personId])
  return ownCounts(ctx)
}

export async function readMessages(ctx: Ctx, { ids }: BodyOf<typeof messageApi.read>) {
  const { personId } = ctx.actor
  if ((await countOwn(ctx.db, personId, ids)) === 0) throw notFound('消息')
  await markRead(ctx.db, personId, ids, ctx.now)
  return changed(ctx)
}

export async function readAllMessages(ctx: Ctx, { kind }: BodyOf<typeof messageApi.readAll>) {
  await markAllRead(ctx.db, ctx.actor.personId, kind, ctx.now)
  return changed(ctx)
}

export async function removeMessages(ctx: Ctx, { ids }: BodyOf<typeof messageApi.remove>) {
  const { personId } = ctx.actor
  if ((await countOwn(ctx.db, personId, ids)) === 0) throw notFound('消息')
  const removed = await removeOwn(ctx.db, personId, ids, ctx.now)
  await signal(ctx.db, [personId])
  return { removed }
}

/** How many to-dos wait for the caller on which page. */
export const waitingOnPages = async ({ db, actor }: Ctx): Promise<ReadonlyMap<string, number>> =>
  new Map((await todosByPage(db, actor.personId)).map(({ url, count }) => [url, count]))
