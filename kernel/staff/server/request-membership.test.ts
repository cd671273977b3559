import { beforeAll, expect, it } from 'vitest'
import { anIdCard, aPhone } from '#kernel/identity/server/example.ts'
import { aSchool } from '#kernel/org/server/example.ts'
import { emptyId, type Actor, orgTreeScope } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { copyFlowTo, listOwnFlows } from '#kernel/approval/server/api.ts'
import { getFlowDetail } from '#kernel/approval/server/flow-detail.ts'
import { mergeOrganisations } from '#kernel/org/server/service/merge-organisations.ts'
import { recountMembers } from './jobs.ts'
import { listWrongUserCounts } from './member-count-queries.ts'
import { addUser } from './service/add-staff.ts'
import { requestStaffChange } from './service/changes/request-staff-change.ts'
import { decideStaffChange, listStaffChanges } from './service/changes/approve-staff-change.ts'
import { staffChangeApproval } from './service/changes/staff-change-approval.ts'
import { listChangedStaff, listMemberships, getUser } from './service/get-staff.ts'
import { staffContents } from './service/relocate-staff.ts'
import { searchStaffInDistrict } from './service/search-staff.ts'
import { inDays, manager, createManagedTree, declareStaffApprovals, type Tree } from './staff.fixture.ts'
import { aTeacher, newForm } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor

beforeAll(async () => {
  database.contribute('orgContents', staffContents)
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
  declareStaffApprovals(database, [chief, head, neighbour])
})

const add = (who: Actor, ...form: Parameters<typeof newForm>) => as(who, (ctx) => addUser(ctx, newForm(...form)))
const decide = (who: Actor, fId: string, status: number, opinion = '') =>
  as(who, (ctx) => decideStaffChange(ctx, { fId, status, opinion }))
const list = (who: Actor, keyword = '') =>
  as(
    who,
    async (ctx) => (await listStaffChanges(ctx, { pageNumber: 1, pageSize: 200, keyword, status: undefined })).items,
  )
const change = async (who: Actor, id: string) => (await list(who)).find((one) => one.id === id)
const placesOf = (id: string) =>
  as(chief, async (ctx) => (await listMemberships(ctx, id)).map(({ orgName, isMain, post }) => [orgName, isMain, post]))
const [agree, refuse, withdraw] = [1, 2, 3]
const nobody = { isApprover: false, isDeputy: false, isAdministrator: false }

/** A teacher of 文澜中学 with a staff file; 实验小学 knows only a name and an ID number. */
async function teacher(name: string) {
  const facts = { idCard: anIdCard(), mobile: aPhone(), email: 'home@example.cn', resume: '在文澜中学任教十年' }
  const { id } = await add(neighbour, tree.other, name, { ...facts, departmentId: tree.general.id })
  return { id, name, ...facts }
}
/** Ends a membership in the past and recounts, like the nightly job. */
async function leaves(id: string) {
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', '2026-02-01') where id = $1", [id])
  await as(chief, recountMembers)
}
const ask = async (name: string, idCard: string, who = head, org = tree.school) => {
  const { id, changeId } = await add(who, org, name, { idCard, joinExisting: true, post: '兼课教师', number: 'J7' })
  return { id, changeId: changeId! }
}

it('a school requests a teacher of another one and learns nothing before the approval', async () => {
  const { id: atHome, name, idCard } = await teacher('苏映雪')
  const question = add(head, tree.school, name, { idCard })
  await expect(question).rejects.toThrow('该身份证号已在其他单位登记，是否申请任职？')
  const { id, changeId } = await ask(name, idCard)
  expect(id).toBe(emptyId)
  const query = { nodeId: null, within: 'below', keyword: name, sort: 'sort', desc: false } as const
  const page = { pageNumber: 1, pageSize: 200 }
  const seen = async () => ({
    found: (await as(head, (ctx) => searchStaffInDistrict(ctx, { ...query, ...page }))).items.length,
    listed: (await as(head, (ctx) => listChangedStaff(ctx, { orgId: null, ...page }))).items.filter(
      (one) => one.name === name,
    ).length,
  })
  expect(await seen()).toEqual({ found: 0, listed: 0 })
  expect(await change(head, changeId)).toMatchObject({
    type: 2,
    status: 0,
    personName: name,
    oldOrgName: '',
    oldDepartmentName: '',
    newOrgName: '实验小学',
    post: '兼课教师',
    mayDecide: false,
    mayWithdraw: true,
    isUnknown: false,
  })
  await expect(decide(head, changeId, agree)).rejects.toThrow('请等待其主要任职单位审核')
  expect(await placesOf(atHome)).toHaveLength(1)

  expect(await change(neighbour, changeId)).toMatchObject({
    personName: name,
    applicant: '管理员',
    oldOrgName: '文澜中学',
    oldDepartmentName: '总务处',
    newOrgName: '实验小学',
    post: '兼课教师',
    mayDecide: true,
    mayWithdraw: false,
  })
  await decide(neighbour, changeId, agree, '每周两节')
  expect(await placesOf(atHome)).toEqual([
    ['文澜中学', true, ''],
    ['实验小学', false, '兼课教师'],
  ])
  expect(await seen()).toEqual({ found: 1, listed: 1 })
  expect(await change(head, changeId)).toMatchObject({ status: 1, oldOrgName: '文澜中学', opinion: '每周两节' })
  const log = await database.sql<{ kind: string }>(
    `select kind from tenant.identity_log
     where person_id = (select person_id from tenant.membership where id = $1) order by at, id`,
    [atHome],
  )
  expect(log.map(({ kind }) => kind)).toEqual(['place-added', 'place-added'])
  expect(await as(chief, (ctx) => listWrongUserCounts(ctx.db, inDays(0), 100))).toEqual([])
})

it('a request looks the same whether the person exists or not, and under which name', async () => {
  const real = await teacher('江晚舟')
  const named = await teacher('何所思')
  const left = await teacher('季长风')
  await leaves(left.id)
  const guardian = anIdCard()
  await as(createActor(), (ctx) => createPerson(ctx, { name: '陶家长', idCard: guardian, phone: aPhone() }))
  const requests: [string, string][] = [
    [real.name, real.idCard],
    ['何不思', named.idCard],
    ['莫须有', anIdCard()],
    [left.name, left.idCard],
    ['陶家长', guardian],
  ]
  const results = []
  for (const [name, idCard] of requests) {
    const { id, changeId } = await ask(name, idCard)
    const again = await ask(name, idCard).catch(String)
    const decided = await decide(head, changeId, agree).catch(String)
    const found = await list(head, name)
    const { id: _, appliedAt: __, personName, ...row } = (await change(head, changeId))!
    results.push({
      id,
      again,
      decided,
      row,
      isAsTyped: personName === name,
      found: found.map((one) => one.id === changeId),
    })
  }
  expect(results[0]).toMatchObject({ isAsTyped: true, found: [true], row: { oldOrgName: '', decidedBy: '' } })
  expect(results[0]!.again).toContain('已提交过该人员的任职申请')
  for (const result of results) expect(result).toEqual(results[0])
  // The refusal does not reveal the name either, neither before nor in the text of the question.
  const messages = await Promise.all(
    ['何所思', '何不思'].map((name) => add(head, tree.school, name, { idCard: named.idCard }).catch(String)),
  )
  expect(messages[0]).toBe(messages[1])
})

it('requests of other schools and pending transfers do not affect a new request', async () => {
  const { id, name, idCard } = await teacher('庄梦蝶')
  const third = await as(chief, (ctx) => aSchool(ctx, tree.bureau, '城北小学'))
  const stranger = await as(chief, (ctx) => manager(ctx, third))
  const transfer = { type: 1, toOrgId: third.id, toDepartmentId: null, effectiveOn: inDays(30), reason: '工作调动' }
  await as(neighbour, (ctx) => requestStaffChange(ctx, { userId: id, ...transfer }))
  const [one, two] = [await ask(name, idCard), await ask(name, idCard, stranger, third)]
  expect(await change(stranger, one.changeId)).toBeUndefined()
  await decide(neighbour, one.changeId, agree)
  await decide(neighbour, two.changeId, refuse, '课时已满')
  expect((await placesOf(id)).map(([orgName]) => orgName)).toEqual(['文澜中学', '实验小学'])
})

it('a refused or withdrawn request changes nothing and does not reveal the employer', async () => {
  const { id, name, idCard } = await teacher('骆清商')
  const first = await ask(name, idCard)
  await expect(decide(head, first.changeId, withdraw)).resolves.toBeNull()
  await expect(decide(neighbour, first.changeId, agree)).rejects.toMatchObject({ ret: -9 })
  const second = await ask(name, idCard)
  await decide(neighbour, second.changeId, refuse, '不同意兼课')
  expect(await change(head, second.changeId)).toMatchObject({
    status: 2,
    opinion: '不同意兼课',
    oldOrgName: '',
    oldDepartmentName: '',
    decidedBy: '',
  })
  // Nor does the page of approvals: neither names nor how many people were asked.
  const flow = await as(head, async (ctx) => {
    const { items } = await listOwnFlows(ctx, { keyword: name, pageNumber: 1, pageSize: 20 })
    return getFlowDetail(ctx, items[0]!.flowId)
  })
  expect(flow).toMatchObject({ status: 'rejected', orgName: '云禾区教育局' })
  expect(flow.steps.flatMap(({ seats }) => seats.map((seat) => seat.name))).toEqual(['审批人'])
  expect(flow.monitors.map(({ user, state }) => `${user} ${state}`)).toEqual(['管理员 发起', '审批人 不同意'])
  expect(JSON.stringify(flow)).not.toContain('文澜中学')
  expect(await as(neighbour, (ctx) => staffChangeApproval.hidesApprovers!(ctx, second.changeId, nobody))).toBe(false)
  expect(await placesOf(id)).toHaveLength(1)
  await expect(as(head, (ctx) => getUser(ctx, id))).rejects.toMatchObject({ ret: -5 })
})

it('a colleague who got a copy learns neither the employer nor whether the person exists', async () => {
  const real = await teacher('尹若水')
  const colleague = await as(chief, (ctx) => aTeacher(ctx, { at: tree.school }))
  const read = async (name: string, idCard: string) => {
    await ask(name, idCard)
    const flowId = await as({ ...head, orgId: tree.school.id }, async (ctx) => {
      const { items } = await listOwnFlows(ctx, { keyword: name, pageNumber: 1, pageSize: 20 })
      await copyFlowTo(ctx, { flowId: items[0]!.flowId, members: [colleague.userId] })
      return items[0]!.flowId
    })
    return as(colleague, (ctx) => getFlowDetail(ctx, flowId))
  }
  const [known, unknown] = [await read(real.name, real.idCard), await read('莫相识', anIdCard())]
  expect(known.steps.flatMap(({ seats }) => seats.map((seat) => seat.name))).toEqual(['审批人'])
  expect([known.steps, known.facts, known.lead.slice(1)]).toEqual([
    unknown.steps.map((step, index) => ({ ...step, seats: known.steps[index]!.seats })),
    unknown.facts,
    unknown.lead.slice(1),
  ])
  for (const flow of [known, unknown]) expect(JSON.stringify(flow)).not.toMatch(/文澜中学|相符/)
})

it('requests without a matching person go to the bureau, which can only refuse them', async () => {
  const named = await teacher('温如玉')
  const { changeId } = await ask('温润玉', named.idCard)
  expect(await change(neighbour, changeId)).toBeUndefined()
  expect(await change(chief, changeId)).toMatchObject({
    personName: '温润玉',
    oldOrgName: '',
    isUnknown: true,
    mayDecide: true,
  })
  await expect(decide(chief, changeId, agree)).rejects.toThrow('没有姓名和身份证号都相符的人员，只能拒绝')
  await decide(chief, changeId, refuse, '请核对姓名')
  expect(await change(head, changeId)).toMatchObject({ status: 2, opinion: '请核对姓名' })
  // A caller with the whole district in scope gets the answer directly.
  const added = add(chief, tree.school, '温润玉', { idCard: named.idCard, joinExisting: true })
  await expect(added).rejects.toThrow('姓名与登记的不一致')
})

it('a leaver is released by the bureau; a leaver who returns to the same school needs no approval', async () => {
  const { id, name, idCard } = await teacher('易归人')
  await leaves(id)
  const { changeId } = await ask(name, idCard)
  expect(await change(neighbour, changeId)).toBeUndefined()
  expect(await change(chief, changeId)).toMatchObject({ personName: name, oldOrgName: '', isUnknown: false })
  await decide(chief, changeId, agree)
  expect(await placesOf(id)).toEqual([
    ['实验小学', true, '兼课教师'],
    ['文澜中学', true, ''],
  ])
  const back = await teacher('顾还乡')
  await leaves(back.id)
  const again = await add(neighbour, tree.other, back.name, { idCard: back.idCard })
  expect(again).toMatchObject({ changeId: null })
  expect((await placesOf(again.id)).map(([orgName]) => orgName)).toEqual(['文澜中学', '文澜中学'])
})

it('the current main employer approves, not the one at the time of the request', async () => {
  const { id, name, idCard } = await teacher('迟暮春')
  const { changeId } = await ask(name, idCard)
  const moved = {
    userId: id,
    type: 1,
    toOrgId: tree.bureau.id,
    toDepartmentId: null,
    effectiveOn: inDays(0),
    reason: '调动',
  }
  await as(chief, (ctx) => requestStaffChange(ctx, moved))
  await expect(decide(neighbour, changeId, agree)).rejects.toThrow('主要任职单位已变更')
  await decide(neighbour, changeId, refuse, '已调离')
  expect((await placesOf(id)).map(([orgName]) => orgName)).not.toContain('实验小学')
})

it('requests of two schools for one person survive a merge of the schools', async () => {
  const { name, idCard } = await teacher('双飞燕')
  const gone = await as(chief, (ctx) => aSchool(ctx, tree.bureau, '南街小学'))
  const theirs = await as(chief, (ctx) => manager(ctx, gone))
  await ask(name, idCard)
  await ask(name, idCard, theirs, gone)
  const nobody = anIdCard()
  await ask('子虚', nobody)
  await ask('子虚', nobody, theirs, gone)
  const merger = createActor(
    { personId: chief.personId },
    { 'org.merge': { ...orgTreeScope(tree.bureau), district: true } },
  )
  await as(merger, (ctx) => mergeOrganisations(ctx, { fromId: gone.id, toId: tree.school.id }))
  expect((await list(head, name)).filter(({ status }) => status === 0)).toHaveLength(1)
})
