import { listContributions, orNotFound, Refusal, Ret, type Ctx } from '#packages/core'
import { defineSubject, startFlow, type SubjectReader } from '#kernel/approval/server/api.ts'
import type { FlowRulesInput } from '#kernel/approval/contract.ts'
import { changeTypes } from '../../../contract.ts'
import { closeStaffChange, findStaffChange, getCurrentPerson, type StaffChangeRow } from '../../change-queries.ts'
import { requireMayLeave } from '../../membership-guards.ts'
import { listAllMemberships } from '../../membership-queries.ts'
import { notifyChangedPerson } from '../../staff-change-notifications.ts'
import { getFieldCipher, getMoment } from '../staff-presentation.ts'
import { listMainMemberships } from '../staff-scope.ts'
import { applyStaffChange } from './apply-staff-change.ts'
import { getRequestedPost } from './requested-membership.ts'
import { reasonField } from './staff-change-log.ts'
import {
  getChangeReader,
  getSystemReader,
  hideUnknownPerson,
  isDeciderHidden,
  mayDecide,
} from './staff-change-readers.ts'

export const staffChangeSubject = 'staff-change'

/** A step of the side that decides; the district decides if this side has nobody who edits staff. */
const createStep = (
  key: string,
  name: string,
  organisation: { org: string } | Record<string, never>,
): FlowRulesInput['steps'][number] => ({
  key,
  name,
  type: 'approve',
  when: { field: 'side', op: 'eq', value: key },
  approver: { kind: 'permission', with: { permission: 'user.edit', nearest: 1, ...organisation } },
  empty: 'named',
  emptyTo: { kind: 'role', with: { template: 'district-admin', in: 'district' } },
  dueHours: 24,
  allow: { transfer: true, addSign: true, return: false },
})

/**
 * Changes of staff. A request counts as the approval of the applicant's side, so one organisation decides: the releasing
 * or the receiving one. About a person whom a school requested by name decides the main employer.
 */
export const staffChangeApproval = defineSubject({
  key: staffChangeSubject,
  title: '人员变动',
  flag: 'personnel',
  fields: {
    side: {
      label: '审批方',
      type: 'text',
      options: { release: '调出单位', receive: '接收单位', employer: '主要任职单位' },
    },
    employer: { label: '主要任职单位', type: 'text' },
  },
  rules: {
    name: '人员变动',
    recall: 'any',
    steps: [
      createStep('release', '调出单位审核', {}),
      createStep('receive', '接收单位确认', {}),
      createStep('employer', '主要任职单位审核', { org: 'employer' }),
    ],
  },
  changesPeople: true,
  hidesApprovers: async (ctx, id, reader) => isDeciderHidden(await getChangeFor(ctx, id, reader)),
  describe: describeChange,
  canRead: async (ctx, id) => (await findStaffChange(ctx.db, getChangeReader(ctx), id)) !== undefined,
  onApproved: approveChange,
  onRejected: async (ctx, id) => {
    await requireDecider(ctx, id)
    await refuseChange(ctx, id, 2)
  },
  mayReturn: false,
  onReturned: async () => {},
  onRecalled: (ctx, id) => refuseChange(ctx, id, 3),
  onTerminated: (ctx, id) => refuseChange(ctx, id, 3),
})

const getChange = async (ctx: Ctx, id: string) =>
  orNotFound(await findStaffChange(ctx.db, getSystemReader(ctx), id), '人员变动')

/**
 * What the reader of the approval knows. An approver may have asked somebody in whose scope the change is not; somebody
 * who only got a copy knows of a request by name what its applicant knows.
 */
async function getChangeFor(ctx: Ctx, id: string, { isApprover, isDeputy, isAdministrator }: SubjectReader) {
  const seen = await findStaffChange(ctx.db, getChangeReader(ctx), id)
  if (seen) return seen
  const change = await getChange(ctx, id)
  return isApprover || isDeputy || isAdministrator ? change : { ...change, mayGive: false, mayKnow: false }
}

const formatUnit = (org: string, department: string) => [org, department].filter(Boolean).join(' / ')

/**
 * Asks the side that decides. A request by name belongs to the bureau, so that the applicant cannot tell from it whether
 * such a person exists and where she works.
 */
export async function startStaffChangeFlow(ctx: Ctx, id: string, bureauId?: string) {
  const change = await getChange(ctx, id)
  const isByName = change.requestedName !== null
  const side = isByName ? 'employer' : change.status === 4 ? 'receive' : 'release'
  const deciding = side === 'receive' ? change.toOrgId! : change.fromOrgId!
  const from = isByName ? '' : formatUnit(change.oldOrgName, change.oldDepartmentName)
  const way = [from, formatUnit(change.newOrgName, change.newDepartmentName)].filter(Boolean).join(' → ')
  await startFlow(ctx, {
    subject: staffChangeSubject,
    id,
    orgId: bureauId ?? deciding,
    title: `${change.requestedName ?? change.personName}${changeTypes[change.type as keyof typeof changeTypes]}`,
    brief: `${way}，${change.effectiveOn}生效`,
    values: { side, employer: deciding },
  })
}

async function describeChange(ctx: Ctx, id: string, reader: SubjectReader) {
  const change = hideUnknownPerson(await getChangeFor(ctx, id, reader))
  const fields = await getFieldCipher(ctx)
  const post = getRequestedPost(fields, change)
  const reason = fields.decrypt(reasonField, change.reason, id)
  const facts = [
    { label: '原任职', value: formatUnit(change.oldOrgName, change.oldDepartmentName) },
    { label: '新任职', value: formatUnit(change.newOrgName, change.newDepartmentName) },
    { label: '生效日期', value: change.effectiveOn },
    { label: '拟任职务', value: post },
    { label: '原因', value: reason },
    { label: '核对结果', value: isUnknown(change) ? '没有姓名和身份证号都相符的人员，只能拒绝' : '' },
  ].filter(({ value }) => value !== '')
  return { lead: [{ label: '人员', value: change.personName }, ...facts.slice(0, 3)], facts: facts.slice(3), files: [] }
}

/** For the deciding organisation: no person has the requested name and ID number. */
const isUnknown = ({ personId, mayGive }: StaffChangeRow) => personId === null && mayGive

/** Whoever decides edits the staff of that side now: a transferred task, a deputy or rules do not replace it. */
async function requireDecider(ctx: Ctx, id: string): Promise<StaffChangeRow> {
  const reader = { ...getSystemReader(ctx), editing: getChangeReader(ctx).editing }
  const change = orNotFound(await findStaffChange(ctx.db, reader, id), '人员变动')
  const personId = change.personId && (await getCurrentPerson(ctx.db, change.personId)).id
  if (!mayDecide(ctx, { ...change, personId })) throw new Refusal('没有权限处理该变动', Ret.forbidden)
  return change
}

async function approveChange(ctx: Ctx, id: string) {
  const change = await requireDecider(ctx, id)
  if (change.requestedName !== null) await requireMainEmployer(ctx, change)
  if (change.membershipId && isDeparture(change.type)) await requireMayLeave(ctx, change.membershipId, 'end')
  await closeStaffChange(ctx.db, id, 1, ctx.now)
  await applyStaffChange(ctx, id)
}

/** A transfer or the end of a membership. */
const isDeparture = (type: number) => type === 1 || type === 3

async function refuseChange(ctx: Ctx, id: string, status: 2 | 3) {
  const { type, membershipId } = await getChange(ctx, id)
  await closeStaffChange(ctx.db, id, status, ctx.now)
  if (membershipId && isDeparture(type))
    for (const { cancelled } of listContributions(ctx, 'departures')) await cancelled(ctx, { membershipId })
  await notifyChangedPerson(ctx, id)
}

/** The main employer may have changed since the request; the current one must approve. */
async function requireMainEmployer(ctx: Ctx, { personId, membershipId }: StaffChangeRow) {
  if (personId === null) throw new Refusal('没有姓名和身份证号都相符的人员，只能拒绝')
  const { id } = await getCurrentPerson(ctx.db, personId)
  const editing = ctx.actor.permissions.get('user.edit') ?? null
  const homes = listMainMemberships(await listAllMemberships(ctx.db, id, editing), getMoment(ctx).day)
  const isOurs = homes.length > 0 ? homes.every(({ mayEdit }) => mayEdit) : membershipId === null
  if (!isOurs) throw new Refusal('该人员的主要任职单位已变更，请拒绝，由申请单位重新申请')
}
