import { dayOf, orNotFound, type Ctx } from '#packages/core'
import { getMembershipPermissions } from '#kernel/access/server/api.ts'
import { maskIdCard, maskPhone, getPerson } from '#kernel/identity/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import { getTaughtClasses } from '#kernel/schooling/server/api.ts'
import { findMembership } from '#kernel/staff/server/api.ts'
import { listFamilyClassIds } from '#kernel/student/server/api.ts'
import type { LoginInfo } from '../../contract.ts'
import { isManager, getAdministratorLevel } from '../policy.ts'
import { maySwitch, presentFamilyIdentity, presentMembership } from './open-session.ts'

/** The caller's identity in this session. */
export const getLoginInfo = (ctx: Ctx): Promise<LoginInfo> =>
  ctx.actor.kind === 'staff' ? getStaffInfo(ctx) : getFamilyInfo(ctx)

/** A pupil's class, or the classes of a guardian's children; before the rules are accepted no child is shown. */
async function getFamilyInfo(ctx: Ctx): Promise<LoginInfo> {
  const { actor, db } = ctx
  const unit = orNotFound(await findUnitById(ctx, actor.orgId), '组织')
  const self = orNotFound(await getPerson({ db, districtId: actor.districtId }, actor.personId), '人员')
  const kind = actor.kind === 'pupil' ? 'pupil' : 'guardian'
  return {
    ...presentFamilyIdentity({ id: actor.userId, kind }, self, unit),
    mobile: maskPhone(self.phone),
    idCard: maskIdCard(self.idCard),
    sex: self.sex,
    switchoverOrg: 0,
    isAdmin: 0,
    classIds: await listFamilyClassIds(ctx),
    subjectIds: [],
  }
}

async function getStaffInfo(ctx: Ctx): Promise<LoginInfo> {
  const { actor, db } = ctx
  const membership = orNotFound(await findMembership(ctx, actor.userId), '任职信息')
  const self = orNotFound(await getPerson({ db, districtId: actor.districtId }, actor.personId), '人员')
  const { templates } = await getMembershipPermissions(ctx, membership)
  return {
    ...presentMembership(membership, self, actor.homeOrgId ? await findUnitById(ctx, actor.orgId) : undefined),
    isManager: isManager(templates),
    mobile: maskPhone(self.phone),
    idCard: maskIdCard(self.idCard),
    sex: self.sex,
    switchoverOrg: await maySwitch(ctx, self.id),
    isAdmin: getAdministratorLevel(templates),
    ...(await getTaughtClasses(ctx, actor.userId, dayOf(ctx.now))),
  }
}
