import { notFound, Refusal } from '#packages/core'
import { hashPassword } from '#packages/crypto'
import { inDirectory } from '#packages/db/directory.ts'
import type { OutsideCtx } from '#packages/http'
import {
  changeOutsidePassword,
  createOneTimePassword,
  createPlatformInvitation,
  deleteFactorsOf,
  endOutsideSessions,
  openProfile,
} from '#kernel/identity/server/api.ts'
import { listAdministratorRows, lockAdministrators, updateAdministratorStatus } from '../queries.ts'

export async function listAdministrators({ cells, actor }: OutsideCtx) {
  const rows = await inDirectory(cells, listAdministratorRows)
  const items = rows.map(({ id, status, createdAt, signedInAt, hasTotp, profile }) => ({
    id,
    name: openProfile(id, profile).name || '未命名',
    status: status === 'active' ? ('active' as const) : ('disabled' as const),
    hasTotp,
    createdAt: createdAt.toISOString(),
    signedInAt: signedInAt?.toISOString() ?? null,
    isSelf: id === actor.accountId,
  }))
  return { itemCount: items.length, pageCount: 1, items }
}

export async function inviteAdministrator({ change, now, client }: OutsideCtx) {
  const token = await change((db) => createPlatformInvitation(db, now))
  return { url: `${client.origin}/login#invite=${token}` }
}

/** Nobody changes himself, so that one administrator always remains. */
export async function setAdministratorState(
  { change, actor, now }: OutsideCtx,
  { id, isDisabled }: { id: string; isDisabled: boolean },
) {
  if (id === actor.accountId) throw new Refusal('不能停用自己')
  await change(async (db) => {
    const all = await lockAdministrators(db)
    if (!all.some((one) => one.id === id)) throw notFound('平台管理员')
    // The caller may have been disabled a moment ago.
    if (!all.some((one) => one.id === actor.accountId && one.status === 'active'))
      throw new Refusal('至少要有一名可用的平台管理员')
    await updateAdministratorStatus(db, id, isDisabled ? 'disabled' : 'active')
    if (isDisabled) await endOutsideSessions(db, { accountId: id, by: 'disabled' }, now)
  })
  return null
}

/** The next sign-in chooses a new password, after the second factor. */
export async function resetPassword({ change, actor, now }: OutsideCtx, id: string) {
  if (id === actor.accountId) throw new Refusal('不能重置自己的密码，请在“账号安全”里修改')
  const oneTimePassword = createOneTimePassword()
  const passwordHash = await hashPassword(oneTimePassword)
  await change(async (db) => {
    if (!(await lockAdministrators(db)).some((one) => one.id === id)) throw notFound('平台管理员')
    await changeOutsidePassword(db, { accountId: id, passwordHash, mustChange: true }, now)
  })
  return { oneTimePassword }
}

/** The next sign-in sets up a new authenticator. */
export async function resetFactors({ change, actor, now }: OutsideCtx, id: string) {
  if (id === actor.accountId) throw new Refusal('不能重置自己的动态口令，请由其他平台管理员操作')
  await change(async (db) => {
    if (!(await lockAdministrators(db)).some((one) => one.id === id)) throw notFound('平台管理员')
    await deleteFactorsOf(db, id)
    await endOutsideSessions(db, { accountId: id, by: 'factors' }, now)
  })
  return null
}
