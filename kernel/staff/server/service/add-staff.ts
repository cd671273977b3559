import { orNotFound, idCardBirthday, idCardSex, invalid, newId, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import { recordIdentityChange } from '#kernel/audit/server/api.ts'
import {
  findNumberOwner,
  createPerson,
  findPersonByIdCard,
  refuseTakenPhone,
  withdrawInvitations,
} from '#kernel/identity/server/api.ts'
import { lockTree } from '#kernel/org/server/api.ts'
import { joinQuestions, type NewUserForm } from '../../contract.ts'
import { requireOfferedConstants } from '../constants.ts'
import { upsertStaffFile } from '../staff-file-queries.ts'
import { assignRoles, listAssignableRoles } from '../membership-guards.ts'
import { insertMembership, listAllMemberships, membershipOverlap, type MembershipRow } from '../membership-queries.ts'
import { encryptCard, encryptFacts } from '../private-facts.ts'
import { findOrgNode } from '../user-queries.ts'
import { requestMembership } from './changes/request-membership.ts'
import { changeWithCounts } from './member-counts.ts'
import { getFieldCipher, getMoment } from './staff-presentation.ts'
import { isInCallersScope, isOpenOn, isStaffInScope, coversWholeDistrict } from './staff-scope.ts'

/** The organisation must be in scope, and the department must belong to it. */
export async function requireDestination(ctx: Ctx, orgId: string, departmentId: string | null) {
  const scope = scopeOf(ctx, 'user.edit')
  const node = orNotFound(await findOrgNode(ctx.db, scope, departmentId ?? orgId), '组织')
  if (departmentId === null && node.isDepartment) throw invalid([{ field: 'orgId', msg: '请选择单位' }])
  if (departmentId !== null && (!node.isDepartment || node.unitId !== orgId))
    throw invalid([{ field: 'departmentId', msg: '部门不属于该单位' }])
  return node
}

/**
 * Adds a staff member. A person known by the ID number gets a further membership instead; a person employed elsewhere
 * needs that employer's approval: then `id` is the empty id and `changeId` the request.
 */
export async function addUser(ctx: Ctx, form: NewUserForm) {
  const { departmentId, orgId } = form
  // Locks before the lookup, because a concurrent import may assign numbers and an organisation may be deleted.
  await lockTree(ctx)
  const { path } = await requireDestination(ctx, orgId, departmentId)
  await requireOfferedConstants(ctx, orgId, form)
  if (form.roleIds?.length && form.startsOn > getMoment(ctx).day)
    throw invalid([{ field: 'roleIds', msg: '到岗后才能分配角色' }])
  const scope = scopeOf(ctx, 'user.edit')
  const known = form.idCard ? await findRegisteredPerson(ctx, form.idCard) : undefined
  const memberships = known ? await listAllMemberships(ctx.db, known.id, scope) : []
  if (form.idCard && !coversWholeDistrict(scope) && !isInCallersScope(memberships, getMoment(ctx).day)) {
    // Before the name check and also for an unknown number, so that all requests look the same.
    const isOne = known?.name === form.name
    if (form.joinExisting) return requestMembership(ctx, form, { path, ...(isOne && { person: known, memberships }) })
    if (known) throw new Refusal(`该身份证号已在其他单位登记，${joinQuestions.far}`)
  }
  if (known) refuseOwnExemption(ctx, known.id, form.noSecondStep)
  const hasMain = known ? confirmRejoin(ctx, known, memberships, form) : false
  const personId = known?.id ?? (await createNewPerson(ctx, form))
  if (known) await withdrawInvitations(ctx, personId)
  const fields = await getFieldCipher(ctx)
  const id = newId()
  await changeWithCounts(ctx, [personId], () =>
    insertMembership(
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
        icCard: encryptCard(fields, form.icCard ?? ''),
      },
      ctx.now,
    ).catch(membershipOverlap),
  )
  const subject = { personId, accountId: known?.accountId ?? null }
  await recordIdentityChange(ctx, 'place-added', subject)
  if (form.noSecondStep) await recordIdentityChange(ctx, 'second-step-exempted', subject)
  await assignRoles(ctx, id, form.roleIds ?? [])
  return { id, changeId: null }
}

/** The roles that may be assigned to a new member of the unit, for callers who may add people there. */
export async function listRoleChoices(ctx: Ctx, membership: { orgId: string; departmentId: string | null }) {
  await requireDestination(ctx, membership.orgId, membership.departmentId)
  return listAssignableRoles(ctx, membership)
}

/** The person with this ID number; the lookup is rate limited. */
const findRegisteredPerson = (ctx: Ctx, idCard: string) =>
  findNumberOwner(ctx, {
    number: idCard,
    find: () => findPersonByIdCard({ db: ctx.db, districtId: ctx.actor.districtId }, idCard),
    isInScope: ({ id }) => isStaffInScope(ctx, id),
  })

/** Nobody can exempt themselves from the second sign-in step. */
export function refuseOwnExemption(ctx: Ctx, personId: string, noSecondStep: boolean) {
  if (noSecondStep && personId === ctx.actor.personId)
    throw invalid([{ field: 'noSecondStep', msg: '不能免除自己的二次验证，请由其他管理员设置' }])
}

/**
 * Asks for confirmation of a further membership, unless given; the name must match. Returns whether a main membership
 * exists.
 */
function confirmRejoin(
  ctx: Ctx,
  known: { name: string },
  memberships: readonly MembershipRow[],
  form: NewUserForm,
): boolean {
  const open = memberships.filter(isOpenOn(getMoment(ctx).day))
  const here = open.find(({ mayEdit }) => mayEdit)
  if (here && !form.joinExisting) throw new Refusal(`该人员已在${here.orgName}，${joinQuestions.near}`)
  if (known.name !== form.name) throw new Refusal('该身份证号已登记，姓名与登记的不一致，请核对')
  return open.some(({ isMain }) => isMain)
}

async function createNewPerson(ctx: Ctx, form: NewUserForm) {
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
  await upsertStaffFile(
    ctx.db,
    personId,
    {
      nation: form.nation,
      teacher_level: form.teacherLevel,
      diploma: form.diploma,
      graduate_school: form.graduateSchool,
      specialty: form.specialty,
      working_since_on: form.workedFrom || null,
      private: encryptFacts(await getFieldCipher(ctx), personId, { ...facts, address, otherPhone, license }),
    },
    ctx.now,
  )
  return personId
}
