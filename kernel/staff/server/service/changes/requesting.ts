import { Refusal, emptyId, newId, type Ctx } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import { onConstraint } from '#packages/db'
import { publish } from '#packages/jobs'
import { hashesIn } from '#kernel/identity/server'
import type { NewUserForm } from '../../../contract.ts'
import { insertChanges, presentPerson, type ChangeRow } from '../../change-queries.ts'
import { placesEverywhere, type NewPlace, type PlaceRow } from '../../place-queries.ts'
import { sealCard } from '../../private-facts.ts'
import { idOf } from '../counting.ts'
import { fieldsIn, momentOf } from '../presenting.ts'
import { homesOf } from '../reach.ts'
import { placeField, reasonField } from './noting.ts'

const alreadyAsked = onConstraint('staff_change_asked', '已提交过该人员的任职申请，请等待处理')

type Facts = 'userType' | 'post' | 'number' | 'subject' | 'workerType' | 'officePhone' | 'remark' | 'icCard'
type Wanted = Pick<NewUserForm, Facts | 'name' | 'idCard' | 'orgId' | 'departmentId' | 'startsOn'>

interface Sought {
  /** Whoever has the name and the number, and where; nothing, if that is not one and the same. */
  person?: { id: string }
  places?: readonly PlaceRow[]
  /** Where in the tree the asker wants the person: it begins at the bureau. */
  path: string
}

/**
 * A school asks for a further place of somebody who is not its own. It agreed for the one that receives by asking, so
 * the change waits (0 待审核) for the one that gives: the organisation of the main place. Who works nowhere now, or
 * never did, is the district's, and so is a request that leads to nobody: the bureau decides, or turns it down. All of
 * them are one to the asker, who learns nothing that was not typed before somebody agreed. What else the form says of
 * the person is not kept: the file is the home's.
 */
export async function requestPlace(ctx: Ctx, form: Wanted, { person, places = [], path }: Sought) {
  const fields = await fieldsIn(ctx)
  const [home] = homesOf(places, momentOf(ctx).day)
  const id = newId()
  const row = {
    id,
    type: 2,
    status: 0,
    person_id: person?.id ?? null,
    applicant_id: ctx.actor.personId,
    membership_id: home?.id ?? null,
    from_org_id: home?.orgId ?? idOf(path.split('.')[0]!),
    from_department_id: home?.departmentId ?? null,
    to_org_id: form.orgId,
    to_department_id: form.departmentId,
    effective_on: form.startsOn,
    reason: fields.encrypt(reasonField, '', id),
    is_received: true,
    asked_name: form.name,
    asked_number: hashesIn(fields).idCard(form.idCard!),
    asked_place: fields.encrypt(placeField, JSON.stringify(placeIn(form)), id),
  }
  await insertChanges(ctx.db, [row], ctx.now).catch(alreadyAsked)
  await publish(ctx, 'staff.change-asked', { id: row.id })
  return { id: emptyId, changeId: row.id }
}

/** Not whether the second step is spared: that is for whoever knows the person by then. */
const placeIn = ({
  userType,
  post,
  number,
  subject,
  workerType,
  officePhone,
  remark,
  icCard = '',
}: Pick<NewUserForm, Facts>) => ({
  userType,
  post,
  number,
  subject,
  workerType,
  officePhone,
  remark,
  icCard,
})
type AskedPlace = ReturnType<typeof placeIn>

const openPlace = (fields: FieldCipher, id: string, sealed: Buffer) =>
  JSON.parse(fields.decrypt(placeField, sealed, id)) as AskedPlace

/** What somebody is to be in the place that was asked for; empty for every other change. */
export const postAsked = (fields: FieldCipher, { id, askedPlace }: ChangeRow) =>
  askedPlace ? openPlace(fields, id, askedPlace).post : ''

/** The same as it is written when everybody has agreed. */
export function placeAsked(
  fields: FieldCipher,
  id: string,
  sealed: Buffer,
): Partial<NewPlace> & Pick<NewPlace, 'userType' | 'post'> {
  const { icCard, ...place } = openPlace(fields, id, sealed)
  return { ...place, icCard: sealCard(fields, icCard) }
}

/** Between asking and agreeing somebody may have got another main place: it is for that one to agree. */
export async function requireHome(ctx: Ctx, { personId, membershipId }: ChangeRow) {
  if (personId === null) throw new Refusal('没有姓名和身份证号都相符的人员，只能拒绝')
  const { id } = await presentPerson(ctx.db, personId)
  const editing = ctx.actor.permissions.get('user.edit') ?? null
  const homes = homesOf(await placesEverywhere(ctx.db, id, editing), momentOf(ctx).day)
  const isOurs = homes.length > 0 ? homes.every(({ mayEdit }) => mayEdit) : membershipId === null
  if (!isOurs) throw new Refusal('该人员的主要任职单位已变更，请拒绝，由申请单位重新申请')
}
