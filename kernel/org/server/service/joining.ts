import { randomInt } from 'node:crypto'
import { fieldsOf } from '#packages/crypto'
import { found, Refusal, scopeOf, type Ctx } from '#packages/core'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { recordOperation } from '#kernel/audit/server'
import { orgApi } from '../../contract.ts'
import { findGoverned } from '../edit-queries.ts'
import { organisationByJoinCode, storeJoinCode } from '../join-queries.ts'

/** Letters and digits that nobody takes for one another when they are read out or written by hand. */
const signs = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 8
const days = 30

const hashOf = async (ctx: Pick<Ctx, 'db' | 'actor'>, code: string) =>
  (await fieldsOf(ctx.db, ctx.actor.districtId)).index('organisation.join-code', code)

/** Makes a code with which people ask to join an organisation. Its answer is the only place where it can be read. */
export function newJoinCode(own: OwnCtx, orgId: string) {
  return inOwnDistrict(own, async (ctx) => {
    const organisation = await joinable(ctx, orgId)
    if (organisation.isForbidden) throw new Refusal('该组织已停用')
    const code = Array.from({ length }, () => signs[randomInt(signs.length)]!).join('')
    const expiresAt = new Date(ctx.now.getTime() + days * 24 * 3600_000)
    await storeJoinCode(ctx.db, orgId, { hash: await hashOf(ctx, code), expiresAt })
    const { path, title } = orgApi.newJoinCode
    await recordOperation(ctx, { route: path, title, objectIds: [orgId] })
    return { code, expiresAt: expiresAt.toISOString() }
  })
}

export async function dropJoinCode(ctx: Ctx, orgId: string) {
  await joinable(ctx, orgId)
  await storeJoinCode(ctx.db, orgId, null)
  return null
}

/** One joins an organisation, not one of its departments; who looks after it decides who may ask. */
async function joinable(ctx: Ctx, orgId: string) {
  const organisation = found(await findGoverned(ctx.db, scopeOf(ctx, 'org.edit'), orgId), '组织')
  if (organisation.type === 'department') throw new Refusal('请在部门所在的单位使用加入码')
  return organisation
}

/** The organisation that gave this code, if it still holds. Who asks has counted the tries. */
export async function findByJoinCode(ctx: Pick<Ctx, 'db' | 'actor' | 'now'>, code: string) {
  const said = code.toUpperCase().replaceAll(/[\s-]/g, '')
  if (said.length !== length) return undefined
  return organisationByJoinCode(ctx.db, await hashOf(ctx, said), ctx.now)
}
