import type { Ctx } from '#packages/core'
import { signal } from '#packages/db'
import { enqueue } from '#packages/jobs'
import { batchesOutside } from '../delivery-queries.ts'
import { newIdAt } from '../ids.ts'
import { closeOutside } from '../delivery-jobs.ts'
import { closeBatches, closeCopies, insertBatch, type Batch, type Recipient } from '../queries.ts'
import { wordsOf, type Template } from '../templates.ts'
import { giveCopies } from './copies.ts'
import { tellPeople } from './telling.ts'

export interface Subject {
  kind: string
  id: string
}

export interface Sending {
  /** People, or people in the unit that it concerns them in. Somebody who is named twice gets one copy. */
  to: readonly string[] | readonly { personId: string; orgId?: string | undefined }[]
  /** For the {names} in the template. */
  words: Readonly<Record<string, string>>
  /** A path of ours where one can do something about it. */
  url?: string
  /** What it is about. To-dos end with it, and nobody is told twice of it within ten minutes. */
  subject: Subject
  /** The unit that it concerns, of those for whom nothing else was said. */
  orgId?: string
  dueAt?: Date
}

/** So many copies are written by whoever sends; for more nobody should have to wait. */
const atOnce = 200
const inAPiece = 500

/**
 * Tells people something, as part of the caller's transaction: if that is rolled back, nobody was told. A large audience
 * is told by jobs, a few hundred at a time.
 */
export async function sendMessages(ctx: Ctx, template: Template, sending: Sending): Promise<void> {
  const people = recipientsOf(sending)
  if (people.length === 0) return
  const { url = '', subject, dueAt = null } = sending
  if (url !== '' && !/^\/(?!\/)/.test(url)) throw new Error(`a message leads to a page of ours, not to ${url}`)
  const { kind, isUrgent, sms } = template
  const words = wordsOf(template, sending.words)
  const batch: Batch = {
    id: newIdAt(ctx.now),
    template: template.code,
    kind,
    ...words,
    url,
    subject,
    isUrgent,
    maySms: sms,
    dueAt,
  }
  await insertBatch(ctx.db, batch)
  if (people.length <= atOnce) return giveCopies(ctx, batch, people, 0, null)
  for (let from = 0, piece = 0; from < people.length; from += inAPiece, piece++) {
    const some = people.slice(from, from + inAPiece)
    await enqueue(ctx, tellPeople, {
      batchId: batch.id,
      piece,
      personIds: some.map(({ personId }) => personId),
      orgIds: some.map(({ orgId }) => orgId),
    })
  }
}

function recipientsOf({ to, orgId }: Sending): Recipient[] {
  const people = new Map<string, Recipient>()
  for (const one of to) {
    const { personId, orgId: at } = typeof one === 'string' ? { personId: one } : one
    if (!people.has(personId)) people.set(personId, { personId, orgId: at ?? orgId ?? null })
  }
  return [...people.values()]
}

/** What the to-dos about this asked for is done, by whomever: they are closed for everybody, also outside. */
export async function closeTodos(ctx: Ctx, subject: Subject): Promise<void> {
  const batches = (await closeBatches(ctx.db, subject, ctx.now)).map(({ id }) => id)
  if (batches.length === 0) return
  await signal(ctx.db, await closeCopies(ctx.db, batches, ctx.now))
  for (const batchId of await batchesOutside(ctx.db, batches, 'dingtalk')) await enqueue(ctx, closeOutside, { batchId })
}
