import type { CreateOf } from '#packages/contract'
import { dayOf, emptyScope, invalid, orNotFound, Refusal, unionScopes, wholeDistrict, type Ctx } from '#packages/core'
import { crud } from '#packages/crud'
import { defineSubject, recallRecord, startFlow } from '#kernel/approval/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import { overtime } from '../contract.ts'
import { openLots } from './balances.ts'
import { fromHundredths } from './ledger.ts'
import { insertLedger } from './ledger-queries.ts'
import { isInBox } from './overtime-queries.ts'
import { leaveSetting } from './settings.ts'
import { listTypesAt } from './types.ts'

const overtimeSubject = overtime.key
const getOwnScope = ({ actor }: Ctx) => ({ ...emptyScope, self: actor.personId })

const requests = crud(overtime, 'leave_overtime', {
  readScope: (ctx) => unionScopes([getOwnScope(ctx), ctx.actor.permissions.get('leave.balance') ?? emptyScope]),
  filters: { box: (box, { actor }) => isInBox(box, actor.personId) },
})

/** The same day some months later; the last day of the month if it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

async function getExpiry(ctx: Ctx, orgId: string, workedOn: string) {
  const { path } = orNotFound(await findUnitById(ctx, orgId), '单位')
  return addMonths(workedOn, (await leaveSetting.read(ctx, path)).timeOffMonths)
}

/** Overtime of the caller, for whoever keeps the balances there to approve. */
async function createOvertime(ctx: Ctx, form: CreateOf<typeof overtime>) {
  const { orgId } = ctx.actor
  const today = dayOf(ctx.now)
  if (form.workedOn > today) throw invalid([{ field: 'workedOn', msg: '加班日期不能晚于今天' }])
  if (form.amount % 50 !== 0) throw invalid([{ field: 'amount', msg: '按半天折算，如0.5、1、1.5' }])
  if ((await getExpiry(ctx, orgId, form.workedOn)) < today)
    throw invalid([{ field: 'workedOn', msg: '加班日期已超过调休有效期' }])
  const { id } = await requests.create(ctx, form)
  const days = fromHundredths(form.amount)
  const title = `加班转调休：${form.event}`
  const brief = `${form.workedOn}，${days}天`
  await startFlow(ctx, { subject: overtimeSubject, id, orgId, title, brief, values: { days } })
  return { id }
}

async function recallOvertime(ctx: Ctx, { id }: { id: string }) {
  await requests.rows.require(ctx, getOwnScope(ctx), id)
  await recallRecord(ctx, overtimeSubject, id)
  return { id }
}

export const overtimes = { ...requests, create: createOvertime, recallOvertime }

const close = async (ctx: Ctx, id: string, status: 'rejected' | 'recalled') => {
  await requests.rows.move(ctx, wholeDistrict, id, 'waiting', status)
}

/**
 * The credit is a lot of 调休 that expires on its own day. Whoever has the task approves: somebody who keeps the balances,
 * a deputy, or a person to whom the task was transferred.
 */
async function approveOvertime(ctx: Ctx, id: string) {
  const { org, personId, workedOn, amount } = await requests.rows.require(ctx, wholeDistrict, id)
  if (personId === ctx.actor.personId) throw new Refusal('不能审批自己的申请')
  const type = (await listTypesAt(ctx, org.id)).find(({ kind, needsBalance }) => kind === 'time-off' && needsBalance)
  if (!type) throw new Refusal('没有可用的调休类型，请先在假期类型中启用')
  const expiresOn = await getExpiry(ctx, org.id, workedOn)
  if (!(await requests.rows.move(ctx, wholeDistrict, id, 'waiting', 'approved', { expiresOn })))
    throw new Refusal('该申请已处理')
  const lot = {
    typeId: type.id,
    kind: 'overtime',
    amount,
    validFrom: workedOn,
    expiresOn,
    refId: id,
    note: '',
  } as const
  await insertLedger(ctx.db, openLots(ctx, [personId], lot), ctx.now)
}

export const overtimeApproval = defineSubject({
  key: overtimeSubject,
  title: '加班转调休',
  flag: 'personnel',
  fields: { days: { label: '折算天数', type: 'number' } },
  rules: {
    name: '加班转调休',
    recall: 'any',
    steps: [
      {
        key: 'approve',
        name: '考勤管理员审核',
        type: 'approve',
        approver: { kind: 'permission', with: { permission: 'leave.balance', nearest: 1 } },
        empty: 'named',
        emptyTo: { kind: 'role', with: { template: 'district-admin', in: 'district' } },
        dueHours: 24,
        allow: { transfer: true, addSign: true, return: false },
      },
    ],
  },
  url: (id) => `/application/TeacherAskForLeave/overtime?open=${id}`,
  isVoidOnLeave: true,
  describe: async (ctx, id) => {
    const row = orNotFound(await requests.rows.find(ctx.db, wholeDistrict, id), '加班')
    const { event, workedOn, amount } = await requests.rows.require(ctx, wholeDistrict, id)
    const remark = await requests.rows.decrypt(ctx, row, 'remark')
    return {
      lead: [
        { label: '事项', value: event },
        { label: '日期', value: workedOn },
        { label: '折算', value: `${fromHundredths(amount)}天` },
      ],
      facts: remark === '' ? [] : [{ label: '说明', value: remark }],
      files: [],
    }
  },
  canRead: (ctx, id) => requests.canRead(ctx, id),
  onApproved: approveOvertime,
  onRejected: (ctx, id) => close(ctx, id, 'rejected'),
  mayReturn: false,
  onReturned: async () => {},
  onRecalled: (ctx, id) => close(ctx, id, 'recalled'),
  onTerminated: (ctx, id) => close(ctx, id, 'rejected'),
})
