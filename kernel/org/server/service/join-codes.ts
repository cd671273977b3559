import { randomInt } from 'node:crypto'
import { loadFieldCipher } from '#packages/crypto'
import { orNotFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { findManagedOrganisation } from '../edit-queries.ts'
import { findOrganisationByJoinCode, updateJoinCode } from '../join-code-queries.ts'

/** Without characters that are easily confused. */
const codeCharacters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 8
const validDays = 30

const hashCode = async (ctx: Pick<Ctx, 'db' | 'actor'>, code: string) =>
  (await loadFieldCipher(ctx.db, ctx.actor.districtId)).index('organisation.join-code', code)

/** Creates a code for requests to join an organisation. The code is returned once and never shown again. */
export async function createJoinCode(ctx: Ctx, orgId: string) {
  const organisation = await getJoinableOrganisation(ctx, orgId)
  if (organisation.isDisabled) throw new Refusal('该组织已停用')
  const code = Array.from({ length }, () => codeCharacters[randomInt(codeCharacters.length)]!).join('')
  const expiresAt = new Date(ctx.now.getTime() + validDays * 24 * 3600_000)
  await updateJoinCode(ctx.db, orgId, { hash: await hashCode(ctx, code), expiresAt })
  return { code, expiresAt: expiresAt.toISOString() }
}

export async function revokeJoinCode(ctx: Ctx, orgId: string) {
  await getJoinableOrganisation(ctx, orgId)
  await updateJoinCode(ctx.db, orgId, null)
  return null
}

/** People join organisations, not departments; the organisation's administrators create the code. */
async function getJoinableOrganisation(ctx: Ctx, orgId: string) {
  const organisation = orNotFound(await findManagedOrganisation(ctx.db, scopeOf(ctx, 'org.edit'), orgId), '组织')
  if (organisation.type === 'department') throw new Refusal('请在部门所在的单位使用加入码')
  return organisation
}

/** The organisation of a valid code. The caller has counted the attempts. */
export async function findByJoinCode(ctx: Pick<Ctx, 'db' | 'actor' | 'now'>, code: string) {
  const given = code.toUpperCase().replaceAll(/[\s-]/g, '')
  if (given.length !== length) return undefined
  return findOrganisationByJoinCode(ctx.db, await hashCode(ctx, given), ctx.now)
}
