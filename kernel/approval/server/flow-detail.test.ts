import { expect, it } from 'vitest'
import { Refusal } from '#packages/core'
import { useApprovals } from './approval.fixture.ts'
import { describeCondition } from './conditions.ts'
import { delegateApprovals } from './delegations.ts'
import { getFlowDetail } from './flow-detail.ts'
import { addSigners, approveTask, commentFlow, copyFlowTo, rejectTask, removeSigner } from './flows.ts'
import { listOpenTasks, listOwnFlows } from './inbox.ts'

const world = useApprovals(['申请人', '甲', '乙', '丙', '丁', '路人', '读者'])
const { step, declare, as, start, taskOf, actor } = world
const page = { pageNumber: 1, pageSize: 20, keyword: '' }
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof Refusal ? error.message : String(error)),
  )
const detail = (name: string, id: string, now?: Date) => as(name, (ctx) => getFlowDetail(ctx, id), now)
const approve = async (id: string, name: string) => {
  const { id: taskId } = await taskOf(id, name)
  await as(name, (ctx) => approveTask(ctx, { taskId, opinion: '属实' }))
}

it('the people of a request read its facts, path and what they may do; for others it does not exist', async () => {
  declare(
    {
      steps: [
        step('one', ['甲', '乙'], { mode: 'all' }),
        step('two', ['丙'], { when: { field: 'days', op: 'gt', value: 3 } }),
        step('three', ['丁'], { when: { field: 'days', op: 'le', value: 3 } }),
        { key: 'copy', name: '抄送教务', type: 'copy', approver: { kind: 'member', with: {} } },
      ],
    },
    {
      describe: async (_, id) => ({
        lead: [{ label: '天数', value: '2' }],
        facts: [{ label: '编号', value: id }],
        files: [],
      }),
      canRead: async ({ actor: { personId } }) => personId === actor('读者').personId,
      url: (id) => `/leave/${id}`,
    },
  )
  const { id, subjectId } = await start('申请人', { values: { days: 2 }, brief: '2天' })
  await approve(id, '甲')
  const read = await detail('乙', id)
  expect(read).toMatchObject({
    id,
    flowName: '测试流程',
    subjectTitle: '申请',
    applicant: '申请人',
    applicantNote: '教务处 · 教师',
    orgName: '实验小学',
    status: 'running',
    lead: [{ label: '天数', value: '2' }],
    facts: [{ label: '编号', value: subjectId }],
    url: '',
    stepType: 'approve',
    returnTargets: [{ key: '', name: '申请人' }],
    may: ['approve', 'reject', 'return', 'transfer', 'addSign', 'copy', 'comment'],
    flows: [
      { operator: '甲、乙', note: 'one步（会签）' },
      { operator: '丁', note: 'three步' },
      { operator: '', note: '抄送教务' },
    ],
  })
  expect(read.taskId).toBe((await taskOf(id, '乙')).id)
  expect(
    read.steps.map(({ key, position, condition, seats }) => [
      key,
      position,
      condition,
      seats.map((one) => `${one.name} ${one.status} ${one.opinion}`.trim()),
    ]),
  ).toEqual([
    ['one', 'open', '', ['甲 approved 属实', '乙 open']],
    ['two', 'skipped', '天数大于3', []],
    ['three', 'ahead', '天数不大于3', ['丁 waiting']],
    ['copy', 'ahead', '', []],
  ])
  expect(read.monitors.map(({ user, state }) => `${user} ${state}`)).toEqual(['申请人 发起', '甲 同意'])
  const mayOf = async (name: string) => (await detail(name, id)).may
  expect(await mayOf('申请人')).toEqual(['remind', 'copy', 'comment'])
  expect(await mayOf('甲')).toEqual(['withdraw', 'copy', 'comment'])
  expect(await mayOf('管理员')).toEqual(['remind', 'comment', 'reassign', 'jump', 'terminate'])
  expect(await detail('读者', id)).toMatchObject({ url: `/leave/${subjectId}`, may: [] })
  // He decides later; until then it is none of his business.
  for (const name of ['丁', '路人']) expect(await refusal(detail(name, id))).toBe('申请不存在')
  await as('申请人', (ctx) => copyFlowTo(ctx, { flowId: id, members: [actor('路人').userId] }))
  expect(await mayOf('路人')).toEqual(['comment'])
  await as('路人', (ctx) => commentFlow(ctx, { flowId: id, text: '请注明代课老师' }))
  expect((await detail('申请人', id)).monitors.at(-1)).toMatchObject({
    user: '路人',
    state: '评论',
    opinion: '请注明代课老师',
  })
  expect((await detail('申请人', id)).steps.at(-1)).toMatchObject({ key: 'copies', seats: [{ name: '路人' }] })
})

it('a deputy reads and decides the request on these days only', async () => {
  const day = (text: string) => new Date(`${text}+08:00`)
  declare({ steps: [step('one', ['丙'])] })
  const form = { from: '2026-11-20', to: '2026-11-24', subjects: [], source: '' }
  const people = { fromPersonId: actor('丙').personId, toPersonId: actor('丁').personId }
  await as('丙', (ctx) => delegateApprovals(ctx, { ...form, ...people }), day('2026-11-19T09:00'))
  const { id } = await start('申请人')
  expect(await refusal(detail('丁', id, day('2026-11-19T10:00')))).toBe('申请不存在')
  const read = await detail('丁', id, day('2026-11-20T10:00'))
  expect(read.taskId).toBe((await taskOf(id, '丙')).id)
  expect(read.may).toContain('approve')
  expect(await refusal(detail('丁', id, day('2026-11-25T00:00')))).toBe('申请不存在')
})

it('who waits for added people may refuse, not approve; an administrator removes them', async () => {
  declare({ steps: [step('one', ['甲'])] })
  const { id } = await start('申请人')
  const { id: taskId } = await taskOf(id, '甲')
  await as('甲', (ctx) => addSigners(ctx, { taskId, where: 'before', members: [actor('乙').userId] }))
  expect((await detail('甲', id)).may).toEqual(['reject', 'return', 'copy', 'comment'])
  const { id: addedId } = await taskOf(id, '乙')
  expect(await refusal(as('路人', (ctx) => removeSigner(ctx, addedId)))).toBe('任务不存在')
  await as('管理员', (ctx) => removeSigner(ctx, addedId))
  expect((await detail('甲', id)).may).toContain('approve')
})

it('a returned request waits for the applicant; lists are searched by title, applicant, subject and state', async () => {
  declare({ steps: [step('one', ['甲'], { onReject: 'applicant', needsOpinion: true })] })
  const { id } = await start('申请人', { title: '购置投影仪', brief: '¥8,000' })
  expect((await as('甲', (ctx) => listOpenTasks(ctx, { ...page, keyword: '投影' }))).items).toMatchObject([
    { flowId: id, subjectTitle: '申请', brief: '¥8,000', stepName: 'one步', stepType: 'approve', isSingle: true },
  ])
  const found = async (more: object) => (await as('甲', (ctx) => listOpenTasks(ctx, { ...page, ...more }))).itemCount
  expect(await found({ keyword: '申请人', subject: 'test.request', from: '2020-01-01' })).toBeGreaterThan(0)
  for (const nothing of [{ keyword: '100%' }, { subject: 'other' }, { to: '2020-01-01' }])
    expect(await found(nothing)).toBe(0)
  const { id: taskId } = await taskOf(id, '甲')
  await as('甲', (ctx) => rejectTask(ctx, { taskId, opinion: '请附报价' }))
  expect(await detail('申请人', id)).toMatchObject({
    status: 'returned',
    taskId: null,
    may: ['recall', 'copy', 'comment', 'resubmit'],
  })
  const own = await as('申请人', (ctx) => listOwnFlows(ctx, { ...page, status: 'returned' }))
  expect(own.items).toMatchObject([{ flowId: id, stepNames: [] }])
})

it('a request whose application is gone can be read and terminated, but not approved', async () => {
  declare({ steps: [step('one', ['甲'])] }, { key: 'test.gone' })
  const { id } = await start('申请人', { subject: 'test.gone' })
  const { app } = world.database
  app.contributions = {
    ...app.contributions,
    approvalSubjects: app.contributions.approvalSubjects!.filter(({ key }) => key !== 'test.gone'),
  }
  expect(await detail('甲', id)).toMatchObject({ subjectTitle: '已停用的业务', facts: [] })
  expect(await refusal(approve(id, '甲'))).toBe('该业务已停用，不能通过；可以退回、撤回或终止')
  expect(await refusal(start('申请人', { subject: 'test.gone' }))).toBe('该审批业务不存在')
})

it('puts a condition in words that people use', () => {
  const fields = { isHead: { label: '单位负责人' }, days: { label: '天数' } }
  const isHead = (op: 'eq' | 'ne', value: boolean) => describeCondition({ field: 'isHead', op, value }, fields)
  expect([isHead('eq', true), isHead('ne', true), isHead('eq', false)]).toEqual([
    '单位负责人',
    '非单位负责人',
    '非单位负责人',
  ])
  expect(describeCondition({ field: 'days', op: 'gt', value: 3 }, fields)).toBe('天数大于3')
})
