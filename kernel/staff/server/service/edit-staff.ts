import { orNotFound, idCardSex, invalid, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { recordIdentityChange, recordOperation, type IdentityChange } from '#kernel/audit/server/api.ts'
import {
  findNumberOwner,
  changePhoneOfAccount,
  removePhoneOfAccount,
  updatePersonDetails,
  findPersonByIdCard,
  lockPeople,
  numberRegisteredRefusal,
  decryptNumbers,
  phoneRegisteredRefusal,
  refuseSharedAccount,
  refuseTakenPhone,
} from '#kernel/identity/server/api.ts'
import { notifyByAdministrator, notifyOfNewPhone } from '#kernel/message/server/api.ts'
import { lockTree } from '#kernel/org/server/api.ts'
import { staffApi, type UserForm } from '../../contract.ts'
import { requireOfferedConstants } from '../constants.ts'
import { listStaffDifferences, formatYesNo, type StaffDifference, type DecryptedStaff } from '../staff-differences.ts'
import { markMembershipsChanged, upsertStaffFile } from '../staff-file-queries.ts'
import { guardOwnGain } from '../membership-guards.ts'
import { keepHiddenFields } from '../hidden-fields.ts'
import { toLoggedChange } from '../logged-objects.ts'
import { membershipOverlap, updateMembership } from '../membership-queries.ts'
import { decryptCard, decryptFacts, encryptCard, encryptFacts } from '../private-facts.ts'
import { findOrgNode, findUser } from '../user-queries.ts'
import { refuseOwnExemption } from './add-staff.ts'
import { changeWithCounts } from './member-counts.ts'
import { recordFieldHistory } from './field-history.ts'
import { getFieldCipher, getMoment } from './staff-presentation.ts'
import { isInCharge, isStaffInScope, keptByMainEmployer, requireInCharge } from './staff-scope.ts'

/**
 * Edits a staff member. A phone number is also a sign-in name: the directory database is updated first, and restored if
 * the district transaction fails.
 */
export async function editUser(ctx: RequestCtx, form: UserForm) {
  const { accountId, phone, newPhone, replaced } = await inOwnDistrict(ctx, (own) => checkEdit(own, form), {
    readOnly: true,
  })
  const signInAccountId = accountId !== null && newPhone !== undefined ? accountId : undefined
  const setSignInPhone = (number: string) =>
    number
      ? changePhoneOfAccount(ctx.cells, signInAccountId!, number)
      : removePhoneOfAccount(ctx.cells, signInAccountId!)
  if (signInAccountId) await refuseSharedAccount(ctx.cells, signInAccountId)
  // The account may belong to another district, about which nothing may be revealed.
  if (signInAccountId)
    await setSignInPhone(newPhone!).catch((error: unknown) => {
      throw error instanceof Refusal ? phoneRegisteredRefusal() : error
    })
  try {
    await inOwnDistrict(ctx, (own) => writeEdit(own, form))
  } catch (refusal) {
    if (signInAccountId) await setSignInPhone(phone)
    throw refusal
  }
  // Also without an account: whoever is asked for a code later has this number.
  if (newPhone !== undefined)
    notifyOfNewPhone(ctx, ctx.actor!.districtId, { before: phone, after: newPhone, isByOthers: true })
  if (phone && replaced.length > 0)
    notifyByAdministrator(ctx, ctx.actor!.districtId, phone, `修改了您的${replaced.join('和')}`)
  return { id: form.id }
}

/** Changes of these are told to the person; a new phone has a message of its own. */
const identityTitles: Partial<Record<StaffDifference['field'], string>> = { name: '姓名', idCard: '身份证号' }

/** All checks, before anything is written. */
async function checkEdit(ctx: Ctx, form: UserForm) {
  const { opened, differences } = await compareForm(ctx, form)
  const isNew = differences.some(({ field }) => field === 'mobile')
  const { accountId } = opened.row
  // A first ID number is no change: schools enter those of all their staff.
  const replaced = differences.flatMap(({ field, before }) => (before ? (identityTitles[field] ?? []) : []))
  return { accountId, phone: opened.phone, newPhone: isNew ? form.mobile : undefined, replaced }
}

async function compareForm(ctx: Ctx, sent: UserForm) {
  const scope = scopeOf(ctx, 'user.edit')
  const row = orNotFound(await findUser(ctx.db, scope, sent.id, getMoment(ctx)), '人员')
  if (row.version !== sent.version) throw changedByOthers()
  const fields = await getFieldCipher(ctx)
  // Entering a claimed ID number confirms it.
  const isConfirmed = row.idCardIsClaim && sent.idCard !== undefined
  const opened: DecryptedStaff = {
    row,
    ...decryptNumbers(fields, isConfirmed ? { ...row, idCard: null } : row),
    icCard: decryptCard(fields, row.icCard),
    facts: decryptFacts(fields, row.personId, row.private),
  }
  const form = keepHiddenFields(ctx, sent, opened)
  const differences = listStaffDifferences(opened, form, await getDepartmentName(ctx, opened, form))
  await requireEditAllowed(ctx, opened, form, differences)
  return { form, opened, differences }
}

const changedByOthers = () => new Refusal('该人员信息已被他人修改，请刷新', Ret.changedByOthers)

async function getDepartmentName(ctx: Ctx, { row }: DecryptedStaff, { departmentId }: UserForm) {
  if (departmentId === null) return ''
  if (departmentId === row.departmentId) return row.departmentName
  const node = orNotFound(await findOrgNode(ctx.db, scopeOf(ctx, 'user.edit'), departmentId), '组织')
  if (!node.isDepartment || node.unitId !== row.orgId)
    throw invalid([{ field: 'departmentId', msg: '部门不属于该单位' }])
  return node.name
}

async function requireEditAllowed(
  ctx: Ctx,
  opened: DecryptedStaff,
  form: UserForm,
  differences: readonly StaffDifference[],
) {
  const { row, idCard } = opened
  const changes = (field: StaffDifference['field']) => differences.some((one) => one.field === field)
  await requireOfferedConstants(ctx, row.orgId, form, row)
  if (differences.some(({ of }) => of === 'person')) await requireInCharge(ctx, 'user.edit', row.personId)
  const replaced = differences.filter(({ of, before }) => of === 'file' && before !== '')
  if (replaced.length > 0 && !(await isInCharge(ctx, 'user.edit', row.personId)))
    throw invalid(replaced.map(({ field }) => ({ field, msg: keptByMainEmployer })))
  // A phone number allows sign-in by SMS code, so changing it needs the same permission as a password reset.
  if (changes('mobile') && row.accountId) await requireInCharge(ctx, 'user.reset', row.personId)
  if (changes('noSecondStep')) refuseOwnExemption(ctx, row.personId, form.noSecondStep)
  const number = form.idCard ?? idCard
  if (form.sex && number && idCardSex(number) !== form.sex)
    throw invalid([{ field: 'sex', msg: '性别与身份证号性别不符' }])
  if (changes('idCard') && form.idCard) await refuseTakenIdCard(ctx, row.personId, form.idCard, idCard !== '')
  if (changes('mobile') && form.mobile)
    await refuseTakenPhone(ctx, {
      phone: form.mobile,
      personId: row.personId,
      isReplacement: opened.phone !== '',
      isInScope: (personId) => isStaffInScope(ctx, personId),
    })
}

async function refuseTakenIdCard(ctx: Ctx, personId: string, idCard: string, isReplacement: boolean) {
  const owner = await findNumberOwner(ctx, {
    number: idCard,
    isReplacement,
    find: () => findPersonByIdCard({ db: ctx.db, districtId: ctx.actor.districtId }, idCard),
    isInScope: async ({ id }) => id === personId || isStaffInScope(ctx, id),
  })
  if (!owner || owner.id === personId) return
  if (!owner.isInScope) throw numberRegisteredRefusal()
  throw new Refusal(`该身份证号已被${owner.name}使用，如系同一人，请由区管理员合并`)
}

async function writeEdit(ctx: Ctx, sent: UserForm) {
  await lockTree(ctx)
  const before = orNotFound(await findUser(ctx.db, scopeOf(ctx, 'user.edit'), sent.id, getMoment(ctx)), '人员')
  await lockPeople(ctx, [before.personId])
  const { form, opened, differences } = await compareForm(ctx, sent)
  const { row } = opened
  const membership = { id: row.id, personId: row.personId }
  const has = (of: StaffDifference['of']) => differences.some((one) => one.of === of)
  if (has('person')) await writePerson(ctx, row.personId, form, differences)
  if (has('file')) await writeFile(ctx, opened, form)
  const moves = form.departmentId !== row.departmentId
  const save = async () => {
    if (!(await writeMembership(ctx, form))) throw changedByOthers()
  }
  await (moves ? changeWithCounts(ctx, [row.personId], save) : guardOwnGain(ctx, [row.personId], save))
  if (has('person') || has('file')) await markMembershipsChanged(ctx.db, [row.personId])
  await recordFieldHistory(ctx, membership, differences)
  const subject = { personId: row.personId, accountId: row.accountId }
  for (const { kind, ...facts } of listIdentityChanges(differences))
    await recordIdentityChange(ctx, kind, subject, { ...facts, way: '管理员修改' })
  const { path, title } = staffApi.edit
  await recordOperation(ctx, { route: path, title, objectIds: [form.id] })
}

const writePerson = (ctx: Ctx, personId: string, form: UserForm, differences: readonly StaffDifference[]) => {
  const changes = (field: StaffDifference['field']) => differences.some((one) => one.field === field)
  return updatePersonDetails(ctx, personId, {
    ...(changes('name') ? { name: form.name } : {}),
    ...(changes('sex') ? { sex: form.sex } : {}),
    ...(changes('idCard') ? { idCard: form.idCard! } : {}),
    ...(changes('mobile') ? { phone: form.mobile! } : {}),
  })
}

async function writeFile(ctx: Ctx, { row, facts }: DecryptedStaff, form: UserForm) {
  const privateFacts = {
    birthday: form.birthday,
    email: form.email,
    resume: form.resume,
    qq: form.qq,
    address: form.address ?? facts.address,
    otherPhone: form.otherPhone ?? facts.otherPhone,
    license: form.license ?? facts.license,
  }
  await upsertStaffFile(
    ctx.db,
    row.personId,
    {
      nation: form.nation,
      teacher_level: form.teacherLevel,
      diploma: form.diploma,
      graduate_school: form.graduateSchool,
      specialty: form.specialty,
      working_since_on: form.workedFrom || null,
      private: encryptFacts(await getFieldCipher(ctx), row.personId, privateFacts),
    },
    ctx.now,
  )
}

async function writeMembership(ctx: Ctx, form: UserForm) {
  const fields = await getFieldCipher(ctx)
  const change = {
    department_id: form.departmentId,
    user_type: form.userType,
    worker_type: form.workerType,
    post: form.post,
    number: form.number,
    subject: form.subject,
    office_phone: form.officePhone,
    remark: form.remark,
    no_second_step: form.noSecondStep,
    ...(form.flag === undefined ? {} : { flag: form.flag }),
    ...(form.sort === undefined ? {} : { sort: form.sort }),
    ...(form.icCard === undefined ? {} : { ic_card: encryptCard(fields, form.icCard) }),
  }
  return updateMembership(ctx.db, form.id, form.version, change, ctx.now).catch(membershipOverlap)
}

/** The changes that belong in the identity log too, with masked values. */
export function listIdentityChanges(differences: readonly StaffDifference[]) {
  return differences.flatMap((difference) => {
    const kind = findIdentityKind(difference)
    if (!kind) return []
    const { before, after } = toLoggedChange(difference)
    return [{ kind, before, after }]
  })
}

function findIdentityKind({ field, before, after }: StaffDifference): IdentityChange | undefined {
  if (field === 'name') return 'name-changed'
  if (field === 'mobile') return 'phone-changed'
  if (field === 'idCard') return before ? 'id-card-changed' : 'id-card-kept'
  if (field === 'noSecondStep') return after === formatYesNo(true) ? 'second-step-exempted' : 'second-step-required'
  return undefined
}
