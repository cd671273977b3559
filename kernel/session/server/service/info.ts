import { dayOf, found, type Ctx } from '#packages/core'
import { permissionsOf } from '#kernel/access/server'
import { maskIdCard, maskPhone, readPerson } from '#kernel/identity/server'
import { readUnit } from '#kernel/org/server'
import { classesTaughtBy } from '#kernel/schooling/server'
import { findPlace } from '#kernel/staff/server'
import type { LoginInfo } from '../../contract.ts'
import { isManager, levelOfAdministration } from '../policy.ts'
import { maySwitch, presentPlace } from './open-session.ts'

/** Who I am, here and now. */
export async function readLoginInfo(ctx: Ctx): Promise<LoginInfo> {
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
