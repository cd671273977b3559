import type { Ctx } from '#packages/core'
import { anyRow, loadFieldCipher } from '#packages/crypto'
import { deleteDraft, deleteOldestDrafts, findDraft, upsertDraft, type PersonalOwner } from '../queries.ts'

/** More than anybody needs; above the limit the oldest draft is deleted. */
const draftsKept = 50

/** A draft belongs to a person in an organisation, so that it does not appear at another school. */
const getOwner = ({ actor: { personId, orgId } }: Ctx): PersonalOwner => ({ personId, orgId })

/** Bound to the owner and the form: copied to another row, the value cannot be decrypted. */
const getFieldName = ({ personId, orgId }: PersonalOwner, key: string) => `draft:${personId}:${orgId}:${key}`

export async function getDraft(ctx: Ctx, key: string) {
  const owner = getOwner(ctx)
  const draft = await findDraft(ctx.db, owner, key)
  if (!draft) return null
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const value = JSON.parse(fields.decrypt(getFieldName(owner, key), draft.value, anyRow)) as unknown
  return { value, savedAt: draft.savedAt.toISOString() }
}

export async function saveDraft(ctx: Ctx, key: string, value: unknown) {
  const owner = getOwner(ctx)
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const sealed = fields.encrypt(getFieldName(owner, key), JSON.stringify(value ?? null), anyRow)
  const isNew = await upsertDraft(ctx.db, owner, key, sealed, ctx.now)
  if (isNew) await deleteOldestDrafts(ctx.db, owner.personId, draftsKept)
  return { savedAt: ctx.now.toISOString() }
}

export async function dropDraft(ctx: Ctx, key: string) {
  await deleteDraft(ctx.db, getOwner(ctx), key)
  return null
}
