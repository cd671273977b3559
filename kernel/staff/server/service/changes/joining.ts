import type { BodyOf } from '#packages/contract'
import { newId, Refusal, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { publish } from '#packages/jobs'
import { recordOperation } from '#kernel/audit/server'
import { limitTries } from '#kernel/identity/server'
import { findByJoinCode, holdTree } from '#kernel/org/server'
import { staffApi } from '../../../contract.ts'
import { insertChanges } from '../../change-queries.ts'
import { placesEverywhere } from '../../place-queries.ts'
import { fieldsIn, momentOf } from '../presenting.ts'
import { reasonField } from './noting.ts'

type Join = BodyOf<typeof staffApi.join>

const triesAnHour = 10
const hour = 3600

/** Somebody asks by a code to be taken in: the organisation that gave the code decides. */
export async function joinByCode(ctx: OwnCtx, form: Join) {
  const { districtId, personId } = ctx.actor!
  await limitTries(ctx, 'join-code', `${districtId}:${personId}`, triesAnHour, hour)
  return inOwnDistrict(ctx, (own) => ask(own, form))
}

async function ask(ctx: Ctx, { code, note }: Join) {
  await holdTree(ctx)
  const org = await findByJoinCode(ctx, code)
  if (!org) throw new Refusal('加入码无效或已过期')
  const { day } = momentOf(ctx)
  const { personId, userId } = ctx.actor
  const places = await placesEverywhere(ctx.db, personId, null)
  if (places.some(({ orgId, overOn }) => orgId === org.id && (overOn === null || overOn > day)))
    throw new Refusal(`您已在${org.name}任职`)
  const fields = await fieldsIn(ctx)
  const from = places.find(({ id }) => id === userId)
  const id = newId()
  const row = {
    id,
    type: 2,
    status: 4,
    person_id: personId,
    membership_id: null,
    applicant_id: personId,
    from_org_id: from?.orgId ?? null,
    from_department_id: from?.departmentId ?? null,
    to_org_id: org.id,
    to_department_id: null,
    effective_on: day,
    reason: fields.encrypt(reasonField, note, id),
    is_received: false,
  }
  await insertChanges(ctx.db, [row], ctx.now).catch(onConstraint('staff_change_open', '您已提交过申请，请等待审核'))
  await publish(ctx, 'staff.change-asked', { id: row.id })
  const { path, title } = staffApi.join
  await recordOperation(ctx, { route: path, title, objectIds: [row.id, org.id] })
  return { id: row.id, orgName: org.name }
}
