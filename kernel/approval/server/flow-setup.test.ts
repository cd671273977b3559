import { expect, it } from 'vitest'
import { newId, Refusal } from '#packages/core'
import { useApprovals } from './approval.fixture.ts'
import { getFlowDefinition, listFlowDefinitions } from './definition-list.ts'
import { publishDefinition, saveDefinition } from './definitions.ts'
import { endDelegation, listDelegations, saveDelegation } from './delegations.ts'
import { getFlowDetail } from './flow-detail.ts'
import { approveTask } from './flows.ts'
import { getSignature, listPhrases, savePhrases, saveSignature, signatureOwner } from './personal-settings.ts'

const world = useApprovals(['申请人', '甲', '乙', '丙', '路人'])
const { step, declare, as, start, taskOf, actor, left, heads, orgs, database } = world
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof Refusal ? error.message : String(error)),
  )

it('a flow is designed at a school, published, and names its leavers later', async () => {
  declare({ steps: [step('shipped', ['甲'])] })
  const list = async () => (await as('管理员', (ctx) => listFlowDefinitions(ctx, {}))).rows
  expect(await list()).toMatchObject([
    {
      subject: 'test.request',
      origin: 'shipped',
      version: 0,
      draftVersion: 0,
      stepNames: ['shipped步'],
      namesLeavers: false,
    },
  ])
  const rules = { name: '本校流程', steps: [step('own', ['乙'])] }
  const { id } = await as('管理员', (ctx) => saveDefinition(ctx, { subject: 'test.request', rules }))
  expect(await list()).toMatchObject([{ origin: 'shipped', draftVersion: 1 }])
  const detail = () => as('管理员', (ctx) => getFlowDefinition(ctx, { subject: 'test.request' }))
  expect(await detail()).toMatchObject({
    orgId: orgs.school.id,
    draftId: id,
    version: 1,
    mayReturn: true,
    rules: { name: '本校流程' },
    names: { [actor('乙').userId]: '乙' },
    fields: [{ key: 'days', label: '天数', type: 'number' }],
    kinds: [{ kind: 'member' }, { kind: 'field' }, { kind: 'choice' }],
    versions: [{ id, version: 1, status: 'draft', by: '管理员', running: 0 }],
  })
  // Somebody else saved meanwhile.
  const stale = { subject: 'test.request', rules, version: 0 }
  expect(await refusal(as('管理员', (ctx) => saveDefinition(ctx, stale)))).toBe('流程已被他人修改，请刷新')
  await as('管理员', (ctx) => publishDefinition(ctx, id))
  await start('申请人')
  expect(await list()).toMatchObject([
    { origin: 'own', originName: '实验小学', version: 1, draftVersion: 0, running: 1 },
  ])
  left.add('乙')
  expect(await list()).toMatchObject([{ namesLeavers: true }])
  expect((await detail()).names).toEqual({})
  const again = as('管理员', (ctx) => saveDefinition(ctx, { subject: 'test.request', rules }))
  expect(await refusal(again)).toBe('指定的人员不存在或已离岗')
  // A single id means the same person as a list with it.
  const single = {
    ...rules,
    steps: [step('own', [], { approver: { kind: 'member', with: { members: actor('乙').userId } } })],
  }
  expect(await refusal(as('管理员', (ctx) => saveDefinition(ctx, { subject: 'test.request', rules: single })))).toBe(
    '指定的人员不存在或已离岗',
  )
  left.clear()
  expect(await refusal(as('甲', (ctx) => listFlowDefinitions(ctx, {})))).toBe('没有权限执行此操作')
})

it('a person delegates; for somebody who is ill a superior does, and both are told', async () => {
  declare({ steps: [step('one', ['甲'])] })
  const now = new Date('2026-11-20T09:00:00+08:00')
  const days = { firstDay: '2026-11-20', lastDay: '2026-11-22', subjects: ['test.request'] }
  const save = (name: string, from: string | undefined, to: string) =>
    as(name, (ctx) => saveDelegation(ctx, { ...days, from: from && actor(from).userId, to: actor(to).userId }), now)
  const own = await save('甲', undefined, '乙')
  const wrong = (to: string, change: object) =>
    as('甲', (ctx) => saveDelegation(ctx, { ...days, to: actor(to).userId, ...change }), now)
  const about = (field: string) => ({ data: { errors: [{ field }] } })
  await expect(wrong('甲', {})).rejects.toMatchObject(about('to'))
  await expect(wrong('乙', { lastDay: '2026-11-19' })).rejects.toMatchObject(about('lastDay'))
  expect(await refusal(save('路人', '甲', '丙'))).toBe('人员不存在')
  heads.push('丙')
  const ill = await save('丙', '乙', '路人')
  heads.length = 0
  const rows = async (name: string, at = now) => (await as(name, listDelegations, at)).rows
  expect(await rows('甲')).toMatchObject([
    { id: own.id, to: '乙', subjects: ['申请'], status: 'active', isMine: true, mayCancel: true },
  ])
  expect(await rows('乙')).toMatchObject([
    { id: ill.id, from: '乙', isMine: true, mayCancel: true },
    { id: own.id, from: '甲', isMine: false, mayCancel: false },
  ])
  expect(await rows('甲', new Date('2026-11-23T00:00:00+08:00'))).toMatchObject([{ status: 'over', mayCancel: false }])
  const told = await database.sql<{ name: string }>(
    `select p.name from tenant.message m join tenant.person p on p.id = m.person_id
     join tenant.message_batch b on b.id = m.batch_id where b.title = '审批代理：乙 → 路人' order by p.name`,
  )
  expect(told.map(({ name }) => name).toSorted()).toEqual(['乙', '路人'].toSorted())
  const cancel = (name: string, id: string) => refusal(as(name, (ctx) => endDelegation(ctx, id), now))
  expect(await cancel('申请人', ill.id)).toBe('审批代理不存在')
  expect(await cancel('路人', ill.id)).toBe('只有被代理人可以取消')
  expect(await cancel('乙', ill.id)).toBe('no refusal')
  expect(await cancel('乙', ill.id)).toBe('该代理已结束')
})

it('everybody has phrases, and signs with the own handwriting only; the people of the request see it', async () => {
  const claimed = new Set<string>()
  database.contribute('signatureFiles', {
    claim: async (_, id) => void claimed.add(id),
    release: async (_, id) => void claimed.delete(id),
    listUrls: async (_, ids) => new Map(ids.map((id) => [id, `/files/${id}`])),
  })
  expect(await as('甲', listPhrases)).toEqual({ phrases: ['同意', '拟同意', '已阅'] })
  await as('甲', (ctx) => savePhrases(ctx, { phrases: ['请抓紧', '同意', '请抓紧'] }))
  expect(await as('甲', listPhrases)).toEqual({ phrases: ['请抓紧', '同意'] })
  const [first, second, third] = [newId(), newId(), newId()]
  const save = (name: string, fileId: string | null) => as(name, (ctx) => saveSignature(ctx, { fileId }))
  await save('甲', first)
  await save('甲', second)
  expect([...claimed]).toEqual([second])
  declare({ steps: [step('one', ['甲'], { needsSignature: true })] })
  const { id } = await start('申请人', { orgId: orgs.other.id })
  const { id: taskId } = await taskOf(id, '甲')
  const sign = (fileId: string | null) =>
    refusal(as('甲', (ctx) => approveTask(ctx, { taskId, signatureFileId: fileId })))
  expect(await sign(null)).toBe('请先签名')
  expect(await sign(first)).toBe('请使用本人的签名')
  expect(await sign(second)).toBe('no refusal')
  await save('甲', third)
  expect(await as('甲', getSignature)).toEqual({ fileId: third, url: `/files/${third}` })
  // What was signed keeps its picture.
  expect([...claimed]).toEqual([second, third])
  const { steps } = await as('申请人', (ctx) => getFlowDetail(ctx, id))
  expect(steps[0]!.seats[0]!.signatureUrl).toBe(`/files/${second}`)
  const readers = async (fileId: string) => {
    const found: string[] = []
    for (const name of ['申请人', '甲', '乙', '管理员'])
      if (await as(name, (ctx) => signatureOwner.canRead(ctx, fileId))) found.push(name)
    return found
  }
  expect(await readers(second)).toEqual(['申请人', '甲', '管理员'])
  expect(await readers(third)).toEqual(['甲'])
  await save('甲', null)
  expect([...claimed]).toEqual([second])
})
