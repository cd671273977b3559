import { orNotFound, newId, Refusal, type Ctx } from '#packages/core'
import type { BodyOf } from '#packages/contract'
import { loadFieldCipher } from '#packages/crypto'
import { maskPhone } from '#kernel/identity/server/api.ts'
import type { Linkman, Relation, studentApi } from '../../../contract.ts'
import {
  insertGuardianLink,
  listGuardianLinks,
  updateGuardianLink,
  type GuardianLinkRow,
} from '../../guardian-queries.ts'
import { decryptGuardianPhone, encryptGuardianPhone } from '../../encrypted-fields.ts'
import { requireChild, requireCurrentChild } from './family-children.ts'

const maxLinkmen = 10

/** Hides people who may not see the child, and open bind requests. */
const isShown = ({ status, maySee }: GuardianLinkRow) => maySee && (status === 'listed' || status === 'active')

export async function listLinkmen(ctx: Ctx, studentId: string): Promise<Linkman[]> {
  const child = await requireChild(ctx, studentId)
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const rows = (await listGuardianLinks(ctx.db, child.id)).filter(isShown)
  return rows.map(({ id, name, relation, phone, isEmergency, status, guardianId }) => ({
    id,
    name,
    relation: relation as Relation,
    phone: maskPhone(decryptGuardianPhone(fields, id, phone)),
    isEmergency,
    isMe: guardianId === ctx.actor.userId,
    isBound: status === 'active',
  }))
}

type LinkmanForm = BodyOf<typeof studentApi.saveLinkman>

/**
 * A phone number that the school entered allows its owner to bind the child. A number that a family enters does not, so
 * changing the number here removes that right from the link.
 */
export async function saveLinkman(ctx: Ctx, { studentId, id, name, relation, phone, isEmergency }: LinkmanForm) {
  const child = await requireCurrentChild(ctx, studentId)
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const links = (await listGuardianLinks(ctx.db, child.id)).filter(isShown)
  const linkId = id ?? newId()
  const number = phone ? encryptGuardianPhone(fields, linkId, phone) : {}
  if (!id) {
    if (links.length >= maxLinkmen) throw new Refusal(`联系人最多${maxLinkmen}位`)
    if (isEmergency && !phone) throw new Refusal('紧急联系人需要填写手机号')
    const nobody = { guardian_id: null, verified_by: null, bound_at: null, status: 'listed' as const }
    const facts = { id: linkId, student_id: child.id, name, relation, is_emergency: isEmergency }
    await insertGuardianLink(
      ctx.db,
      { ...facts, ...nobody, ...encryptGuardianPhone(fields, linkId, ''), ...number },
      ctx.now,
    )
    return null
  }
  const link = orNotFound(
    links.find((one) => one.id === id),
    '联系人',
  )
  if (isEmergency && !phone && !link.phone) throw new Refusal('紧急联系人需要填写手机号')
  const isOthers = link.status === 'active' && link.guardianId !== ctx.actor.userId
  // The other parent can still bind with a number from the school, so guardians cannot change such a link.
  const isSchools = link.status === 'listed' && link.isFromSchool
  const isChanged = name !== link.name || relation !== link.relation || phone !== undefined
  if (isOthers && isChanged) throw new Refusal('该联系人已绑定，只能由本人修改')
  if (isSchools && isChanged) throw new Refusal('这是学校登记的联系人，更正请联系班主任')
  const change = { name, relation, is_emergency: isEmergency, ...number, ...(phone ? { is_from_school: false } : {}) }
  await updateGuardianLink(ctx.db, link.id, isOthers || isSchools ? { is_emergency: isEmergency } : change, ctx.now)
  return null
}
