import { found, idCardBirthday, idCardSex, invalid, newId, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { recordIdentityChange } from '#kernel/audit/server'
import {
  findNumberOwner,
  createPerson,
  findByIdCard,
  refuseTakenPhone,
  withdrawInvitations,
} from '#kernel/identity/server'
import { holdTree } from '#kernel/org/server'
import { joinQuestions, type NewUserForm } from '../../contract.ts'
import { requireOffered } from '../constants.ts'
import { storeFile } from '../file-queries.ts'
import { giveRoles, roleChoices } from '../guards.ts'
import { insertPlace, placesEverywhere, type PlaceRow } from '../place-queries.ts'
import { sealCard, sealFacts } from '../private-facts.ts'
import { findNode } from '../user-queries.ts'
import { requestPlace } from './changes/requesting.ts'
import { keepingCounts } from './counting.ts'
import { fieldsIn, momentOf } from './presenting.ts'
import { isNear, isOpenOn, isStaffInScope, reachesAll } from './reach.ts'

export const alreadyThere = onConstraint('membership_no_overlap', '该人员在此单位或部门已有任职，任职时间不能重叠')

/** Where somebody is to be: within reach, and the department is one of that organisation. */
export async function destination(ctx: Ctx, orgId: string, departmentId: string | null) {
  const scope = scopeOf(ctx, 'user.edit')
  const node = found(await findNode(ctx.db, scope, departmentId ?? orgId), '组织')
  if (departmentId === null && node.isDepartment) throw invalid([{ field: 'orgId', msg: '请选择单位' }])
  if (departmentId !== null && (!node.isDepartment || node.unitId !== orgId))
    throw invalid([{ field: 'departmentId', msg: '部门不属于该单位' }])
  return node
}

/**
 * A new colleague; somebody whom the district knows already by the ID number gets a further place instead, and somebody
 * who works elsewhere only when that one has agreed. `id` is the empty one until then, and `changeId` the request.
 */
export async function addUser(ctx: Ctx, form: NewUserForm) {
  const { departmentId, orgId } = form
  // Before looking: an import that is going on gives numbers away, and an organisation may just be deleted.
  await holdTree(ctx)
  const { path } = await destination(ctx, orgId, departmentId)
  await requireOffered(ctx, orgId, form)
  if (form.roleIds?.length && form.startsOn > momentOf(ctx).day)
    throw invalid([{ field: 'roleIds', msg: '到岗后才能分配角色' }])
  const scope = scopeOf(ctx, 'user.edit')
  const known = form.idCard ? await findKnown(ctx, form.idCard) : undefined
  const places = known ? await placesEverywhere(ctx.db, known.id, scope) : []
  if (form.idCard && !reachesAll(scope) && !isNear(places, momentOf(ctx).day)) {
    // Before the name is looked at, and also if nobody has the number: a request looks the same whomever it leads to.
    const isOne = known?.name === form.name
    if (form.joinExisting) return requestPlace(ctx, form, { path, ...(isOne && { person: known, places }) })
    if (known) throw new Refusal(`该身份证号已在其他单位登记，${joinQuestions.far}`)
  }
  if (known) refuseOwnExemption(ctx, known.id, form.noSecondStep)
  const hasMain = known ? welcomeBack(ctx, known, places, form) : false
  const personId = known?.id ?? (await newPerson(ctx, form))
  if (known) await withdrawInvitations(ctx, personId)
  const fields = await fieldsIn(ctx)
  const id = newId()
  await keepingCounts(ctx, [personId], () =>
    insertPlace(
      ctx.db,
      {
        id,
        personId,
        orgId,
        departmentId,
        userType: form.userType,
        post: form.post,
        isMain: !hasMain,
        beginsOn: form.startsOn,
        number: form.number,
        subject: form.subject,
        workerType: form.workerType,
        officePhone: form.officePhone,
        remark: form.remark,
        noSecondStep: form.noSecondStep,
        flag: form.flag ?? 0,
        sort: form.sort ?? 0,
        icCard: sealCard(fields, form.icCard ?? ''),
      },
      ctx.now,
    ).catch(alreadyThere),
  )
  const subject = { personId, accountId: known?.accountId ?? null }
  await recordIdentityChange(ctx, 'place-added', '', subject)
  if (form.noSecondStep) await recordIdentityChange(ctx, 'second-step-spared', '', subject)
  await giveRoles(ctx, id, form.roleIds ?? [])
  return { id, changeId: null }
}

/** What somebody new at this place may be given, by a caller who may add people there. */
export async function listRoleChoices(ctx: Ctx, place: { orgId: string; departmentId: string | null }) {
  await destination(ctx, place.orgId, place.departmentId)
  return roleChoices(ctx, place)
}

/** The person with this ID number; the lookup is counted. */
const findKnown = (ctx: Ctx, idCard: string) =>
  findNumberOwner(ctx, {
    number: idCard,
    find: () => findByIdCard({ db: ctx.db, districtId: ctx.actor.districtId }, idCard),
    isInScope: ({ id }) => isStaffInScope(ctx, id),
  })

/** Whoever is spared the second step is spared it by somebody else. */
export function refuseOwnExemption(ctx: Ctx, personId: string, noSecondStep: boolean) {
  if (noSecondStep && personId === ctx.actor.personId)
    throw invalid([{ field: 'noSecondStep', msg: '不能免除自己的二次验证，请由其他管理员设置' }])
}

/** Asks whether it is to be a further place, unless that was said; the name must be the same. Whether there is a main one. */
function welcomeBack(ctx: Ctx, known: { name: string }, places: readonly PlaceRow[], form: NewUserForm): boolean {
  const open = places.filter(isOpenOn(momentOf(ctx).day))
  const here = open.find(({ mayEdit }) => mayEdit)
  if (here && !form.joinExisting) throw new Refusal(`该人员已在${here.orgName}，${joinQuestions.near}`)
  if (known.name !== form.name) throw new Refusal('该身份证号已登记，姓名与登记的不一致，请核对')
  return open.some(({ isMain }) => isMain)
}

async function newPerson(ctx: Ctx, form: NewUserForm) {
  const { idCard = '', mobile = '' } = form
  if (mobile)
    await refuseTakenPhone(ctx, {
      phone: mobile,
      personId: null,
      isInScope: (personId) => isStaffInScope(ctx, personId),
    })
  const sex = form.sex || (idCard ? idCardSex(idCard) : '')
  const personId = await createPerson(ctx, {
    name: form.name,
    ...(sex ? { sex } : {}),
    ...(idCard ? { idCard } : {}),
    ...(mobile ? { phone: mobile } : {}),
  }).catch(onConstraint('person_id_card', '该身份证号刚刚被他人登记，请重试'))
  const { birthday, email, resume, qq, address = '', otherPhone = '', license = '' } = form
  const facts = { birthday: birthday || (idCard ? idCardBirthday(idCard) : ''), email, resume, qq }
  await storeFile(
    ctx.db,
    personId,
    {
      nation: form.nation,
      teacher_level: form.teacherLevel,
      diploma: form.diploma,
      graduate_school: form.graduateSchool,
      specialty: form.specialty,
      working_since_on: form.workedFrom || null,
      private: sealFacts(await fieldsIn(ctx), personId, { ...facts, address, otherPhone, license }),
    },
    ctx.now,
  )
  return personId
}
