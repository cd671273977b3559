import { found, idCardSex, invalid, Refusal, Ret, scopeOf, type Ctx } from '#packages/core'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { recordIdentityChange, recordOperation, type IdentityChange } from '#kernel/audit/server'
import {
  findNumberOwner,
  changePhoneOfAccount,
  dropPhoneOfAccount,
  editPerson,
  findByIdCard,
  holdPeople,
  numberRegistered,
  openNumbers,
  phoneRegistered,
  refuseSharedAccount,
  refuseTakenPhone,
} from '#kernel/identity/server'
import { holdTree } from '#kernel/org/server'
import { staffApi, type UserForm } from '../../contract.ts'
import { requireOffered } from '../constants.ts'
import { differencesOf, yes, type Difference, type Opened } from '../differences.ts'
import { markPlacesChanged, storeFile } from '../file-queries.ts'
import { guardOwn } from '../guards.ts'
import { keepHidden } from '../hidden.ts'
import { updatePlace } from '../place-queries.ts'
import { openCard, openFacts, sealCard, sealFacts } from '../private-facts.ts'
import { findNode, findUser } from '../user-queries.ts'
import { alreadyThere, refuseOwnExemption } from './adding.ts'
import { keepingCounts } from './counting.ts'
import { keepHistory } from './history.ts'
import { fieldsIn, momentOf } from './presenting.ts'
import { isInCharge, isStaffInScope, keptByHome, requireInCharge } from './reach.ts'

/**
 * Changes what is known of somebody. A phone number is also a name at the door: the directory is told first, and told
 * back if the district refuses what we wrote.
 */
export async function editUser(ctx: OwnCtx, form: UserForm) {
  const { accountId, phone, newPhone } = await inOwnDistrict(ctx, (own) => look(own, form), { readOnly: true })
  const door = accountId !== null && newPhone !== undefined ? accountId : undefined
  const lead = (number: string) =>
    number ? changePhoneOfAccount(ctx.cells, door!, number) : dropPhoneOfAccount(ctx.cells, door!)
  if (door) await refuseSharedAccount(ctx.cells, door)
  // The account may be of another district, about which nothing may be told.
  if (door)
    await lead(newPhone!).catch((error: unknown) => {
      throw error instanceof Refusal ? phoneRegistered() : error
    })
  try {
    await inOwnDistrict(ctx, (own) => write(own, form, ctx.client.address))
  } catch (refusal) {
    if (door) await lead(phone)
    throw refusal
  }
  return { id: form.id }
}

/** Whether it may be done, before anything is. */
async function look(ctx: Ctx, form: UserForm) {
  const { opened, differences } = await compare(ctx, form)
  const isNew = differences.some(({ field }) => field === 'mobile')
  const { accountId } = opened.row
  return { accountId, phone: opened.phone, newPhone: isNew ? form.mobile : undefined }
}

async function compare(ctx: Ctx, sent: UserForm) {
  const scope = scopeOf(ctx, 'user.edit')
  const row = found(await findUser(ctx.db, scope, sent.id, momentOf(ctx)), '人员')
  if (row.version !== sent.version) throw changedByOthers()
  const fields = await fieldsIn(ctx)
  // The school confirms a claimed number by entering it.
  const isConfirmed = row.idCardIsClaim && sent.idCard !== undefined
  const opened: Opened = {
    row,
    ...openNumbers(fields, isConfirmed ? { ...row, idCard: null } : row),
    icCard: openCard(fields, row.icCard),
    facts: openFacts(fields, row.personId, row.private),
  }
  const form = keepHidden(ctx, sent, opened)
  const differences = differencesOf(opened, form, await departmentName(ctx, opened, form))
  await requireAllowed(ctx, opened, form, differences)
  return { form, opened, differences }
}

const changedByOthers = () => new Refusal('该人员信息已被他人修改，请刷新', Ret.changedByOthers)

async function departmentName(ctx: Ctx, { row }: Opened, { departmentId }: UserForm) {
  if (departmentId === null) return ''
  if (departmentId === row.departmentId) return row.departmentName
  const node = found(await findNode(ctx.db, scopeOf(ctx, 'user.edit'), departmentId), '组织')
  if (!node.isDepartment || node.unitId !== row.orgId)
    throw invalid([{ field: 'departmentId', msg: '部门不属于该单位' }])
  return node.name
}

async function requireAllowed(ctx: Ctx, opened: Opened, form: UserForm, differences: readonly Difference[]) {
  const { row, idCard } = opened
  const changes = (field: Difference['field']) => differences.some((one) => one.field === field)
  await requireOffered(ctx, row.orgId, form, row)
  if (differences.some(({ of }) => of === 'person')) await requireInCharge(ctx, 'user.edit', row.personId)
  const replaced = differences.filter(({ of, before }) => of === 'file' && before !== '')
  if (replaced.length > 0 && !(await isInCharge(ctx, 'user.edit', row.personId)))
    throw invalid(replaced.map(({ field }) => ({ field, msg: keptByHome })))
  // A phone number opens the account by a code: whoever may give it away could also have reset the password.
  if (changes('mobile') && row.accountId) await requireInCharge(ctx, 'user.reset', row.personId)
  if (changes('noSecondStep')) refuseOwnExemption(ctx, row.personId, form.noSecondStep)
  const number = form.idCard ?? idCard
  if (form.sex && number && idCardSex(number) !== form.sex)
    throw invalid([{ field: 'sex', msg: '性别与身份证号性别不符' }])
  if (changes('idCard') && form.idCard) await refuseTakenCard(ctx, row.personId, form.idCard, idCard !== '')
  if (changes('mobile') && form.mobile)
    await refuseTakenPhone(ctx, {
      phone: form.mobile,
      personId: row.personId,
      isReplacement: opened.phone !== '',
      isInScope: (personId) => isStaffInScope(ctx, personId),
    })
}

async function refuseTakenCard(ctx: Ctx, personId: string, idCard: string, isReplacement: boolean) {
  const owner = await findNumberOwner(ctx, {
    number: idCard,
    isReplacement,
    find: () => findByIdCard({ db: ctx.db, districtId: ctx.actor.districtId }, idCard),
    isInScope: async ({ id }) => id === personId || isStaffInScope(ctx, id),
  })
  if (!owner || owner.id === personId) return
  if (!owner.isInScope) throw numberRegistered()
  throw new Refusal(`该身份证号已被${owner.name}使用，如系同一人，请由区管理员合并`)
}

async function write(ctx: Ctx, sent: UserForm, address: string) {
  await holdTree(ctx)
  const before = found(await findUser(ctx.db, scopeOf(ctx, 'user.edit'), sent.id, momentOf(ctx)), '人员')
  await holdPeople(ctx, [before.personId])
  const { form, opened, differences } = await compare(ctx, sent)
  const { row } = opened
  const place = { id: row.id, personId: row.personId }
  const has = (of: Difference['of']) => differences.some((one) => one.of === of)
  if (has('person')) await writePerson(ctx, row.personId, form, differences)
  if (has('file')) await writeFile(ctx, opened, form)
  const moves = form.departmentId !== row.departmentId
  const save = async () => {
    if (!(await writePlace(ctx, form))) throw changedByOthers()
  }
  await (moves ? keepingCounts(ctx, [row.personId], save) : guardOwn(ctx, [row.personId], save))
  if (has('person') || has('file')) await markPlacesChanged(ctx.db, [row.personId])
  await keepHistory(ctx, place, differences)
  for (const kind of identityKinds(differences))
    await recordIdentityChange(ctx, kind, address, { personId: row.personId, accountId: row.accountId })
  const { path, title } = staffApi.edit
  await recordOperation(ctx, { route: path, title, objectIds: [form.id] })
}

const writePerson = (ctx: Ctx, personId: string, form: UserForm, differences: readonly Difference[]) => {
  const changes = (field: Difference['field']) => differences.some((one) => one.field === field)
  return editPerson(ctx, personId, {
    ...(changes('name') ? { name: form.name } : {}),
    ...(changes('sex') ? { sex: form.sex } : {}),
    ...(changes('idCard') ? { idCard: form.idCard! } : {}),
    ...(changes('mobile') ? { phone: form.mobile! } : {}),
  })
}

async function writeFile(ctx: Ctx, { row, facts }: Opened, form: UserForm) {
  const kept = {
    birthday: form.birthday,
    email: form.email,
    resume: form.resume,
    qq: form.qq,
    address: form.address ?? facts.address,
    otherPhone: form.otherPhone ?? facts.otherPhone,
    license: form.license ?? facts.license,
  }
  await storeFile(
    ctx.db,
    row.personId,
    {
      nation: form.nation,
      teacher_level: form.teacherLevel,
      diploma: form.diploma,
      graduate_school: form.graduateSchool,
      specialty: form.specialty,
      working_since_on: form.workedFrom || null,
      private: sealFacts(await fieldsIn(ctx), row.personId, kept),
    },
    ctx.now,
  )
}

async function writePlace(ctx: Ctx, form: UserForm) {
  const fields = await fieldsIn(ctx)
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
    ...(form.icCard === undefined ? {} : { ic_card: sealCard(fields, form.icCard) }),
  }
  return updatePlace(ctx.db, form.id, form.version, change, ctx.now).catch(alreadyThere)
}

/** What belongs into the log of identities, beside the history of the fields. */
export function identityKinds(differences: readonly Difference[]): IdentityChange[] {
  return differences.flatMap(({ field, before, after }): IdentityChange[] => {
    if (field === 'name') return ['name-changed']
    if (field === 'mobile') return ['phone-changed']
    if (field === 'idCard') return [before ? 'id-card-changed' : 'id-card-kept']
    if (field === 'noSecondStep') return [after === yes(true) ? 'second-step-spared' : 'second-step-asked']
    return []
  })
}
