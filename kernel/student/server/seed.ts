import type { Ctx } from '#packages/core'
import { agreements, type AgreementKind } from '../contract.ts'
import { insertAgreements } from './family-queries.ts'
import { forceCustomPlans } from './seed-queries.ts'
import { bindByPhone, listBindable, registerGuardian } from './service/family/guardian-bindings.ts'
import { createStudents, type NewStudent } from './service/students/create-students.ts'

const batchSize = 2_000

/** Creates many pupils in batches of some thousand. */
export async function seedStudents(ctx: Ctx, rows: readonly NewStudent[]): Promise<string[]> {
  const ids: string[] = []
  await forceCustomPlans(ctx.db)
  for (let at = 0; at < rows.length; at += batchSize)
    ids.push(...(await createStudents(ctx, rows.slice(at, at + batchSize), { type: 'enrol' })))
  return ids
}

/** Registers a guardian, accepts all agreements and binds the children with this phone number. */
export async function seedGuardian(ctx: Ctx, personId: string, accountId: string, phone: string) {
  const { id: userId } = await registerGuardian(ctx, accountId, phone)
  const kinds = (Object.keys(agreements) as AgreementKind[]).map((kind) => ({
    kind,
    version: agreements[kind].version,
  }))
  await insertAgreements(ctx.db, personId, kinds, ctx.now)
  const acting: Ctx = { ...ctx, actor: { ...ctx.actor, kind: 'guardian', personId, accountId, userId } }
  const children = await listBindable(acting)
  await bindByPhone(
    acting,
    children.map(({ linkId }) => linkId),
  )
}
