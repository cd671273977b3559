import { dayOf, found, type Ctx } from '#packages/core'
import { permissionsOf } from '#kernel/access/server'
import { maskIdCard, maskPhone, readPerson } from '#kernel/identity/server'
import { readUnit } from '#kernel/org/server'
import { classesTaughtBy } from '#kernel/schooling/server'
import { findPlace } from '#kernel/staff/server'
import { classesOfFamily } from '#kernel/student/server'
import type { LoginInfo } from '../../contract.ts'
import { isManager, levelOfAdministration } from '../policy.ts'
import { maySwitch, presentFamily, presentPlace } from './open-session.ts'

/** Who I am, here and now. */
export const readLoginInfo = (ctx: Ctx): Promise<LoginInfo> =>
  ctx.actor.kind === 'staff' ? readStaffInfo(ctx) : readFamilyInfo(ctx)

/** A pupil has her class, a guardian those of the children; before the rules are accepted no child is told. */
async function readFamilyInfo(ctx: Ctx): Promise<LoginInfo> {
  const { actor, db } = ctx
  const unit = found(await readUnit(ctx, actor.orgId), '组织')
  const self = found(await readPerson({ db, districtId: actor.districtId }, actor.personId), '人员')
  const kind = actor.kind === 'pupil' ? 'pupil' : 'guardian'
  return {
    ...presentFamily({ id: actor.userId, kind }, self, unit),
    mobile: maskPhone(self.phone),
    idCard: maskIdCard(self.idCard),
    sex: self.sex,
    switchoverOrg: 0,
    isAdmin: 0,
    classIds: await classesOfFamily(ctx),
    subjectIds: [],
  }
}

async function readStaffInfo(ctx: Ctx): Promise<LoginInfo> {
  const { actor, db } = ctx
  const place = found(await findPlace(ctx, actor.userId), '任职信息')
  const self = found(await readPerson({ db, districtId: actor.districtId }, actor.personId), '人员')
  const { templates } = await permissionsOf(ctx, place)
  return {
    ...presentPlace(place, self, actor.homeOrgId ? await readUnit(ctx, actor.orgId) : undefined),
    isManager: isManager(templates),
    mobile: maskPhone(self.phone),
    idCard: maskIdCard(self.idCard),
    sex: self.sex,
    switchoverOrg: await maySwitch(ctx, self.id),
    isAdmin: levelOfAdministration(templates),
    ...(await classesTaughtBy(ctx, actor.userId, dayOf(ctx.now))),
  }
}
