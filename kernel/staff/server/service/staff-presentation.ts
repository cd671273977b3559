import { addDays, type Ctx, dayOf } from '#packages/core'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import { decryptNumbers } from '#kernel/identity/server/api.ts'
import type { AccountState, MembershipStatus, User } from '../../contract.ts'
import { maskHiddenFields } from '../hidden-fields.ts'
import { maskField, decryptCard, decryptFacts } from '../private-facts.ts'
import type { UserRow } from '../user-queries.ts'

interface MembershipDates {
  beginsOn: string
  overOn: string | null
  isSuspended: boolean
}

/** The status of a membership on a day. */
export function getMembershipStatus({ beginsOn, overOn, isSuspended }: MembershipDates, day: string): MembershipStatus {
  if (overOn !== null && overOn <= day) return 'left'
  if (isSuspended) return 'suspended'
  return beginsOn > day ? 'planned' : 'active'
}

/** The last day of a membership; null without an end. */
export const getLastDay = (overOn: string | null) => (overOn === null ? null : addDays(overOn, -1))

const getAccountState = ({ accountId, invitedUntil }: UserRow): AccountState =>
  accountId ? 'active' : invitedUntil ? 'invited' : 'none'

/** The User record for pages and other systems; sensitive fields are masked for every caller. */
export const presentUser = (ctx: Pick<Ctx, 'actor'>, fields: FieldCipher, row: UserRow, day: string): User =>
  maskHiddenFields(ctx, toMaskedUser(fields, row, day))

function toMaskedUser(fields: FieldCipher, row: UserRow, day: string): User {
  const { phone, idCard } = decryptNumbers(fields, row)
  const facts = decryptFacts(fields, row.personId, row.private)
  const mobile = maskField('mobile', phone)
  const status = getMembershipStatus(row, day)
  return {
    id: row.id,
    orgId: row.orgId,
    departmentId: row.departmentId,
    sex: row.sex ?? '',
    loginName: row.loginName,
    name: row.name,
    registeredOn: dayOf(row.createdAt),
    idCard: maskField('idCard', idCard),
    mobile,
    phone: mobile,
    birthday: facts.birthday,
    email: facts.email,
    resume: facts.resume,
    qq: facts.qq,
    address: maskField('address', facts.address),
    otherPhone: maskField('otherPhone', facts.otherPhone),
    license: maskField('license', facts.license),
    icCard: maskField('icCard', decryptCard(fields, row.icCard)),
    nation: row.nation ?? '',
    teacherLevel: row.teacherLevel ?? '',
    diploma: row.diploma ?? '',
    graduateSchool: row.graduateSchool ?? '',
    specialty: row.specialty ?? '',
    workedFrom: row.workedFrom ?? '',
    post: row.post,
    officePhone: row.officePhone,
    flag: row.flag,
    remark: row.remark,
    secondLoginName: '',
    number: row.number,
    subject: row.subject,
    sort: row.sort,
    workerType: row.workerType,
    accountId: row.accountId,
    noSecondStep: row.noSecondStep,
    version: row.version,
    isDeleted: status === 'left',
    updatedAt: row.changedAt.toISOString(),
    orgName: row.orgName,
    departmentName: row.departmentName,
    departmentAbove: row.departmentAbove,
    userType: row.userType,
    status,
    invitedUntil: row.invitedUntil?.toISOString() ?? null,
    isMain: row.isMain,
    account: getAccountState(row),
    isBound: row.isBound,
    startsOn: row.beginsOn,
    endsOn: getLastDay(row.overOn),
  }
}

export const getFieldCipher = (ctx: Ctx) => loadFieldCipher(ctx.db, ctx.actor.districtId)
export const getMoment = ({ now }: Pick<Ctx, 'now'>) => ({ day: dayOf(now), now })
