import type { CreateOf } from '#packages/contract'
import { emptyScope, newId, unionScopes, type Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { defineJob } from '#packages/jobs'
import { leaveType } from '../contract.ts'
import { insertTypes, listTypesOf, moveTypeToEnd, type LeaveTypeRow, type NewLeaveType } from './type-queries.ts'

const types = crud(leaveType, 'leave_type', {
  readScope: ({ actor }) =>
    unionScopes([{ ...emptyScope, orgIds: [actor.orgId] }, actor.permissions.get('leave.type') ?? emptyScope]),
  fields: { origin: { load: (_, rows) => rows.map(({ orgId }) => (orgId === null ? 'district' : 'school')) } },
})

/** The types of leave of the district and of the schools. */
export const leaveTypes = {
  ...types,
  async create(ctx: Ctx, form: CreateOf<typeof leaveType>) {
    const created = await types.create(ctx, form)
    await moveTypeToEnd(ctx.db, created.id)
    return created
  },
}

/**
 * The types that staff of an organisation may ask for. A type of the school replaces the district's of the same name,
 * so a school switches one of the district off with a disabled type of its own.
 */
export async function listTypesAt({ db }: Pick<Ctx, 'db'>, orgId: string): Promise<LeaveTypeRow[]> {
  const all = await listTypesOf(db, orgId)
  const own = new Set(all.filter((type) => type.orgId !== null).map(({ name }) => name))
  return all.filter(({ orgId: of, name, isDisabled }) => !isDisabled && (of !== null || !own.has(name)))
}

const usual: Omit<NewLeaveType, 'name' | 'kind'> = {
  unit: 'half-day',
  minUnit: null,
  includesHolidays: false,
  isPaid: true,
  proofAfterDays: null,
  maxDaysPerYear: null,
  maxConsecutive: null,
  sexLimit: null,
  needsBalance: false,
  countsInAttendance: true,
}
/** By the rules of the state; a district corrects them by those of its province. */
const standardTypes: readonly NewLeaveType[] = [
  { ...usual, name: '事假', kind: 'personal', isPaid: false },
  { ...usual, name: '病假', kind: 'sick', proofAfterDays: 2 },
  { ...usual, name: '年休假', kind: 'annual', needsBalance: true, countsInAttendance: false },
  { ...usual, name: '婚假', kind: 'marriage', proofAfterDays: 0 },
  { ...usual, name: '产假', kind: 'maternity', includesHolidays: true, proofAfterDays: 0, sexLimit: '女' },
  { ...usual, name: '陪产假', kind: 'paternity', includesHolidays: true, maxDaysPerYear: 1500, sexLimit: '男' },
  { ...usual, name: '育儿假', kind: 'parental', maxDaysPerYear: 1000 },
  { ...usual, name: '丧假', kind: 'bereavement', maxConsecutive: 300 },
  { ...usual, name: '探亲假', kind: 'family-visit', includesHolidays: true, maxDaysPerYear: 3000 },
  { ...usual, name: '工伤假', kind: 'injury', includesHolidays: true, proofAfterDays: 0, maxConsecutive: 36_500 },
  { ...usual, name: '公假', kind: 'official', countsInAttendance: false },
  { ...usual, name: '调休', kind: 'time-off', needsBalance: true, countsInAttendance: false },
  { ...usual, name: '哺乳假', kind: 'nursing', unit: 'hour', minUnit: 50, sexLimit: '女', countsInAttendance: false },
  { ...usual, name: '其他', kind: 'other', isPaid: false },
]

/** Gives a district that has no types of its own the standard ones. */
export const ensureStandardTypes = ({ db, now }: Pick<Ctx, 'db' | 'now'>) =>
  insertTypes(
    db,
    standardTypes.map((type, at) => ({ ...type, id: newId(), sort: at + 1 })),
    now,
  )

/** For districts that were there before the application. */
export const prepareTypes = defineJob({
  name: 'leave-type.prepare',
  title: '准备假期类型',
  cron: '45 2 * * *',
  handle: ensureStandardTypes,
})
