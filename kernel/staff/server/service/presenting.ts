import { dayOf, type Ctx } from '#packages/core'
import { fieldsOf, type FieldCipher } from '#packages/crypto'
import { openNumbers } from '#kernel/identity/server'
import type { AccountState, PlaceStatus, User } from '../../contract.ts'
import { conceal } from '../hidden.ts'
import { masked, openCard, openFacts } from '../private-facts.ts'
import type { UserRow } from '../user-queries.ts'

interface Dates {
  beginsOn: string
  overOn: string | null
  isSuspended: boolean
}

/** How a place stands on a day. */
export function statusOf({ beginsOn, overOn, isSuspended }: Dates, day: string): PlaceStatus {
  if (overOn !== null && overOn <= day) return 'left'
  if (isSuspended) return 'suspended'
  return beginsOn > day ? 'planned' : 'active'
}

const dayMs = 24 * 3600_000
/** The day so many days later. A date has no time zone, so neither has this. */
export const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The last day of a place; nothing while it is open. */
export const lastDayOf = (overOn: string | null) => (overOn === null ? null : daysAfter(overOn, -1))

const accountOf = ({ accountId, invitedUntil }: UserRow): AccountState =>
  accountId ? 'active' : invitedUntil ? 'invited' : 'none'

/** Somebody as our pages and other systems are told of them: what is sensitive is masked, whoever asks. */
export const presentUser = (ctx: Pick<Ctx, 'actor'>, fields: FieldCipher, row: UserRow, day: string): User =>
  conceal(ctx, maskedUser(fields, row, day))

function maskedUser(fields: FieldCipher, row: UserRow, day: string): User {
  const { phone, idCard } = openNumbers(fields, row)
  const facts = openFacts(fields, row.personId, row.private)
  const mobile = masked('mobile', phone)
  const status = statusOf(row, day)
  return {
    id: row.id,
    orgId: row.orgId,
    departmentId: row.departmentId,
    sex: row.sex ?? '',
    loginName: row.loginName,
    name: row.name,
    registeredOn: dayOf(row.createdAt),
    idCard: masked('idCard', idCard),
    mobile,
    phone: mobile,
    birthday: facts.birthday,
    email: facts.email,
    resume: facts.resume,
    qq: facts.qq,
    address: masked('address', facts.address),
    otherPhone: masked('otherPhone', facts.otherPhone),
    license: masked('license', facts.license),
    icCard: masked('icCard', openCard(fields, row.icCard)),
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
    account: accountOf(row),
    isBound: row.isBound,
    startsOn: row.beginsOn,
    endsOn: lastDayOf(row.overOn),
  }
}

export const fieldsIn = (ctx: Ctx) => fieldsOf(ctx.db, ctx.actor.districtId)
export const momentOf = ({ now }: Pick<Ctx, 'now'>) => ({ day: dayOf(now), now })
