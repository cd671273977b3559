import type { Ctx } from '#packages/core'
import { anyRow, fieldsOf } from '#packages/crypto'
import { deleteDraft, dropOldestDrafts, findDraft, upsertDraft, type Owner } from '../queries.ts'

/** More than anybody has open; the oldest makes room. */
const draftsKept = 50

/** A draft belongs to a person in an organisation: what was begun at one school does not turn up at the next. */
const ownerOf = ({ actor: { personId, orgId } }: Ctx): Owner => ({ personId, orgId })

/** Sealed for this owner and this form: moved to another row, it stays shut. */
const fieldOf = ({ personId, orgId }: Owner, key: string) => `draft:${personId}:${orgId}:${key}`

export async function readDraft(ctx: Ctx, key: string) {
  const owner = ownerOf(ctx)
  const draft = await findDraft(ctx.db, owner, key)
  if (!draft) return null
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const value = JSON.parse(fields.decrypt(fieldOf(owner, key), draft.value, anyRow)) as unknown
  return { value, savedAt: draft.savedAt.toISOString() }
}

export async function saveDraft(ctx: Ctx, key: string, value: unknown) {
  const owner = ownerOf(ctx)
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const sealed = fields.encrypt(fieldOf(owner, key), JSON.stringify(value ?? null), anyRow)
  const isNew = await upsertDraft(ctx.db, owner, key, sealed, ctx.now)
  if (isNew) await dropOldestDrafts(ctx.db, owner.personId, draftsKept)
  return { savedAt: ctx.now.toISOString() }
}

export async function dropDraft(ctx: Ctx, key: string) {
  await deleteDraft(ctx.db, ownerOf(ctx), key)
  return null
}
