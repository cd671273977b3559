import type { Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'

const noteField = 'absence_case.note'

/** A note may say why a child is at home. */
export const sealCaseNote = async (ctx: Ctx, id: string, note: string): Promise<Buffer | null> =>
  note === '' ? null : (await loadFieldCipher(ctx.db, ctx.actor.districtId)).encrypt(noteField, note, id)

export async function openCaseNotes(
  ctx: Ctx,
  rows: readonly { id: string; note: Buffer | null }[],
): Promise<Map<string, string>> {
  const sealed = rows.flatMap(({ id, note }) => (note ? [{ id, note }] : []))
  if (sealed.length === 0) return new Map()
  const cipher = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return new Map(sealed.map(({ id, note }) => [id, cipher.decrypt(noteField, note, id)]))
}
