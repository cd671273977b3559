import { nothing, type Ctx } from '#packages/core'
import { findChange } from '../../change-queries.ts'

const everything = { ...nothing, district: true }

/** A change as those are told of it who decide it, asked for it or are moved by it. */
export async function readChangeForNotice(ctx: Pick<Ctx, 'db'>, id: string) {
  const reader = { reading: everything, editing: nothing, personId: id }
  const row = await findChange(ctx.db, reader, id)
  if (!row) return undefined
  const { type, status, personId, personName, applicantId, fromOrgId, toOrgId, oldOrgName, newOrgName } = row
  return { id, type, status, personId, personName, applicantId, fromOrgId, toOrgId, oldOrgName, newOrgName }
}
