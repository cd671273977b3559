import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { classOf } from '#kernel/schooling/server/example.ts'
import { getFlowsOf, getOpenTasksOf, listOwnFlows, terminateFlow } from '#kernel/approval/server/api.ts'
import { Ret, wholeDistrict, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { changeEnrolments, getHeadCounts } from './api.ts'
import { getStudent } from './service/students/student-detail.ts'
import { revealStudentField } from './service/students/reveal-student-field.ts'
import { requestTransfer, decideTransfer, listTransfers } from './service/students/transfers.ts'
import {
  contributeApprovals,
  createManager,
  on,
  createManagedSchools,
  type TestSchools,
  getNoon,
} from './students.fixture.ts'
import { aChildIdCard, aPupil } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: TestSchools
let chief: Actor, giving: Actor, asking: Actor
let hasDeciders = true
const today = '2026-11-20'
beforeAll(async () => {
  ;({ tree, chief, head: giving, neighbour: asking } = await as(createActor(), createManagedSchools))
  contributeApprovals(database, {
    holders: () => (hasDeciders ? [giving] : []),
    administrators: () => (hasDeciders ? [chief] : []),
  })
})

const make = async (name: string) => {
  const studentNo = `G${aChildIdCard('男')}`
  const more = { name, studentNo, schoolNo: studentNo.slice(-6) }
  const { id } = await as(chief, (ctx) => aPupil(ctx, classOf(tree.grades.first), more))
  return { id, name, studentNo }
}
const ask = (who: { name: string; studentNo: string }, actor = asking, day = '2026-11-25') => {
  const { gradeId, classIds } = tree.otherGrades.first
  const target = { orgId: null, gradeId, classId: classIds[1]! }
  const { name, studentNo } = who
  return requestTransfer(database.requestCtx(actor, getNoon(today)), {
    name,
    studentNo,
    ...target,
    on: day,
    reason: '随父母工作调动',
  })
}
const list = (actor: Actor) =>
  as(actor, async (ctx) => (await listTransfers(on(ctx, today), { pageNumber: 1, pageSize: 50 })).items)
const decide = (actor: Actor, id: string, decision: 'agree' | 'refuse' | 'withdraw', opinion = '') =>
  as(actor, (ctx) => decideTransfer(on(ctx, today), { id, decision, opinion }))

it('shows the requester the same whether or not the child exists', async () => {
  const real = await make('宋知意')
  expect(await ask(real)).toBeNull()
  expect(await ask({ name: '宋无人', studentNo: `G${aChildIdCard('男')}` })).toBeNull()
  expect(await ask({ name: '宋错名', studentNo: real.studentNo })).toBeNull()
  // Other tests create requests too.
  const these = async (actor: Actor, names: string[]) =>
    (await list(actor)).filter(({ studentName }) => names.includes(studentName))
  const requested = await these(asking, ['宋*人', '宋*名', '宋*意'])
  const seen = requested.map(({ id: _, at: __, studentName: ___, ...rest }) => JSON.stringify(rest))
  expect([requested.length, new Set(requested.map(({ studentName }) => studentName)).size, new Set(seen).size]).toEqual(
    [3, 3, 1],
  )
  // The old school sees only requests for its own pupils.
  const received = await these(giving, ['宋无人', '宋错名', '宋知意'])
  expect(received).toMatchObject([{ studentName: '宋知意', studentId: real.id, mayDecide: true, mayWithdraw: false }])
  const waiting = await as(giving, (ctx) => getOpenTasksOf(ctx, 'student-transfer'))
  expect([...waiting.keys()]).toEqual(received.map(({ id }) => id))
  const page = { keyword: '', pageNumber: 1, pageSize: 20 }
  expect((await as(asking, (ctx) => listOwnFlows(ctx, page))).items).toEqual([])
  for (const { id } of requested) await expect(decide(asking, id, 'agree')).rejects.toMatchObject({ ret: Ret.notFound })
})

it('moves the child from the agreed day on, and keeps the history', async () => {
  const child = await make('宋转学')
  await ask(child)
  const { id } = (await list(giving)).find(({ studentId }) => studentId === child.id)!
  await decide(giving, id, 'agree')
  await expect(decide(giving, id, 'refuse', '迟了')).rejects.toMatchObject({ ret: Ret.changedByOthers })
  const at = (actor: Actor, day: string) =>
    as(actor, (ctx) => getStudent(on(ctx, day), { id: child.id })).then(({ orgName, className }) => [
      orgName,
      className,
    ])
  expect(await at(giving, '2026-11-24')).toEqual(['实验小学', '一(1)班'])
  expect(await at(asking, '2026-11-25')).toEqual(['文澜小学', '一(2)班'])
  await expect(at(giving, '2026-11-25')).rejects.toMatchObject({ ret: Ret.notFound })
  // As of October the old school still sees its pupil, but cannot reveal current numbers.
  const then = as(giving, (ctx) => getStudent(on(ctx, '2026-11-26'), { id: child.id, on: '2026-10-15' }))
  expect(await then).toMatchObject({ orgName: '实验小学', schoolNo: '', guardians: [], household: '' })
  const reveal = as(giving, (ctx) =>
    revealStudentField(on(ctx, '2026-11-26'), {
      id: child.id,
      field: 'studentNo',
      reason: '核对',
      guardianId: null,
      on: '2026-10-15',
    }),
  )
  await expect(reveal).rejects.toThrow('该学生已离开本校')
  const total = (day: string) => as(chief, async (ctx) => (await getHeadCounts(ctx, tree.other.id, day)).total)
  expect((await total('2026-11-25')) - (await total('2026-11-24'))).toBe(1)
  expect((await list(asking)).find((one) => one.id === id)).toMatchObject({ status: 'agreed', studentName: '宋转学' })
})

it('a refusal needs an opinion; the requester can withdraw; the district can decide', async () => {
  const [one, two] = [await make('宋甲'), await make('宋乙')]
  await ask(one)
  await ask(two)
  const idOf = async (who: { id: string }) => (await list(chief)).find(({ studentId }) => studentId === who.id)!.id
  await expect(decide(giving, await idOf(one), 'refuse')).rejects.toThrow('请填写拒绝原因')
  await decide(asking, await idOf(one), 'withdraw')
  await decide(chief, await idOf(two), 'refuse', '手续不全')
  const open = await as(giving, (ctx) => getOpenTasksOf(ctx, 'student-transfer'))
  expect([open.has(await idOf(one)), open.has(await idOf(two))]).toEqual([false, false])
  expect((await list(asking)).find(({ status }) => status === 'refused')).toMatchObject({ opinion: '手续不全' })
  expect(
    (await list(asking))
      .slice(0, 2)
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['refused', 'withdrawn'])
  const stranger = await as(chief, (ctx) => createManager(ctx, tree.other))
  await expect(decide({ ...stranger, permissions: new Map() }, await idOf(two), 'agree')).rejects.toMatchObject({
    ret: Ret.forbidden,
  })
})

it('is refused for the requesting school when an administrator ends it, and it is told', async () => {
  const child = await make('宋终止')
  await ask(child)
  const { id } = (await list(giving)).find(({ studentId }) => studentId === child.id)!
  const administrator = { ...chief, permissions: new Map([...chief.permissions, ['flow.manage', wholeDistrict]]) }
  await as(administrator, async (ctx) => {
    const flow = (await getFlowsOf(ctx, 'student-transfer', [id])).get(id)!
    await terminateFlow(on(ctx, today), { flowId: flow.id, reason: '重复提交的申请' })
  })
  expect((await list(asking)).find((one) => one.id === id)).toMatchObject({ status: 'refused' })
  const told = await database.sql(
    `select from tenant.message m join tenant.message_batch b on b.id = m.batch_id
     where m.person_id = $1 and b.title = '宋终止的转学申请已拒绝'`,
    [asking.personId],
  )
  expect(told).toHaveLength(1)
})

it('answers the same when nobody at the school of the child can decide', async () => {
  const child = await make('宋无校')
  hasDeciders = false
  onTestFinished(() => void (hasDeciders = true))
  expect(await ask(child)).toBeNull()
  expect((await list(asking)).filter(({ studentName }) => studentName === '宋*校')).toMatchObject([
    { status: 'requested', mayWithdraw: true },
  ])
})

it('cannot be agreed after the child has died or left', async () => {
  const child = await make('宋晚')
  await ask(child)
  const { id } = (await list(giving)).find(({ studentId }) => studentId === child.id)!
  const died = { studentId: child.id, type: 'die' as const, on: today, to: null }
  await as(giving, (ctx) => changeEnrolments(on(ctx, today), [died]))
  await expect(decide(giving, id, 'agree')).rejects.toThrow('该学生的学籍在申请后又有变动')
  expect((await list(giving)).find((one) => one.id === id)).toMatchObject({ status: 'requested' })
})
