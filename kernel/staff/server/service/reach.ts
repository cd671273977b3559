import { dayOf, Refusal, scopeOf, type Ctx } from '#packages/core'
import { guardAccount } from '../guards.ts'
import { placesEverywhere } from '../place-queries.ts'

type Right = 'user.edit' | 'user.reset' | 'user.reveal' | 'user.merge' | 'org.appoint'

/** With these one could sign in as somebody else. */
const takesOver: readonly Right[] = ['user.reset', 'user.merge', 'org.appoint']

/**
 * Refuses to touch who somebody is unless all the places that are held, or will be, are within reach: otherwise a school
 * could make an administrator of the district a colleague, and take over the account.
 */
export async function requireAllWithin(ctx: Ctx, permission: Right, personId: string) {
  if (takesOver.includes(permission)) await guardAccount(ctx, personId)
  const day = dayOf(ctx.now)
  // Not holding it at all is a refusal of its own elsewhere; here it reaches nothing.
  const scope = ctx.actor.permissions.has(permission) ? scopeOf(ctx, permission) : null
  const places = await placesEverywhere(ctx.db, personId, scope)
  const elsewhere = places.find(({ mayEdit, overOn }) => !mayEdit && (overOn === null || overOn > day))
  if (!elsewhere) return
  throw new Refusal(wordsFor[permission](elsewhere.orgName))
}

const ofAccount = (orgName: string) => `该人员的登录信息须由能管理其全部任职（含${orgName}）的管理员处理`
export const wordsFor: Record<Right, (orgName: string) => string> = {
  'user.edit': (orgName) => `该人员在${orgName}也有任职，姓名、性别、证件和手机请由上级单位修改`,
  'user.reset': ofAccount,
  'org.appoint': ofAccount,
  'user.merge': (orgName) => `该人员在${orgName}也有任职，请由上级单位合并`,
  'user.reveal': (orgName) => `该人员已到${orgName}任职，不能再查看其完整信息`,
}
