import type { Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { updateAnswers, updateNotes, updateReason } from './request-queries.ts'

/** What people write about a request; any of it may say that somebody is ill. Each is bound to the request. */
export const sealedFields = {
  reason: 'cover_request.reason',
  note: 'cover_request.note',
  answer: 'cover_ask.note',
} as const
export type SealedField = keyof typeof sealedFields

type CipherCtx = Pick<Ctx, 'db' | 'actor'>

/** The same text for each of these requests, in their order; null: it is empty. */
export async function sealTexts(
  ctx: CipherCtx,
  field: SealedField,
  requestIds: readonly string[],
  text: string,
): Promise<(Buffer | null)[]> {
  if (text === '' || requestIds.length === 0) return requestIds.map(() => null)
  const cipher = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return requestIds.map((id) => cipher.encrypt(sealedFields[field], text, id))
}

export const sealText = async (ctx: CipherCtx, field: SealedField, requestId: string, text: string) =>
  (await sealTexts(ctx, field, [requestId], text))[0] ?? null

/** The texts in the same order; what was not written is empty. */
export async function openTexts(
  ctx: CipherCtx,
  field: SealedField,
  sealed: readonly { requestId: string; text: Buffer | null }[],
): Promise<string[]> {
  if (sealed.every(({ text }) => text === null)) return sealed.map(() => '')
  const cipher = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return sealed.map(({ requestId, text }) =>
    text === null ? '' : cipher.decrypt(sealedFields[field], text, requestId),
  )
}

const longestNote = 200

/** The same note for these requests: why they ended, or wait for the office. */
export async function writeNote(ctx: Ctx, requestIds: readonly string[], note: string) {
  if (requestIds.length === 0) return
  const text = Array.from(note).slice(0, longestNote).join('')
  await updateNotes(ctx.db, requestIds, await sealTexts(ctx, 'note', requestIds, text))
}

export const writeReason = async (ctx: Ctx, requestId: string, reason: string) =>
  updateReason(ctx.db, requestId, await sealText(ctx, 'reason', requestId, reason))

/** The same answer of somebody to several requests. */
export async function writeAnswers(
  ctx: Ctx,
  to: { requestIds: readonly string[]; memberId: string },
  { answer, note }: { answer: 'yes' | 'no'; note: string },
) {
  const notes = await sealTexts(ctx, 'answer', to.requestIds, note)
  await updateAnswers(ctx.db, to, { answer, notes }, ctx.now)
}
