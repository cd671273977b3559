import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#packages/core'
import { useApprovals } from './approval.fixture.ts'
import { approveTasks } from './batch-approve.ts'
import { delegateApprovals, endDelegation } from './delegations.ts'
import { listDefinitionsOfMembers, publishDefinition, saveDefinition, disableDefinition } from './definitions.ts'
import { getFlowDetail } from './flow-detail.ts'
import {
  addSigners,
  approveTask,
  decideRecord,
  recallFlow,
  rejectTask,
  remindApprovers,
  removeSigner,
  resubmitFlow,
  returnTask,
  startFlow,
  transferTask,
  withdrawApproval,
} from './flows.ts'
import { joinNewApprovers } from './join-approvers.ts'
import { reassignTasksOf } from './leave-office.ts'
import { previewFlow, tryFlow } from './preview-flow.ts'
import { flowContents } from './relocate-flows.ts'
import { getFlowsOf } from './timeline.ts'

const world = useApprovals(['申请人', '甲', '乙', '丙', '丁', '戊'])
const { step, declare, as, start, taskOf, summary, timeline, replay, stateOf, actor, calls, left, heads, orgs } = world
let flows: string[] = []

beforeEach(() => {
  left.clear()
  heads.length = 0
  calls.length = 0
  flows = []
})
// Whatever a test did: the log gives the state that is stored.
afterEach(async () => {
  for (const id of flows) assert.deepStrictEqual(await replay(id), await stateOf(id))
})

const begin = async (name = '申请人', more: Parameters<typeof start>[1] = {}, now?: Date) => {
  const flow = await start(name, more, now)
  flows.push(flow.id)
  return flow
}
const approve = async (flowId: string, name: string, now?: Date) => {
  const { id: taskId } = await taskOf(flowId, name)
  return as(name, (ctx) => approveTask(ctx, { taskId, opinion: '' }), now)
}
const reject = async (flowId: string, name: string, resume: 'again' | 'direct' = 'again') => {
  const { id: taskId } = await taskOf(flowId, name)
  return as(name, (ctx) => rejectTask(ctx, { taskId, opinion: '材料不全', resume }))
}
const giveBack = async (flowId: string, name: string, to: string, resume: 'again' | 'direct' = 'again') => {
  const { id: taskId } = await taskOf(flowId, name)
  return as(name, (ctx) => returnTask(ctx, { taskId, opinion: '请补充', to, resume }))
}
const resubmit = (id: string) => as('申请人', (ctx) => resubmitFlow(ctx, { subject: 'test.request', id, values: {} }))
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof Refusal ? error.message : String(error)),
  )
const four = ['甲', '乙', '丙', '丁']

describe('trace 1: a countersign with one refusal', () => {
  it('一票否决: the others are cancelled, and the whole group decides again', async () => {
    declare({ steps: [step('one', four, { mode: 'all', onReject: 'applicant' })] })
    const { id, subjectId } = await begin()
    await approve(id, '甲')
    await reject(id, '乙', 'direct')
    expect(await summary(id)).toEqual([
      'returned',
      '甲 approved void',
      '乙 rejected void',
      '丙 cancelled',
      '丁 cancelled',
    ])
    await resubmit(subjectId)
    expect((await stateOf(id)).round).toBe(2)
    expect((await summary(id)).slice(5)).toEqual(['甲 open', '乙 open', '丙 open', '丁 open'])
    for (const name of four) await approve(id, name)
    expect(calls).toEqual([`returned ${subjectId}`, `approved ${subjectId}`])
    expect((await timeline('trace 1 veto', id)).slice(0, 4)).toEqual([
      '申请人 申请人：发起',
      'one步 甲：同意 [失效]',
      'one步 乙：不同意（材料不全） [失效]',
      '申请人 申请人：重新提交',
    ])
  })

  it('收齐意见: everybody answers, then it fails with four opinions', async () => {
    declare({ steps: [step('one', four, { mode: 'all', rejectPolicy: 'collect', onReject: 'applicant' })] })
    const { id } = await begin()
    await approve(id, '甲')
    await reject(id, '乙')
    expect(await summary(id)).toEqual(['running', '甲 approved', '乙 rejected', '丙 open', '丁 open'])
    await approve(id, '丙')
    await approve(id, '丁')
    expect((await stateOf(id)).status).toBe('returned')
    await timeline('trace 1 collect', id)
  })

  it('比例 0.6: three of four pass although one refused, and two refusals fail at once', async () => {
    declare({ steps: [step('one', four, { mode: 'ratio', ratio: 0.6 })] })
    const passing = await begin()
    await reject(passing.id, '乙')
    for (const name of ['甲', '丙', '丁']) await approve(passing.id, name)
    expect((await stateOf(passing.id)).status).toBe('approved')
    const failing = await begin()
    await reject(failing.id, '乙')
    await reject(failing.id, '丙')
    expect(await summary(failing.id)).toEqual([
      'rejected',
      '甲 cancelled',
      '乙 rejected',
      '丙 rejected',
      '丁 cancelled',
    ])
    await timeline('trace 1 ratio', failing.id)
  })
})

describe('trace 2: an approver leaves', () => {
  const leave = (name: string, successor?: string) => {
    left.add(name)
    const { userId: memberId, personId } = actor(name)
    const successorId = successor && actor(successor).userId
    return as('管理员', (ctx) => reassignTasksOf(ctx, [{ memberId, personId, successorId, isLast: true }]))
  }

  it('a fixed person: the successor takes the task, else the administrator; later steps are found later', async () => {
    declare({ steps: [step('two', ['甲']), step('four', ['甲'])] })
    const named = await begin()
    await leave('甲', '乙')
    expect(await summary(named.id)).toEqual(['running', '甲 cancelled', '乙 open'])
    expect(await timeline('trace 2', named.id)).toContain('two步 ：审批人甲已离岗，任务转至乙')
    await approve(named.id, '乙')
    expect((await summary(named.id)).at(-1)).toBe('管理员 open')
    left.clear()
    const unnamed = await begin()
    await leave('甲')
    expect(await summary(unnamed.id)).toEqual(['running', '甲 cancelled', '管理员 open'])
  })

  it('by rule: the new head takes it', async () => {
    heads.push('甲')
    declare({ steps: [step('two', [], { approver: { kind: 'head' } })] })
    const { id } = await begin()
    heads[0] = '丙'
    await leave('甲')
    expect(await summary(id)).toEqual(['running', '甲 cancelled', '丙 open'])
  })

  it('lists the definitions that still name the person', async () => {
    declare({ steps: [step('two', ['戊'])] })
    await begin()
    const found = await as('管理员', (ctx) => listDefinitionsOfMembers(ctx, [actor('戊').userId]))
    expect(found.map(({ name }) => name)).toEqual(['测试流程'])
  })
})

describe('trace 3: added people', () => {
  const add = async (id: string, name: string, where: 'before' | 'after', others: string[]) => {
    const { id: taskId } = await taskOf(id, name)
    return as(name, (ctx) => addSigners(ctx, { taskId, where, members: others.map((one) => actor(one).userId) }))
  }

  it('前加签: the refusal of an added person is advice; the approver decides', async () => {
    declare({ steps: [step('one', ['甲'])] })
    const { id } = await begin()
    await add(id, '甲', 'before', ['乙', '丙'])
    expect(await refusal(approve(id, '甲'))).toBe('请等待加签人员处理，或先撤销加签')
    expect(await refusal(add(id, '乙', 'before', ['丁']))).toBe('加签人员不能再次加签')
    await approve(id, '乙')
    await reject(id, '丙')
    expect(await summary(id)).toEqual(['running', '甲 open', '乙 approved', '丙 rejected'])
    await approve(id, '甲')
    expect((await stateOf(id)).status).toBe('approved')
    await timeline('trace 3', id)
  })

  it('后加签: a refusal gives the decision back to the approver', async () => {
    declare({ steps: [step('one', ['甲'])] })
    const { id } = await begin()
    await add(id, '甲', 'after', ['乙'])
    await approve(id, '甲')
    expect(await summary(id)).toEqual(['running', '甲 approved', '乙 open'])
    await reject(id, '乙')
    expect(await summary(id)).toEqual(['running', '甲 approved void', '乙 rejected', '甲 open'])
    await approve(id, '甲')
    expect((await stateOf(id)).status).toBe('approved')
  })

  it('whoever decides in place of the approver takes the seat, not the advice; nothing half decided is a success', async () => {
    declare({ steps: [step('one', ['甲'])] })
    const decide = (name: string, id: string, isAgreed: boolean, mayTakeOver: boolean) =>
      as(name, (ctx) =>
        decideRecord(ctx, { subject: 'test.request', id, isAgreed, opinion: '由本校办理', mayTakeOver }),
      )
    const { id, subjectId } = await begin()
    await add(id, '甲', 'before', ['乙'])
    expect(await refusal(decide('乙', subjectId, true, false))).toBe('该步骤还需其他审批人处理，请在“审批”中办理')
    await decide('丁', subjectId, true, true)
    expect(await summary(id)).toEqual(['approved', '甲 cancelled', '乙 cancelled', '丁 approved'])
    const after = await begin()
    await add(after.id, '甲', 'after', ['乙'])
    await approve(after.id, '甲')
    expect(await refusal(decide('丁', after.subjectId, false, true))).toMatch(/^该步骤还需其他审批人处理/)
    await decide('丁', after.subjectId, true, true)
    expect(calls).toEqual([`approved ${subjectId}`, `approved ${after.subjectId}`])
  })

  it('ruoyi PR 566: the approver can refuse while an added person is still pending, or remove the person', async () => {
    declare({ steps: [step('one', ['甲'])] })
    const refused = await begin()
    await add(refused.id, '甲', 'before', ['乙'])
    await reject(refused.id, '甲')
    expect(await summary(refused.id)).toEqual(['rejected', '甲 rejected', '乙 cancelled'])
    const removed = await begin()
    await add(removed.id, '甲', 'before', ['乙'])
    const { id: taskId } = await taskOf(removed.id, '乙')
    await as('甲', (ctx) => removeSigner(ctx, taskId))
    expect(await summary(removed.id)).toEqual(['running', '甲 open', '乙 cancelled'])
  })
})

describe('trace 4: returns', () => {
  const branches = () => ({
    steps: [
      step('zero', ['戊']),
      {
        key: 'both',
        name: '并行',
        type: 'parallel' as const,
        branches: [
          { key: 'p', name: 'P', steps: [step('a', ['甲']), step('b', ['乙'])] },
          { key: 'q', name: 'Q', steps: [step('c', ['丙'])] },
        ],
      },
      step('last', ['丁']),
    ],
  })

  it('ruoyi 867: inside parallel branches to the own line or to the applicant, never into the other branch', async () => {
    declare(branches())
    const { id, subjectId } = await begin()
    await approve(id, '戊')
    await approve(id, '甲')
    expect(await refusal(giveBack(id, '乙', 'c'))).toBe('不能退回到并行分支中的步骤')
    await giveBack(id, '乙', 'a')
    expect((await summary(id)).filter((line) => line.endsWith('open'))).toEqual(['丙 open', '甲 open'])
    await approve(id, '甲')
    await giveBack(id, '乙', '')
    expect((await stateOf(id)).status).toBe('returned')
    expect((await taskOf(id, '丙')).status).toBe('cancelled')
    await resubmit(subjectId)
    for (const name of ['戊', '甲', '乙', '丙', '丁']) await approve(id, name)
    expect(await stateOf(id)).toMatchObject({ status: 'approved', round: 2 })
    await timeline('trace 4', id)
  })

  it('直达退回人: after the applicant, the branches go on where they were', async () => {
    declare(branches())
    const { id, subjectId } = await begin()
    await approve(id, '戊')
    await approve(id, '甲')
    await giveBack(id, '乙', '', 'direct')
    await resubmit(subjectId)
    expect((await summary(id)).filter((line) => line.endsWith('open'))).toEqual(['丙 open', '乙 open'])
    for (const name of ['乙', '丙', '丁']) await approve(id, name)
    expect((await stateOf(id)).status).toBe('approved')
  })

  it('ruoyi 668: a returned multi-signer step has all its tasks again', async () => {
    declare({ steps: [step('one', ['甲', '乙'], { mode: 'all' }), step('two', ['丙', '丁'], { mode: 'all' })] })
    const { id } = await begin()
    for (const name of ['甲', '乙', '丙']) await approve(id, name)
    await giveBack(id, '丁', 'one')
    expect((await summary(id)).filter((line) => line.endsWith('open'))).toEqual(['甲 open', '乙 open'])
    for (const name of ['甲', '乙', '丙', '丁']) await approve(id, name)
    expect((await stateOf(id)).status).toBe('approved')
    expect((await timeline('ruoyi 668', id)).filter((line) => line.endsWith('[失效]'))).toHaveLength(3)
  })

  it('ruoyi 167 and 1128: to the previous step and to the initiator, and again from there', async () => {
    declare({ steps: [step('one', ['甲']), step('two', ['乙']), step('three', ['丙'])] })
    const { id, subjectId } = await begin()
    await approve(id, '甲')
    await approve(id, '乙')
    await giveBack(id, '丙', 'one', 'direct')
    await approve(id, '甲')
    expect((await summary(id)).at(-1)).toBe('丙 open')
    await giveBack(id, '丙', '')
    expect(calls).toEqual([`returned ${subjectId}`])
    await resubmit(subjectId)
    expect((await summary(id)).at(-1)).toBe('甲 open')
  })

  it('an approver takes the own approval back while the next step is undecided', async () => {
    declare({ steps: [step('one', ['甲']), step('two', ['乙'])] })
    const { id } = await begin()
    await approve(id, '甲')
    const { id: taskId } = await taskOf(id, '甲')
    await as('甲', (ctx) => withdrawApproval(ctx, taskId))
    expect(await summary(id)).toEqual(['running', '甲 approved void', '乙 cancelled', '甲 open'])
    await approve(id, '甲')
    await approve(id, '乙')
    const last = await taskOf(id, '甲')
    expect(await refusal(as('甲', (ctx) => withdrawApproval(ctx, last.id)))).toBe('该任务已被处理，请刷新后查看')
  })
})

it('trace 5: a deputy decides for the holder on those days, but neither the delegator’s request nor the own', async () => {
  const day = (text: string) => new Date(`${text}+08:00`)
  declare({ steps: [step('one', ['甲'], { self: 'self' })] })
  const form = {
    fromPersonId: actor('甲').personId,
    toPersonId: actor('乙').personId,
    from: '2026-11-20',
    to: '2026-11-24',
    subjects: [],
    source: '',
  }
  const delegation = await as('甲', (ctx) => delegateApprovals(ctx, form), day('2026-11-19T09:00'))
  const during = await begin('申请人', {}, day('2026-11-21T09:00'))
  const { id: taskId } = await taskOf(during.id, '甲')
  await as('乙', (ctx) => approveTask(ctx, { taskId }), day('2026-11-22T09:00'))
  expect(await timeline('trace 5', during.id)).toContain('one步 乙 代 甲：同意')
  const decideFor = async (flowId: string, now: string) => {
    const { id } = await taskOf(flowId, '甲')
    return refusal(as('乙', (ctx) => approveTask(ctx, { taskId: id }), day(now)))
  }
  const late = await begin('申请人', {}, day('2026-11-24T18:00'))
  expect(await decideFor(late.id, '2026-11-25T00:00')).toBe('任务不存在')
  expect((await taskOf(late.id, '甲')).status).toBe('open')
  const ownOfHolder = await begin('甲', {}, day('2026-11-22T09:00'))
  expect(await decideFor(ownOfHolder.id, '2026-11-22T10:00')).toBe('代理人不能处理该申请')
  const ownOfDeputy = await begin('乙', {}, day('2026-11-22T09:00'))
  expect(await decideFor(ownOfDeputy.id, '2026-11-22T10:00')).toBe('代理人不能处理该申请')
  // The other tests use the real clock, which may be within these days.
  await as('甲', (ctx) => endDelegation(ctx, delegation.id), day('2026-11-22T11:00'))
})

it('trace 6: a flow ends with the version that it began with, and 停用 stops only new ones', async () => {
  declare({ steps: [step('shipped', ['甲'])] })
  const orgId = orgs.school.id
  const save = async (by: string) => {
    const rules = { name: '本校流程', steps: [step('own', [by])] }
    const { id } = await as('管理员', (ctx) => saveDefinition(ctx, { subject: 'test.request', orgId, rules }))
    await as('管理员', (ctx) => publishDefinition(ctx, id))
  }
  await save('乙')
  const first = await begin()
  await save('丙')
  const second = await begin()
  expect([await summary(first.id), await summary(second.id)]).toEqual([
    ['running', '乙 open'],
    ['running', '丙 open'],
  ])
  await as('管理员', (ctx) => disableDefinition(ctx, { subject: 'test.request', orgId }))
  const third = await begin()
  expect(await summary(third.id)).toEqual(['running', '甲 open'])
  await approve(first.id, '乙')
  await approve(second.id, '丙')
  expect((await stateOf(second.id)).status).toBe('approved')
  await timeline('trace 6', first.id)
  expect(
    await refusal(
      as('乙', (ctx) =>
        saveDefinition(ctx, { subject: 'test.request', orgId, rules: { name: '甲', steps: [step('x', ['甲'])] } }),
      ),
    ),
  ).toBe('没有权限执行此操作')
})

it('trace 7: the applicant leaves: the flow goes on, or ends if it has lost its meaning', async () => {
  const leave = () => {
    const { userId: memberId, personId } = actor('申请人')
    return as('管理员', (ctx) => reassignTasksOf(ctx, [{ memberId, personId, isLast: true }]))
  }
  declare({ steps: [step('one', ['甲'])] })
  const going = await begin()
  await leave()
  await approve(going.id, '甲')
  declare({ steps: [step('one', ['甲'])] }, { isVoidOnLeave: true })
  const ending = await begin()
  await leave()
  expect(await summary(ending.id)).toEqual(['terminated', '甲 cancelled'])
  expect(await timeline('trace 7', ending.id)).toContain(' ：终止（申请人已离岗）')
  // Requests of other tests may end too.
  expect(calls).toContain(`approved ${going.subjectId}`)
  expect(calls).toContain(`terminated ${ending.subjectId}`)
})

it('trace 7: the result of somebody who left also goes to the superior, who can read it', async () => {
  heads.push('戊')
  declare({ steps: [step('one', ['甲'])] })
  const { id } = await begin('申请人', { title: '离岗者的申请' })
  const present = await begin('丁', { title: '在岗者的申请' })
  left.add('申请人')
  const { userId: memberId, personId } = actor('申请人')
  const successorId = actor('乙').userId
  await as('管理员', (ctx) => reassignTasksOf(ctx, [{ memberId, personId, isLast: true, successorId }]))
  const titlesOf = async (name: string) =>
    (
      await world.database.sql<{ title: string }>(
        `select b.title from tenant.message m
         join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id and b.at = m.at
         where m.person_id = $1 and b.title like '%岗者的申请'`,
        [actor(name).personId],
      )
    ).map(({ title }) => title)
  for (const flow of [id, present.id]) await approve(flow, '甲')
  expect(await titlesOf('乙')).toEqual(['已通过：离岗者的申请'])
  expect(await titlesOf('戊')).toEqual(['已通过：离岗者的申请'])
  expect(await as('戊', (ctx) => getFlowDetail(ctx, id))).toMatchObject({ status: 'approved', applicant: '乙' })
})

it('whoever the rule of an open 或签 step means later may decide too, but not who gave the task away', async () => {
  heads.push('甲')
  const byHead = { approver: { kind: 'head' } }
  declare({ steps: [step('one', [], byHead)] })
  const { id } = await begin()
  declare({ steps: [step('one', [], { ...byHead, mode: 'all' })] })
  const every = await begin()
  const { id: taskId } = await taskOf(id, '甲')
  await as('甲', (ctx) => transferTask(ctx, { taskId, to: actor('乙').userId }))
  heads.push('丙', '申请人')
  for (let night = 0; night < 2; night++) await as('管理员', (ctx) => joinNewApprovers(ctx))
  expect(await summary(id)).toEqual(['running', '甲 transferred', '乙 open', '丙 open'])
  expect(await summary(every.id)).toEqual(['running', '甲 open'])
  expect(await timeline('join', id)).toContain('one步 ：新增审批人：丙')
  await approve(id, '丙')
  expect(await summary(id)).toEqual(['approved', '甲 transferred', '乙 cancelled', '丙 approved'])
})

it.each(['recall', 'approve'] as const)(
  'trace 8: two at once: an approval and another %s come one after the other, and the second reads its sentence',
  async (other) => {
    declare({ recall: 'any', steps: [step('one', ['甲', '乙'], { mode: 'any' })] })
    const rounds = Number(process.env['QIMING_FLOW_ROUNDS'] ?? 20)
    const winners = { first: 0, second: 0 }
    for (let round = 0; round < rounds; round++) {
      const { id } = await begin()
      const [one, two] = [await taskOf(id, '甲'), await taskOf(id, '乙')]
      const results = await Promise.all([
        refusal(as('甲', (ctx) => approveTask(ctx, { taskId: one.id }))),
        refusal(
          other === 'recall'
            ? as('申请人', (ctx) => recallFlow(ctx, id))
            : as('乙', (ctx) => approveTask(ctx, { taskId: two.id })),
        ),
      ])
      expect(results.toSorted()).toEqual(['no refusal', '该任务已被处理，请刷新后查看'])
      winners[results[0] === 'no refusal' ? 'first' : 'second']++
      const logged = (
        await as('管理员', (ctx) =>
          ctx.db.selectFrom('flow_log').select('action').where('instance_id', '=', id).execute(),
        )
      ).length
      expect([logged, calls.length]).toEqual([2, round + 1])
      if (round === 0) await timeline(`trace 8 ${other}`, id)
    }
    console.log(`flow races: ${rounds} rounds of approve and ${other}, won by ${winners.first} and ${winners.second}`)
  },
)

it('trace 9: the organisation is merged: its rules end, running flows go on at the other one', async () => {
  declare({ steps: [step('one', ['甲'])] })
  const rules = { name: '本校流程', steps: [step('own', ['乙'])] }
  const { id: definitionId } = await as('管理员', (ctx) =>
    saveDefinition(ctx, { subject: 'test.request', orgId: orgs.other.id, rules }),
  )
  await as('管理员', (ctx) => publishDefinition(ctx, definitionId))
  const { id } = await begin('申请人', { orgId: orgs.other.id })
  await as('管理员', async (ctx) => {
    expect(await flowContents.count(ctx, [orgs.other.id])).toBe(1)
    await flowContents.relocate(ctx, { from: orgs.other, to: orgs.school, departments: new Map(), isWhole: true })
    expect(await flowContents.count(ctx, [orgs.other.id])).toBe(0)
  })
  await approve(id, '乙')
  expect((await stateOf(id)).status).toBe('approved')
  const [row] = await world.database.sql<{ status: string }>(
    'select status from tenant.flow_definition where id = $1',
    [definitionId],
  )
  expect(row?.status).toBe('disabled')
  await timeline('trace 9', id)
})

describe('refusals of the table of operations', () => {
  it('transfer, recall, remind, opinion', async () => {
    declare({ steps: [step('one', ['甲', '丁'], { mode: 'all' }), step('two', ['乙'])] })
    const { id } = await begin()
    const { id: taskId } = await taskOf(id, '甲')
    const transfer = (to: string) => refusal(as('甲', (ctx) => transferTask(ctx, { taskId, to: actor(to).userId })))
    expect(await transfer('甲')).toBe('不能转交给自己')
    expect(await transfer('丁')).toBe('该人员已是本节点审批人')
    expect(await transfer('申请人')).toBe('不能转交给申请人')
    expect(await refusal(as('甲', (ctx) => rejectTask(ctx, { taskId, opinion: ' ' })))).toBe('请填写审批意见')
    expect(await refusal(as('戊', (ctx) => approveTask(ctx, { taskId })))).toBe('任务不存在')
    await as('申请人', (ctx) => remindApprovers(ctx, id))
    expect(await refusal(as('申请人', (ctx) => remindApprovers(ctx, id)))).toMatch(/^已催办，请120分钟后再试$/)
    await approve(id, '甲')
    expect(await refusal(as('申请人', (ctx) => recallFlow(ctx, id)))).toBe('已有审批人处理，不能撤回')
  })

  it('one flow of a record at a time; a step without approvers goes to the administrator or blocks', async () => {
    declare({ steps: [step('one', [])] })
    const { id, subjectId } = await begin()
    expect(await summary(id)).toEqual(['running', '管理员 open'])
    const form = { subject: 'test.request', id: subjectId, orgId: orgs.school.id, title: '再次', values: {} }
    expect(await refusal(as('申请人', (ctx) => startFlow(ctx, form)))).toBe('请勿重复提交')
    declare({ steps: [step('one', [], { empty: 'block' })] })
    expect(await refusal(start('申请人'))).toBe('节点“one步”没有审批人，请联系管理员配置')
  })

  it('conditions choose the steps', async () => {
    declare({
      steps: [
        step('one', ['甲']),
        step('two', ['乙'], { when: { field: 'days', op: 'gt', value: 3 } }),
        step('three', ['丙'], {
          when: { and: [{ field: 'days', op: 'gt', value: 1 }, { not: { field: 'days', op: 'gt', value: 3 } }] },
        }),
      ],
    })
    for (const [days, names] of [
      [1, ['甲']],
      [2, ['甲', '丙']],
      [5, ['甲', '乙']],
    ] as const) {
      const { id } = await begin('申请人', { values: { days } })
      for (const name of names) await approve(id, name)
      expect([days, (await stateOf(id)).status]).toEqual([days, 'approved'])
    }
  })
})

it('a record that cannot be sent again is not returned to the applicant', async () => {
  declare({ steps: [step('one', ['甲']), step('two', ['乙'])] }, { mayReturn: false })
  const { id } = await begin()
  await approve(id, '甲')
  expect(await refusal(giveBack(id, '乙', ''))).toBe('该业务不能退回修改，请同意或拒绝')
  const { returnTargets } = await as('乙', (ctx) => getFlowDetail(ctx, id))
  expect(returnTargets.map(({ key }) => key)).toEqual(['one'])
})

describe('around the flow', () => {
  const listTodos = async (name: string) =>
    (
      await world.database.sql<{ title: string; isDone: boolean }>(
        `select b.title, m.done_at is not null as "isDone" from tenant.message m
         join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id and b.at = m.at
         where m.person_id = $1 order by m.at, m.id`,
        [actor(name).personId],
      )
    ).map(({ title, isDone }) => `${title}${isDone ? ' ✓' : ''}`)

  it('to-dos close by themselves, and the applicant gets the result', async () => {
    declare({ steps: [step('one', ['甲', '乙'], { mode: 'any' })] })
    const title = '丁的用车申请'
    const { id } = await begin('丁', { title })
    for (const name of ['甲', '乙']) expect(await listTodos(name)).toContain(`待审批：${title}`)
    await approve(id, '甲')
    for (const name of ['甲', '乙']) expect(await listTodos(name)).toContain(`待审批：${title} ✓`)
    expect(await listTodos('丁')).toContain(`已通过：${title}`)
  })

  it('a refusal of the module undoes the decision, and only its row of a batch', async () => {
    let isRefused = true
    const onApproved = async (_: unknown, id: string) => {
      if (isRefused) throw new Refusal('余额不足')
      calls.push(`approved ${id}`)
    }
    declare({ steps: [step('one', ['甲'])] }, { onApproved })
    const refused = await begin()
    expect(await refusal(approve(refused.id, '甲'))).toBe('余额不足')
    expect(await summary(refused.id)).toEqual(['running', '甲 open'])
    declare({ steps: [step('one', ['甲']), step('two', ['乙'])] }, { onApproved })
    const going = await begin()
    const done = await begin()
    const taskIds = await Promise.all([refused, going, done].map(async ({ id }) => (await taskOf(id, '甲')).id))
    await approve(done.id, '甲')
    const results = await as('甲', (ctx) => approveTasks(ctx, { taskIds }))
    expect(Object.fromEntries(results.map(({ taskId, message }) => [taskIds.indexOf(taskId), message]))).toEqual({
      0: '余额不足',
      1: '',
      2: '该任务已被处理，请刷新后查看',
    })
    expect([await summary(refused.id), await summary(going.id)]).toEqual([
      ['running', '甲 open'],
      ['running', '甲 approved', '乙 open'],
    ])
    isRefused = false
    await approve(refused.id, '甲')
    expect(calls).toEqual([`approved ${refused.subjectId}`])
  })

  it('试运行 shows the path with its people and writes nothing; rules that contradict the subject are refused', async () => {
    declare({ steps: [step('one', ['甲', '乙'], { mode: 'all' }), step('two', ['丙'])] }, { flag: 'personnel' })
    const request = { subject: 'test.request', orgId: orgs.school.id, values: { days: 2 } }
    const count = 'select count(*)::int as count from tenant.flow_definition'
    const before = await world.database.sql(count)
    expect((await as('申请人', (ctx) => previewFlow(ctx, request))).flows).toEqual([
      { operator: '甲、乙', note: 'one步（会签）' },
      { operator: '丙', note: 'two步' },
    ])
    // A value that the caller makes up names nobody of another school.
    declare({ steps: [{ ...step('one', []), approver: { kind: 'field', with: { field: 'to' } } }] })
    const named = { subject: 'test.request', values: { to: actor('甲').userId } }
    const stranger = { ...actor('申请人'), orgId: orgs.other.id }
    const own = await as('申请人', (ctx) => previewFlow(ctx, named))
    const foreign = await world.database.as(stranger, (ctx) => previewFlow(ctx, named))
    expect([own.flows, foreign.flows]).toEqual([[{ operator: '甲', note: 'one步' }], [{ operator: '', note: 'one步' }]])
    declare({ steps: [step('one', ['甲', '乙'], { mode: 'all' }), step('two', ['丙'])] }, { flag: 'personnel' })
    const rules = {
      name: '试运行',
      steps: [
        step('one', ['甲'], { when: { field: 'days', op: 'gt', value: 3 } }),
        step('two', ['丙', '申请人']),
        step('three', []),
      ],
    }
    const attempt = { ...request, rules, applicant: actor('申请人').userId }
    expect((await as('管理员', (ctx) => tryFlow(ctx, attempt))).steps).toMatchObject([
      { key: 'one', people: [], outcome: 'skipped', note: '条件不满足：天数大于3' },
      { key: 'two', people: ['丙'], outcome: 'passed', note: '申请人是审批人：跳过本人' },
      { key: 'three', people: [], outcome: 'empty', note: '没有审批人：转流程管理员' },
    ])
    expect(await refusal(as('申请人', (ctx) => tryFlow(ctx, attempt)))).toBe('没有权限执行此操作')
    const wrong = (only: Parameters<typeof step>[2]) =>
      refusal(
        as('管理员', (ctx) => tryFlow(ctx, { ...attempt, rules: { ...rules, steps: [step('one', ['甲'], only)] } })),
      )
    expect(await wrong({ self: 'self' })).toBe('该类业务不允许本人审批本人')
    expect(await wrong({ empty: 'pass' })).toBe('节点“one步”没有审批人时不能自动通过')
    expect(await wrong({ when: { field: 'sum', op: 'gt', value: 3 } })).toBe('“one步”的条件使用了不存在的字段')
    for (const when of [
      { field: 'days', op: 'gt', value: '3天' },
      { field: 'days', op: 'gt', value: '2.50' },
      { field: 'days', op: 'gt', value: [3] },
      { field: 'days', op: 'in', value: 3 },
      { not: { field: 'days', op: 'in', value: [3, '4'] } },
    ] as const)
      expect(await wrong({ when } as Parameters<typeof step>[2])).toBe('“one步”的条件不正确：天数的值应为数字')
    expect(await wrong({ type: 'handle', onReject: { step: 'gone' } })).toBe('no refusal')
    declare({ steps: [step('one', ['甲'])] }, { mayReturn: false })
    expect(await wrong({ onReject: 'applicant' })).toBe('该业务不能退回修改，节点“one步”不同意时只能结束')
    expect(await world.database.sql(count)).toEqual(before)
  })

  it('the columns of lists show the state, the step and its people', async () => {
    declare({ steps: [step('one', ['甲', '乙'], { mode: 'all' })] })
    const { id, subjectId } = await begin()
    const found = await as('申请人', (ctx) => getFlowsOf(ctx, 'test.request', [subjectId]))
    expect(found.get(subjectId)).toEqual({ id, status: 'running', stepNames: ['one步'], holders: ['甲', '乙'] })
  })
})

it('after a withdrawal in a sequence, who had asked for advice gets the turn again', async () => {
  declare({ steps: [step('one', ['甲', '乙'], { mode: 'seq' })] })
  const { id } = await begin()
  await approve(id, '甲')
  const [first, second] = [await taskOf(id, '甲'), await taskOf(id, '乙')]
  const members = [actor('丙').userId]
  await as('乙', (ctx) => addSigners(ctx, { taskId: second.id, where: 'before', members }))
  await as('甲', (ctx) => withdrawApproval(ctx, first.id))
  expect(await summary(id)).toEqual(['running', '甲 approved void', '乙 waiting', '丙 cancelled', '甲 open'])
  await approve(id, '甲')
  await approve(id, '乙')
  expect((await stateOf(id)).status).toBe('approved')
})

it('after a withdrawal everybody of the step decides again, also those who need not any more', async () => {
  declare({ steps: [step('one', ['甲', '乙'], { mode: 'any', rejectPolicy: 'collect' }), step('two', ['丙'])] })
  const { id } = await begin()
  await approve(id, '甲')
  expect(await summary(id)).toEqual(['running', '甲 approved', '乙 cancelled', '丙 open'])
  const { id: taskId } = await taskOf(id, '甲')
  await as('甲', (ctx) => withdrawApproval(ctx, taskId))
  await reject(id, '甲')
  expect((await taskOf(id, '乙')).status).toBe('open')
  await reject(id, '乙')
  expect((await stateOf(id)).status).toBe('rejected')
})

it('直达退回人: a step that only the new values need decides first, and then everybody after it', async () => {
  const days = (value: number) => ({ field: 'days', op: 'gt' as const, value })
  declare({ steps: [step('one', ['甲']), step('two', ['乙'], { when: days(3) }), step('three', ['丙'])] })
  const { id, subjectId } = await begin('申请人', { values: { days: 1 } })
  await approve(id, '甲')
  await giveBack(id, '丙', '', 'direct')
  await as('申请人', (ctx) => resubmitFlow(ctx, { subject: 'test.request', id: subjectId, values: { days: 5 } }))
  expect(await summary(id)).toEqual(['running', '甲 approved', '丙 returned', '乙 open'])
  await approve(id, '乙')
  await approve(id, '丙')
  expect((await summary(id))[0]).toBe('approved')
})

it('直达退回人: a branch that only the new values need decides before the target', async () => {
  const when = { field: 'days', op: 'gt' as const, value: 3 }
  const branches = [
    { key: 'p', name: 'P', steps: [step('a', ['甲'])] },
    { key: 'q', name: 'Q', when, steps: [step('b', ['乙'])] },
  ]
  declare({ steps: [{ key: 'both', name: '并行', type: 'parallel', branches }, step('final', ['丙'])] })
  const { id, subjectId } = await begin('申请人', { values: { days: 1 } })
  await approve(id, '甲')
  await giveBack(id, '丙', '', 'direct')
  await as('申请人', (ctx) => resubmitFlow(ctx, { subject: 'test.request', id: subjectId, values: { days: 5 } }))
  expect(await summary(id)).toEqual(['running', '甲 approved void', '丙 returned', '甲 open', '乙 open'])
  for (const name of ['乙', '甲', '丙']) await approve(id, name)
  expect((await summary(id))[0]).toBe('approved')
})

it('an approval that led straight back is withdrawn: given again, it leads there again', async () => {
  declare({ steps: [step('one', ['甲']), step('two', ['乙']), step('three', ['丙'])] })
  const { id } = await begin()
  await approve(id, '甲')
  await approve(id, '乙')
  await giveBack(id, '丙', 'one', 'direct')
  await approve(id, '甲')
  const { id: taskId } = (await stateOf(id)).tasks.findLast(
    ({ status, personId }) => status === 'approved' && personId === actor('甲').personId,
  )!
  await as('甲', (ctx) => withdrawApproval(ctx, taskId))
  await approve(id, '甲')
  const open = (await stateOf(id)).tasks.filter(({ status }) => status === 'open')
  expect(open.map(({ step: key }) => key)).toEqual(['three'])
})

it('somebody gets the own decision back but has left meanwhile: the administrator has it', async () => {
  declare({ steps: [step('one', ['甲']), step('two', ['丁'])] })
  const { id } = await begin()
  const { id: taskId } = await taskOf(id, '甲')
  const added = { taskId, where: 'after' as const, members: [actor('乙').userId] }
  await as('甲', (ctx) => addSigners(ctx, added))
  await approve(id, '甲')
  left.add('甲')
  await reject(id, '乙')
  expect((await summary(id)).slice(-2)).toEqual(['甲 cancelled', '管理员 open'])
})

it('nothing about personnel passes because no condition is met', async () => {
  const when = { field: 'days', op: 'gt' as const, value: 3 }
  declare({ steps: [step('one', ['甲'], { when })] }, { flag: 'personnel' })
  expect(await refusal(begin('申请人', { values: { days: 1 } }))).toBe('没有符合条件的审批步骤，不能提交')
  declare({ steps: [step('one', ['甲'], { when })] })
  const { id } = await begin('申请人', { values: { days: 1 } })
  expect((await stateOf(id)).status).toBe('approved')
})

it('a version that is published twice at once stays published', async () => {
  declare({ steps: [step('one', ['甲'])] })
  const orgId = orgs.other.id
  const form = { subject: 'test.request', orgId, rules: { name: '本校流程', steps: [step('own', ['乙'])] } }
  const { id } = await as('管理员', (ctx) => saveDefinition(ctx, form))
  const answers = await Promise.all([1, 2].map(() => refusal(as('管理员', (ctx) => publishDefinition(ctx, id)))))
  expect(answers.toSorted()).toEqual(['no refusal', '只有草稿可以发布'])
  const started = await begin('申请人', { orgId })
  expect((await taskOf(started.id, '乙')).status).toBe('open')
})
