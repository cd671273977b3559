import { expect, it, onTestFinished } from 'vitest'
import { getFlowDetail } from '#kernel/approval/server/flow-detail.ts'
import {
  approveTask,
  getFlowsOf,
  getOpenTasksOf,
  publishDefinition,
  saveDefinition,
} from '#kernel/approval/server/api.ts'
import { saveCalendar } from '#kernel/schooling/server/service/time/calendar.ts'
import { saveMembership } from '#kernel/staff/server/service/memberships.ts'
import { updateSetting, writeSetting } from '#kernel/setting/server/api.ts'
import { wholeDistrict, type Ctx } from '#packages/core'
import type { LeaveForm } from '../contract.ts'
import { leaveSetting } from './settings.ts'
import { at, createLeaveWorld } from './leave.fixture.ts'
import { moveLeaveByDate } from './leave-jobs.ts'
import { countLeave, getLeaveDetail } from './leave-details.ts'
import { getBalances } from './ledger.ts'
import { leaveApproval } from './leave-approval.ts'
import { deputyResponsibility } from './responsibilities.ts'
import { recountRequests } from './recount-leave.ts'
import {
  cancelLeave,
  changeLeave,
  enterLeave,
  leaveSubject,
  recallLeave,
  returnFromLeave,
  saveDraft,
  voidLeave,
} from './requests.ts'

const { database, orgs, types, actor, hire, as, form, submit, decide, grant, find, statusOf, messagesOf } =
  createLeaveWorld()
const refuses = (message: string) => ({ message })
/** What the form says about a span; `change` is the request that it changes or sends again. */
const countFor = (name: string, moment: string, leave: LeaveForm, more: { change?: string; hasFiles?: boolean } = {}) =>
  as(name, moment, (ctx) => countLeave(ctx, { ...leave, change: null, userId: null, hasFiles: false, ...more }))
const balanceOf = async (name: string, moment: string) =>
  as(name, moment, async (ctx) => (await getBalances(ctx, ctx.actor.personId))[0]?.days ?? 0)
const flowOf = (ctx: Ctx, id: string) => getFlowsOf(ctx, leaveSubject, [id]).then((flows) => flows.get(id)!)
const setType = (name: string, set: string) =>
  database.sql(`update tenant.leave_type set ${set} where id = $1`, [types.get(name)])

it('counts the span of the form, and says what speaks against it', async () => {
  const count = (type: string, from: string, to: string) => countFor('王芳', '2026-09-28', form(type, from, to))
  expect(await count('事假', '2026-09-30', '2026-10-10')).toMatchObject({ calendarDays: 11, amount: 4, problems: [] })
  expect(await count('产假', '2026-09-30', '2026-10-10')).toMatchObject({ amount: 11, needsProof: true })
  expect((await count('产假', '2026-10-01', '2026-10-10')).composition).toContain('基础98天 + 奖励60天')
  expect(await count('病假', '2026-02-13下午', '2026-02-14上午')).toMatchObject({ amount: 1 })
  expect(await count('事假', '2026-10-03', '2026-10-04')).toMatchObject({
    amount: 0,
    problems: ['所选时间内没有工作日，无需请假'],
  })
  expect((await count('事假', '2026-10-04', '2026-10-03')).problems).toEqual(['结束时间不能早于开始时间'])
  expect((await count('年休假', '2026-10-08', '2026-10-08')).problems).toEqual(['年休假余额不足，剩余0天'])
  expect((await count('事假', '2026-09-14', '2026-09-14')).problems).toEqual(['最多可补请7天内的假'])
  expect((await count('陪产假', '2026-10-08', '2026-10-08')).problems).toEqual(['陪产假仅限男教职工'])
})

it('counts 产假 by the policy: longer after a difficult birth and with twins; only administrators go beyond', async () => {
  await hire('宋雨', { department: orgs.grade })
  const from = '2026-11-02'
  const ends = (days: number) => new Date(Date.parse(from) + (days - 1) * 86_400_000).toISOString().slice(0, 10)
  const ask = (days: number, more: object = {}) => form('产假', from, ends(days), { reason: '生育', ...more })
  const count = (leave: ReturnType<typeof ask>) => countFor('宋雨', '2026-10-28', leave)
  expect(await count(ask(158))).toMatchObject({ composition: '基础98天 + 奖励60天 = 158天', problems: [] })
  expect((await count(ask(159))).problems).toEqual(['产假最多158天，请联系考勤管理员'])
  const twins = { isDifficult: true, babies: 2 }
  expect(await count(ask(188, twins))).toMatchObject({
    composition: '基础98天 + 奖励60天 + 难产15天 + 多胞胎15天 = 188天',
    problems: [],
  })
  expect((await count(ask(189, twins))).problems).toEqual(['产假最多188天，请联系考勤管理员'])
  const id = await submit('宋雨', '2026-10-28', ask(188, twins))
  expect(await as('宋雨', '2026-10-28', (ctx) => getLeaveDetail(ctx, { id }))).toMatchObject({ amount: 188, ...twins })
  await as('宋雨', '2026-10-28', (ctx) => recallLeave(ctx, { id }))
  const { id: _, deputyId: __, ...entered } = ask(200, twins)
  const byClerk = await as('陈考勤', '2026-10-28', (ctx) =>
    enterLeave(ctx, { ...entered, userId: actor('宋雨').userId }),
  )
  await as('陈考勤', '2026-10-28', (ctx) => voidLeave(ctx, { id: byClerk.id, reason: '录错' }))
  // Other types have neither.
  const other = await submit('宋雨', '2026-10-28', form('事假', '2026-10-29', '2026-10-29', twins))
  expect(await find(other)).toMatchObject({ isDifficult: false, babies: 1 })
  await as('宋雨', '2026-10-28', (ctx) => recallLeave(ctx, { id: other }))
})

it('follows the settings of the school, and tells applicant and approvers of every step', async () => {
  database.contribute('settings', leaveSetting)
  const set = (values: object) =>
    as('孙科长', '2026-08-24', (ctx) => updateSetting(ctx, orgs.school.id, 'leave', values))
  // Without own values the standard ones count again; writing them also clears what the process has cached.
  onTestFinished(() => as('孙科长', '2026-08-24', (ctx) => writeSetting(ctx, orgs.school.id, 'leave', {})))
  await hire('何静', { department: orgs.grade })
  const ask = (type: string, from: string, to: string, at = '2026-08-24') => submit('何静', at, form(type, from, to))
  // How far back, and whether a proof may follow later.
  await expect(ask('事假', '2026-08-13', '2026-08-13')).rejects.toMatchObject(refuses('最多可补请7天内的假'))
  await set({ backdateDays: 20, proofDays: 0 })
  await ask('事假', '2026-08-13', '2026-08-13')
  const sick = form('病假', '2026-08-31', '2026-09-11')
  await expect(submit('何静', '2026-08-24', sick)).rejects.toThrow(/^病假超过\d+天须上传医院证明$/)
  expect((await countFor('何静', '2026-08-24', sick)).problems).toEqual([expect.stringContaining('须上传医院证明')])
  // With a proof the form can be sent.
  expect(await countFor('何静', '2026-08-24', sick, { hasFiles: true })).toMatchObject({ problems: [], proofDays: 0 })
  // 9: the arrival of a step, and what became of it.
  const id = await ask('事假', '2026-08-25', '2026-08-25')
  expect(await messagesOf('周组长')).toContain('待审批：何静请假1天')
  await decide('周组长', '2026-08-24', id, 'return')
  await submit('何静', '2026-08-24', { ...form('事假', '2026-08-25', '2026-08-25'), id })
  await decide('周组长', '2026-08-24', id)
  const told = (await messagesOf('何静')).filter((title) => title.endsWith('何静请假1天'))
  expect(told.toSorted()).toEqual(['已通过：何静请假1天', '退回修改：何静请假1天'].toSorted())
  // Until when an extension may be asked for.
  await as('陈考勤', '2026-08-26', moveLeaveByDate)
  const extend = () =>
    as('何静', '2026-08-26', (ctx) => changeLeave(ctx, { ...form('事假', '2026-08-25', '2026-08-26'), id }))
  await set({ extension: 'before-end' })
  await expect(extend()).rejects.toMatchObject(refuses('假期已结束，不能再变更'))
  await set({ extension: 'before-return' })
  await extend()
})

it('goes from the draft over the grade head to the return, and lets nobody ask twice for one day', async () => {
  const leave = form('事假', '2026-10-12下午', '2026-10-13')
  const { id } = await as('王芳', '2026-10-10', (ctx) => saveDraft(ctx, leave))
  expect(await statusOf(id)).toBe('draft')
  await submit('王芳', '2026-10-10', { ...leave, id })
  await expect(submit('王芳', '2026-10-10', form('病假', '2026-10-13', '2026-10-14'))).rejects.toMatchObject(
    refuses('与2026-10-12至2026-10-13的事假重叠'),
  )
  await decide('周组长', '2026-10-10', id, 'return')
  expect(await statusOf(id)).toBe('sent-back')
  await submit('王芳', '2026-10-10', { ...leave, id, reason: '带孩子看病' })
  await decide('周组长', '2026-10-10', id)
  expect(await statusOf(id)).toBe('approved')
  await expect(decide('周组长', '2026-10-10', id, 'reject')).rejects.toThrow()
  const night = (moment: string) => as('陈考勤', moment, moveLeaveByDate)
  await night('2026-10-12')
  expect(await statusOf(id)).toBe('on-leave')
  await night('2026-10-14')
  expect(await statusOf(id)).toBe('awaiting-return')
  expect(await messagesOf('王芳')).toContain('请办理销假')
  // The fourteenth must pass as a whole before the head of the grade learns of it.
  await night('2026-10-14')
  expect(await messagesOf('周组长')).not.toContain('王芳逾期未销假')
  await night('2026-10-15')
  await night('2026-10-16')
  expect((await messagesOf('周组长')).filter((title) => title === '王芳逾期未销假')).toHaveLength(1)
  const back = { id, returnedHalf: 'am' } as const
  await expect(
    as('王芳', '2026-10-16', (ctx) => returnFromLeave(ctx, { ...back, returnedOn: '2026-10-16' })),
  ).rejects.toMatchObject(refuses('返岗晚于批准的结束时间，请先申请变更延长'))
  await as('王芳', '2026-10-16', (ctx) => returnFromLeave(ctx, { ...back, returnedOn: '2026-10-14' }))
  expect(await find(id)).toMatchObject({ status: 'closed', amount: 150 })
  await expect(
    as('李丽', '2026-10-16', (ctx) => returnFromLeave(ctx, { ...back, returnedOn: '2026-10-14' })),
  ).rejects.toMatchObject(refuses('请假不存在'))
})

it('counts a request that was sent back without itself, and a change without the leave that it changes', async () => {
  await hire('顾盼', { department: orgs.grade })
  await grant('顾盼', '年休假', 4)
  const leave = form('年休假', '2026-09-21', '2026-09-23')
  const id = await submit('顾盼', '2026-09-14', leave)
  await decide('周组长', '2026-09-14', id, 'return')
  expect((await countFor('顾盼', '2026-09-14', leave)).problems).toHaveLength(2)
  expect(await countFor('顾盼', '2026-09-14', leave, { change: id })).toMatchObject({ problems: [], balanceAfter: 1 })
  await submit('顾盼', '2026-09-14', { ...leave, id })
  await decide('周组长', '2026-09-14', id)
  const longer = form('年休假', '2026-09-21', '2026-09-24')
  const change = await as('顾盼', '2026-09-15', (ctx) => changeLeave(ctx, { ...longer, id }))
  await decide('周组长', '2026-09-15', change.id, 'return')
  expect(await countFor('顾盼', '2026-09-15', longer, { change: change.id })).toMatchObject({
    problems: [],
    balanceAfter: 0,
    approval: { values: { isChange: true } },
  })
  await submit('顾盼', '2026-09-15', { ...longer, id: change.id })
  await decide('周组长', '2026-09-15', change.id)
  await decide('赵校长', '2026-09-15', change.id)
  expect([await statusOf(id), await statusOf(change.id)]).toEqual(['replaced', 'approved'])
})

it('takes the lock of the person: of two requests at once for one balance and one day only one is sent', async () => {
  await grant('李丽', '年休假', 1)
  const both = [form('年休假', '2026-11-02', '2026-11-02'), form('年休假', '2026-11-03', '2026-11-03')]
  const outcomes = await Promise.allSettled(both.map((leave) => submit('李丽', '2026-10-30', leave)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toMatchObject(refuses('年休假余额不足，剩余0天'))
  const same = form('事假', '2026-11-05', '2026-11-05')
  const again = await Promise.allSettled([submit('李丽', '2026-10-30', same), submit('李丽', '2026-10-30', same)])
  expect(again.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(again.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: refuses('与2026-11-05至2026-11-05的事假重叠'),
  })
  // A refusal gives the balance back.
  const { value: id } = outcomes.find(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<string>
  await decide('周组长', '2026-10-30', id, 'reject')
  expect(await balanceOf('李丽', '2026-10-30')).toBe(1)
})

it('counts Friday and Monday as two days of the year and as consecutive', async () => {
  await setType('丧假', 'max_consecutive = 100, max_days_per_year = 200')
  const friday = await submit('吴刚', '2026-10-12', form('丧假', '2026-10-16', '2026-10-16'))
  expect(await statusOf(friday)).toBe('running')
  await expect(submit('吴刚', '2026-10-12', form('丧假', '2026-10-19', '2026-10-19'))).rejects.toMatchObject(
    refuses('丧假连续不能超过1天'),
  )
  // A working day lies between them, so only the limit of the year counts.
  await submit('吴刚', '2026-10-12', form('丧假', '2026-10-20', '2026-10-20'))
  await expect(submit('吴刚', '2026-10-12', form('丧假', '2026-11-10', '2026-11-10上午'))).rejects.toMatchObject(
    refuses('丧假本年度累计不能超过2天'),
  )
})

it('lets either the approval or the recall happen, never both', async () => {
  for (let day = 16; day <= 19; day++) {
    const id = await submit('王芳', '2026-11-10', form('事假', `2026-11-${day}`, `2026-11-${day}`))
    const taskId = await as('周组长', '2026-11-10', async (ctx) => (await getOpenTasksOf(ctx, leaveSubject)).get(id)!)
    const [approved, recalled] = await Promise.allSettled([
      as('周组长', '2026-11-10', (ctx) => approveTask(ctx, { taskId, opinion: '知道了' })),
      as('王芳', '2026-11-10', (ctx) => recallLeave(ctx, { id })),
    ])
    expect([approved.status, recalled.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = (approved.status === 'rejected' ? approved : recalled) as PromiseRejectedResult
    expect(lost.reason).toMatchObject(refuses('该任务已被处理，请刷新后查看'))
    expect(await statusOf(id)).toBe(approved.status === 'fulfilled' ? 'approved' : 'recalled')
    const days = await database.sql('select distinct status from tenant.leave_day where request_id = $1', [id])
    expect(days).toEqual([{ status: approved.status === 'fulfilled' ? 'in-force' : 'void' }])
  }
})

it('lets the flow of the school say until when a request may be recalled', async () => {
  await hire('程静', { department: orgs.grade })
  const editor = { ...actor('陈考勤'), permissions: new Map([['flow.manage', wholeDistrict]]) }
  const allowRecall = (recall: 'never' | 'first' | 'any') =>
    database.as(editor, async (own) => {
      const ctx = { ...own, now: at('2026-06-01') }
      const rules = { ...leaveApproval.rules, recall }
      const { id } = await saveDefinition(ctx, { subject: leaveSubject, orgId: orgs.school.id, rules })
      await publishDefinition(ctx, id)
    })
  onTestFinished(() => allowRecall('any'))
  const recall = (id: string) => as('程静', '2026-06-01', (ctx) => recallLeave(ctx, { id }))
  await allowRecall('never')
  const never = await submit('程静', '2026-06-01', form('事假', '2026-06-03', '2026-06-03'))
  await expect(recall(never)).rejects.toMatchObject(refuses('该流程不允许撤回'))
  await allowRecall('first')
  const untouched = await submit('程静', '2026-06-01', form('事假', '2026-06-04', '2026-06-04'))
  await recall(untouched)
  expect(await statusOf(untouched)).toBe('recalled')
  const decided = await submit('程静', '2026-06-01', form('事假', '2026-06-08', '2026-06-12'))
  await decide('周组长', '2026-06-01', decided)
  await expect(recall(decided)).rejects.toMatchObject(refuses('已有审批人处理，不能撤回'))
})

it('changes nothing in a closed month, whoever tries and however', async () => {
  await hire('闻静', { department: orgs.grade })
  const ask = async (day: string, isApproved = true) => {
    const id = await submit('闻静', '2026-05-06', form('事假', day, day))
    if (isApproved) await decide('周组长', '2026-05-06', id)
    return id
  }
  const [cancelled, changed, away, entered] = [
    await ask('2026-05-11'),
    await ask('2026-05-12'),
    await ask('2026-05-07'),
    await ask('2026-05-13'),
  ]
  const waiting = await ask('2026-05-14', false)
  await as('陈考勤', '2026-05-07', moveLeaveByDate)
  await database.sql(
    `insert into tenant.leave_month (district_id, id, org_id, month, is_closed, by_id, at)
     values ($1, gen_random_uuid(), $2, '2026-05-01', true, $3, now())`,
    [database.home, orgs.school.id, actor('陈考勤').personId],
  )
  const { id: _, deputyId: __, ...entry } = form('事假', '2026-05-15', '2026-05-15')
  const back = { id: away, returnedOn: '2026-05-07', returnedHalf: 'pm' } as const
  const reason = '不用休了'
  const attempts: Record<string, () => Promise<unknown>> = {
    submit: () => ask('2026-05-18', false),
    approve: () => decide('周组长', '2026-05-08', waiting),
    cancel: () => as('闻静', '2026-05-08', (ctx) => cancelLeave(ctx, { id: cancelled, reason })),
    change: () =>
      as('闻静', '2026-05-08', (ctx) =>
        changeLeave(ctx, { ...form('事假', '2026-05-12', '2026-05-12上午'), id: changed }),
      ),
    back: () => as('闻静', '2026-05-08', (ctx) => returnFromLeave(ctx, back)),
    void: () => as('陈考勤', '2026-05-08', (ctx) => voidLeave(ctx, { id: entered, reason })),
    proxyApply: () => as('陈考勤', '2026-05-08', (ctx) => enterLeave(ctx, { ...entry, userId: actor('闻静').userId })),
  }
  for (const [name, attempt] of Object.entries(attempts))
    expect([name, await attempt().then(String, (error: Error) => error.message)]).toEqual([
      name,
      '2026-05考勤已结账，请联系考勤管理员',
    ])
})

it('lets the deputy decide for exactly the span of the leave, in the name of the absent', async () => {
  const deputyId = actor('李丽').userId
  const leave = await submit('周组长', '2026-11-20', form('公假', '2026-11-23', '2026-11-24', { deputyId }))
  await decide('赵校长', '2026-11-20', leave)
  expect(await messagesOf('李丽')).toContain('周组长请假，审批由您代理')
  const id = await submit('王芳', '2026-11-23', form('事假', '2026-12-01', '2026-12-01'))
  const sees = (name: string, moment: string) =>
    as(name, moment, async (ctx) => (await getOpenTasksOf(ctx, leaveSubject)).has(id))
  expect(await sees('李丽', '2026-11-22T23:59')).toBe(false)
  expect([await sees('李丽', '2026-11-23'), await sees('周组长', '2026-11-23')]).toEqual([true, true])
  expect(await sees('李丽', '2026-11-24T23:59')).toBe(true)
  expect(await sees('李丽', '2026-11-25T00:00')).toBe(false)
  await decide('李丽', '2026-11-24T23:59', id)
  const { monitors } = await as('王芳', '2026-11-25', async (ctx) => getFlowDetail(ctx, (await flowOf(ctx, id)).id))
  expect(monitors.at(-1)).toMatchObject({ user: '李丽 代 周组长', state: '同意' })
  const waiting = await submit('王芳', '2026-11-25', form('事假', '2026-12-02', '2026-12-02', { deputyId }))
  await as('李丽', '2026-11-25', async (ctx) => {
    const [item] = await deputyResponsibility.list(ctx, [deputyId])
    expect(item).toMatchObject({ ref: waiting, title: '王芳请假期间的审批代理人' })
    await deputyResponsibility.force(ctx, item!, '2026-11-26')
    expect(await deputyResponsibility.list(ctx, [deputyId])).toEqual([])
  })
  // Whoever is away herself is no deputy.
  await expect(
    submit('王芳', '2026-11-20', form('事假', '2026-11-24', '2026-11-24', { deputyId: actor('周组长').userId })),
  ).rejects.toMatchObject(refuses('周组长在此期间也请假，不能作为代理人'))
})

it('hands a deputyship over by the rules of the form, not to the applicant nor to somebody who is away', async () => {
  for (const name of ['方敏', '白露', '石磊']) await hire(name, { department: orgs.grade })
  const away = await submit('方敏', '2026-11-25', form('事假', '2026-12-04', '2026-12-04'))
  await decide('周组长', '2026-11-25', away)
  const deputyId = actor('石磊').userId
  const id = await submit('王芳', '2026-11-25', form('事假', '2026-12-03', '2026-12-04', { deputyId }))
  const hand = (to: string, by = '周组长') =>
    as(by, '2026-11-25', async (ctx) => {
      const [item] = await deputyResponsibility.list(ctx, [deputyId])
      const { userId: memberId, personId, orgId } = actor(to)
      await deputyResponsibility.hand(ctx, item!, { memberId, personId, orgId, name: to }, '2026-11-26')
    })
  await expect(hand('王芳')).rejects.toMatchObject(refuses('不能代理给自己'))
  await expect(hand('方敏')).rejects.toMatchObject(refuses('方敏在此期间也请假，不能作为代理人'))
  // Whoever only arranges hand-overs gives nobody the decisions of others.
  await expect(hand('陈考勤', '陈考勤')).rejects.toMatchObject(refuses('请由王芳本人或其上级改设代理人'))
  expect(await find(id)).toMatchObject({ deputyId })
  await hand('白露')
  expect(await find(id)).toMatchObject({ deputyId: actor('白露').userId })
  await as('王芳', '2026-11-25', (ctx) => recallLeave(ctx, { id }))
})

it('gives the task to the new head of the department when the approver leaves', async () => {
  const old = await hire('郑主任', { department: orgs.office, post: '总务主任', sex: '男' })
  const id = await submit('吴刚', '2026-11-10', form('事假', '2026-11-26', '2026-11-26'))
  expect(await as('郑主任', '2026-11-10', async (ctx) => (await getOpenTasksOf(ctx, leaveSubject)).has(id))).toBe(true)
  await hire('冯主任', { department: orgs.office, post: '总务主任', sex: '男' })
  const end = { userId: old.userId, id: old.userId, orgId: orgs.school.id, departmentId: orgs.office.id }
  const editor = { ...actor('陈考勤'), permissions: new Map([['user.edit', wholeDistrict]]) }
  await database.as(editor, (ctx) =>
    saveMembership(
      { ...ctx, now: at('2026-11-11') },
      { ...end, userType: 'teacher', post: '总务主任', isMain: true, startsOn: '2026-01-01', endsOn: '2026-11-10' },
    ),
  )
  expect(await as('冯主任', '2026-11-11', async (ctx) => (await getOpenTasksOf(ctx, leaveSubject)).has(id))).toBe(true)
  const { monitors } = await as('吴刚', '2026-11-11', async (ctx) => getFlowDetail(ctx, (await flowOf(ctx, id)).id))
  expect(monitors.at(-1)!.state).toBe('审批人郑主任已离岗，任务转至冯主任')
})

it('keeps the first leave when its extension is rejected, and replaces it when it is approved', async () => {
  await hire('江宁', { department: orgs.grade })
  const first = form('年休假', '2026-12-07', '2026-12-11')
  await grant('江宁', '年休假', 8)
  const id = await submit('江宁', '2026-12-01', first)
  await decide('周组长', '2026-12-01', id)
  await decide('赵校长', '2026-12-01', id)
  expect(await balanceOf('江宁', '2026-12-01')).toBe(3)
  const extend = (to: string) =>
    as('江宁', '2026-12-10', (ctx) => changeLeave(ctx, { ...form('年休假', '2026-12-07', to), id }))
  await as('陈考勤', '2026-12-07', moveLeaveByDate)
  const rejected = await extend('2026-12-16')
  expect([await statusOf(id), await balanceOf('江宁', '2026-12-10')]).toEqual(['changing', 0])
  await expect(extend('2026-12-15')).rejects.toMatchObject(refuses('请假的状态已变化，请刷新后再试'))
  await decide('周组长', '2026-12-10', rejected.id, 'reject')
  expect([await statusOf(id), await balanceOf('江宁', '2026-12-10')]).toEqual(['on-leave', 3])
  await as('陈考勤', '2026-12-12', moveLeaveByDate)
  expect(await statusOf(id)).toBe('awaiting-return')
  const sum = async () =>
    (
      await database.sql<{ days: number }>(
        `select sum(counted)::int as days from tenant.leave_day where person_id = $1 and status = 'in-force' and day between '2026-12-07' and '2026-12-18'`,
        [actor('江宁').personId],
      )
    )[0]!.days
  expect(await sum()).toBe(500)
  const longer = await as('江宁', '2026-12-12', (ctx) =>
    changeLeave(ctx, { ...form('年休假', '2026-12-07', '2026-12-14'), id }),
  )
  await decide('周组长', '2026-12-12', longer.id)
  await decide('赵校长', '2026-12-12', longer.id)
  expect([await statusOf(id), await statusOf(longer.id)]).toEqual(['replaced', 'on-leave'])
  expect([await sum(), await balanceOf('江宁', '2026-12-12')]).toEqual([600, 2])
  const tomorrow = { id: longer.id, returnedOn: '2026-12-13', returnedHalf: 'am' } as const
  await expect(as('江宁', '2026-12-12', (ctx) => returnFromLeave(ctx, tomorrow))).rejects.toMatchObject(
    refuses('返岗日期不能晚于今天，请返岗后销假'),
  )
  // Back two days early, of which one is a working day.
  await as('江宁', '2026-12-12', (ctx) =>
    returnFromLeave(ctx, { id: longer.id, returnedOn: '2026-12-11', returnedHalf: 'am' }),
  )
  expect([await sum(), await balanceOf('江宁', '2026-12-12')]).toEqual([400, 4])
})

it('lets the bureau decide about a principal', async () => {
  const id = await submit('赵校长', '2026-11-10', form('公假', '2026-11-12', '2026-11-12'))
  const holders = await as('赵校长', '2026-11-10', async (ctx) => (await flowOf(ctx, id)).holders)
  expect(holders).toEqual(['孙科长'])
  await decide('孙科长', '2026-11-10', id)
  await as('赵校长', '2026-11-11', (ctx) => cancelLeave(ctx, { id, reason: '会议改期' }))
  expect(await statusOf(id)).toBe('cancelled')
  expect(await messagesOf('孙科长')).toContain('赵校长取消了请假')
})

it('lets administrators enter and void the leave of others, within their scope', async () => {
  const { id: _, deputyId: __, ...entry } = form('病假', '2026-08-03', '2026-08-07')
  const enter = (name: string, who: string) =>
    as(name, '2026-10-20', (ctx) => enterLeave(ctx, { ...entry, userId: actor(who).userId }))
  await expect(enter('钱管理', '吴刚')).rejects.toMatchObject(refuses('人员不存在'))
  await expect(enter('陈考勤', '陈考勤')).rejects.toMatchObject(refuses('不能为本人补录，请提交申请'))
  const { id } = await enter('陈考勤', '吴刚')
  expect(await find(id)).toMatchObject({ status: 'awaiting-return', proof: 'due', isBackEntered: true, amount: 500 })
  const detail = await as('吴刚', '2026-10-20', (ctx) => getLeaveDetail(ctx, { id }))
  expect(detail.may).toEqual(['change', 'back', 'proof'])
  await expect(as('钱管理', '2026-10-20', (ctx) => voidLeave(ctx, { id, reason: '录错了' }))).rejects.toMatchObject(
    refuses('请假不存在'),
  )
  await as('陈考勤', '2026-10-20', (ctx) => voidLeave(ctx, { id, reason: '录错了' }))
  expect(await statusOf(id)).toBe('void')
  expect(await messagesOf('吴刚')).toContain('您的请假已作废')
})

it('recounts open leave when the calendar changes, and leaves closed months alone', async () => {
  // At the other school, whose calendar and months no other test needs.
  for (const name of ['戴老师', '史老师']) await hire(name, { at: orgs.other })
  const id = await submit('戴老师', '2026-10-26', form('事假', '2026-10-29', '2026-11-02'))
  expect(await find(id)).toMatchObject({ amount: 300 })
  const editor = { ...actor('陈考勤'), permissions: new Map([['term.edit', wholeDistrict]]) }
  const close = (from: string, to: string) =>
    database.as(editor, async (ctx) => {
      const day = { kind: 'closed', asWeekday: null, name: '台风停课' } as const
      await saveCalendar({ ...ctx, now: at('2026-10-27') }, { orgId: orgs.other.id, from, to, ...day })
      await recountRequests({ ...ctx, now: at('2026-10-27') }, orgs.other.id)
    })
  await close('2026-10-30', '2026-10-30')
  expect(await find(id)).toMatchObject({ amount: 200 })
  expect(await messagesOf('戴老师')).toContain('戴老师的请假天数有变化')
  await database.sql(
    `insert into tenant.leave_month (district_id, id, org_id, month, is_closed, by_id, at)
     values ($1, gen_random_uuid(), $2, '2026-10-01', true, $3, now())`,
    [database.home, orgs.other.id, actor('陈考勤').personId],
  )
  await close('2026-10-29', '2026-11-02')
  expect(await find(id)).toMatchObject({ amount: 100 })
  await expect(submit('史老师', '2026-10-28', form('事假', '2026-10-28', '2026-10-28'))).rejects.toMatchObject(
    refuses('2026-10考勤已结账，请联系考勤管理员'),
  )
})

it('reports a leave that cannot be moved, and moves the others', async () => {
  for (const name of ['何一', '何二']) await hire(name, { department: orgs.grade })
  const broken = await submit('何一', '2026-12-18', form('事假', '2026-12-21', '2026-12-21'))
  const good = await submit('何二', '2026-12-18', form('事假', '2026-12-21', '2026-12-21'))
  for (const id of [broken, good]) await decide('周组长', '2026-12-18', id)
  await database.sql(
    `alter table tenant.leave_request add constraint broken check (id <> '${broken}' or status = 'approved')`,
  )
  onTestFinished(() => database.sql('alter table tenant.leave_request drop constraint broken').then(() => {}))
  const reported: object[] = []
  const log = { error: (facts: object) => void reported.push(facts) }
  await as('陈考勤', '2026-12-21', (ctx) => moveLeaveByDate({ ...ctx, log }))
  expect([await statusOf(broken), await statusOf(good)]).toEqual(['approved', 'on-leave'])
  expect(reported).toMatchObject([{ leave: broken, error: { constraint: 'broken' } }])
})
