import type { SessionUser } from '#packages/web/core/session.ts'

/** A teacher of a school who may visit others. */
export const teacher: SessionUser & { token: string } = {
  token: '1.abc',
  userId: 'u',
  realName: '李敏',
  userType: 3,
  orgId: 'o',
  orgName: '实验学校',
  orgType: 1,
  switchoverOrg: 1,
}
