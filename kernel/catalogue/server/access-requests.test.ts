import { beforeEach, describe, expect, it } from 'vitest'
import { aUserWithRoles, twoSchoolsWithRoles, withCurrentPermissions } from '#kernel/access/server/example.ts'
import type { OrgNode } from '#kernel/org/server/example.ts'
import type { RoleTemplate } from '#packages/contract'
import { newId, type Actor, type Ctx } from '#packages/core'
import { readSignInSettings } from '#kernel/session/server/settings.ts'
import { createActor, useDatabase } from '#packages/testing'
import { listModulePages } from '#kernel/access/server/api.ts'
import { manifest as access } from '#kernel/access/manifest.ts'
import { approversByPermission, approversByRole, listFlowAdministrators } from '#kernel/access/server/approvers.ts'
import {
  approveTask,
  listOpenTasks,
  listOwnFlows,
  recallFlow,
  returnTask,
  reviseFlow,
  transferTask,
} from '#kernel/approval/server/api.ts'
import { getMenu } from '#kernel/access/server/role-templates.ts'
import { defineTemplate, sendMessages } from '#kernel/message/server/api.ts'
import { listMessages } from '#kernel/message/server/service/messages.ts'
import { manifest as org } from '#kernel/org/manifest.ts'
import { approvalMembers } from '#kernel/staff/server/approvers.ts'
import type { AccessTarget } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { insertRole, publishApp } from './grant.fixture.ts'
import { upsertGrantEntries } from './grant-queries.ts'
import { accessGranters } from './service/access-requests/access-deciders.ts'
import { accessRequestApproval } from './service/access-requests/access-request-approval.ts'
import { requestAccess } from './service/access-requests/request-access.ts'
import { accessRequests } from './service/access-requests/access-requests.ts'
import { decideAccessRequest, getAccessChoices } from './service/access-requests/approve-access-request.ts'
import { getAccessFacts } from './service/access-requests/access-facts.ts'
import { appRequestApproval } from './service/centre/app-requests.ts'
import { getAppCentre } from './service/centre/my-applications.ts'
import { openApplication } from './service/centre/open-application.ts'
import { getShortcuts, saveShortcuts } from './service/centre/shortcuts.ts'

const database = useDatabase({ eachTest: true })
database.contribute('signInSettings', readSignInSettings({}))
const { as } = database
let founder: Actor
let schoolId: string
let district: Actor, head: Actor, teacher: Actor, stranger: Actor

const organisations: AccessTarget = { kind: 'page', target: '/baseData/Orgs' }

/** A person with these roles who can sign in: only such people are asked to decide. */
const hire = (name: string, at: OrgNode, roles: readonly RoleTemplate[]) =>
  as(founder, (ctx) => aUserWithRoles(ctx, roles, { name, at, hasAccount: true }))
/** The actor with the current permissions of her roles. */
const now = (who: Actor) => as(who, (ctx) => withCurrentPermissions(ctx, who))
const by = async <T>(who: Actor, work: (ctx: Ctx) => Promise<T>) => as(await now(who), work)

beforeEach(async () => {
  database.app.manifests = [org, access, manifest]
  database.contribute('approvalSubjects', accessRequestApproval, appRequestApproval)
  database.contribute('approverKinds', accessGranters, approversByPermission, approversByRole)
  database.contribute('flowAdministrators', listFlowAdministrators)
  database.contribute('approvalMembers', approvalMembers)
  founder = createActor({ districtId: database.home })
  const { bureau, school, other } = await as(founder, twoSchoolsWithRoles)
  schoolId = school.id
  district = await hire('孙管理', bureau, ['district-admin'])
  head = await hire('赵管理', school, ['school-admin'])
  teacher = await hire('李老师', school, [])
  stranger = await hire('钱管理', other, ['school-admin'])
})

const titlesOf = async (who: Actor, state: 'all' | 'open' = 'open') => {
  const query = { state, keyword: '', pageNumber: 1, pageSize: 20 } as const
  return (await as(who, (ctx) => listMessages(ctx, query))).items.map(({ title }) => title)
}
const submitRequest = (who: Actor, accessTarget: AccessTarget) =>
  by(who, (ctx) => requestAccess(ctx, { accessTarget, reason: '负责招生' }))
const pending = { status: 'waiting', keyword: '', orgId: null, pageNumber: 1, pageSize: 20 } as const
const waiting = async (who: Actor) => (await by(who, (ctx) => accessRequests.list(ctx, pending))).items
const approve = (who: Actor, id: string, roleId: string | null = null) =>
  by(who, (ctx) => decideAccessRequest(ctx, { id, isAgreed: true, roleId, reply: '' }))
const page = { keyword: '', pageNumber: 1, pageSize: 20 }
const appTarget = (target: string): AccessTarget => ({ kind: 'application', target })

/** An application that is open for the whole school; its audience decides who may open it. */
async function openHere(key: string, audience: 'role' | 'person' | 'teaching') {
  await publishApp(database, key, audience)
  await database.sql(`update tenant.application set url = 'https://app.example.cn/' where key = $1`, [key])
  await give(key, 'org', schoolId)
}
const give = (key: string, kind: 'org' | 'role', objectId: string) =>
  as(district, (ctx) =>
    upsertGrantEntries(ctx.db, [{ key, kind, objectId, includesBelow: false, isRefused: false }], {
      from: null,
      to: null,
      by: ctx.actor.userId,
      now: ctx.now,
    }),
  )

/** A district role with permission to read organisations and nothing else. */
async function insertReadOnlyRole() {
  const id = await insertRole(database, '查看机构', null)
  await database.sql(
    `insert into tenant.role_permission (district_id, role_id, permission, scope, org_ids)
     values ($1, $2, 'org.read', 'org', '{}')`,
    [database.home, id],
  )
  return id
}

describe('a request for a page', () => {
  it('is made once and waits for those in the own school who can grant it', async () => {
    const facts = await by(teacher, (ctx) => getAccessFacts(ctx, organisations))
    expect(facts).toMatchObject({ needs: '查看组织机构', canRequest: true, isRequested: false })
    expect(facts.people).toEqual([{ name: '赵管理', orgName: '实验小学', phone: '' }])
    await submitRequest(teacher, organisations)
    await expect(submitRequest(teacher, organisations)).rejects.toThrow('您已申请，请等待处理')
    expect(await titlesOf(head)).toEqual(['待审批：李老师申请使用“组织机构”'])
    for (const other of [district, stranger, teacher]) expect(await titlesOf(other)).toEqual([])
    expect(await by(teacher, (ctx) => getAccessFacts(ctx, organisations))).toMatchObject({
      canRequest: false,
      isRequested: true,
    })
  })

  it('is returned with a question; the requester says more and sends it again', async () => {
    await submitRequest(teacher, organisations)
    const [task] = (await by(head, (ctx) => listOpenTasks(ctx, page))).items
    const { taskId, flowId } = task!
    await by(head, (ctx) => returnTask(ctx, { taskId, to: '', opinion: '请写明用途', resume: 'direct' }))
    const [returned] = await waiting(head)
    expect(returned).toMatchObject({ mayDecide: false })
    const { decision } = await by(head, (ctx) => accessRequests.get(ctx, { id: returned!.id }))
    expect(decision).toBe('已退回申请人修改')
    await expect(by(stranger, (ctx) => reviseFlow(ctx, { flowId, text: '核对部门' }))).rejects.toThrow('不存在')
    await expect(by(head, (ctx) => reviseFlow(ctx, { flowId, text: '核对部门' }))).rejects.toThrow('只有申请人')
    await by(teacher, (ctx) => reviseFlow(ctx, { flowId, text: '核对部门' }))
    const [again] = await waiting(head)
    expect(again).toMatchObject({ reason: '核对部门', mayDecide: true })
    expect((await by(head, (ctx) => listOpenTasks(ctx, page))).items).toMatchObject([{ flowId, brief: '核对部门' }])
    await expect(by(teacher, (ctx) => reviseFlow(ctx, { flowId, text: '核对部门' }))).rejects.toThrow('该任务已被处理')
  })

  it('is approved with a role, the smallest offered first; the requester is notified and can open the page', async () => {
    const role = await insertReadOnlyRole()
    await submitRequest(teacher, organisations)
    const [request] = await waiting(head)
    expect(request).toMatchObject({
      name: '组织机构',
      needs: '查看组织机构',
      asker: { name: '李老师' },
      reason: '负责招生',
    })
    const { needsRole, roles } = await by(head, (ctx) => getAccessChoices(ctx, { id: request!.id }))
    expect(needsRole).toBe(true)
    expect(roles.find(({ id }) => id === role)).toMatchObject({ name: '查看机构', gains: ['查看组织机构'] })
    const sizes = roles.map(({ gains }) => gains.length)
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    expect(sizes.at(-1)).toBeGreaterThan(1)
    await expect(approve(head, request!.id)).rejects.toThrow('选择要授予的角色')
    await approve(head, request!.id, role)
    expect((await now(teacher)).permissions.has('org.read')).toBe(true)
    expect(await titlesOf(head)).toEqual([])
    expect(await titlesOf(teacher, 'all')).toEqual(['已通过：李老师申请使用“组织机构”'])
    await expect(approve(head, request!.id, role)).rejects.toThrow('该任务已被处理')
    await expect(submitRequest(teacher, organisations)).rejects.toThrow('您已有该页面的使用权限')
  })

  it('is refused with a reason and can be made again', async () => {
    await submitRequest(teacher, organisations)
    const [request] = await waiting(head)
    const refuse = (reply: string) =>
      by(head, (ctx) => decideAccessRequest(ctx, { id: request!.id, isAgreed: false, roleId: null, reply }))
    await expect(refuse('')).rejects.toThrow('请填写答复')
    await refuse('由教务处统一查询')
    expect(await titlesOf(teacher, 'all')).toEqual(['未通过：李老师申请使用“组织机构”'])
    expect((await now(teacher)).permissions.has('org.read')).toBe(false)
    await submitRequest(teacher, organisations)
  })

  it('is not decided by another school', async () => {
    await submitRequest(teacher, organisations)
    const [request] = await waiting(head)
    expect(await waiting(stranger)).toEqual([])
    await expect(approve(stranger, request!.id, newId())).rejects.toThrow('申请不存在')
  })

  it('is decided from the inbox too: the only possible role is granted, with the rights of who approves', async () => {
    await openHere('智题组卷', 'role')
    await give('智题组卷', 'role', await insertReadOnlyRole())
    await submitRequest(teacher, appTarget('智题组卷'))
    const open = async (who: Actor) => (await by(who, (ctx) => listOpenTasks(ctx, page))).items
    const [task] = await open(head)
    const colleague = await as(founder, (ctx) => aUserWithRoles(ctx, [], { name: '周老师', at: { id: schoolId } }))
    await by(head, (ctx) => transferTask(ctx, { taskId: task!.taskId, to: colleague.userId }))
    const [moved] = await open(colleague)
    const byColleague = by(colleague, (ctx) => approveTask(ctx, { taskId: moved!.taskId }))
    await expect(byColleague).rejects.toThrow('您没有可授予的角色')
    await by(colleague, (ctx) => transferTask(ctx, { taskId: moved!.taskId, to: district.userId }))
    const [last] = await open(district)
    await by(district, (ctx) => approveTask(ctx, { taskId: last!.taskId }))
    expect(await by(teacher, (ctx) => openApplication(ctx, '智题组卷'))).toEqual({ url: 'https://app.example.cn/' })
  })

  it('is taken back by the requester, and can be made again', async () => {
    await submitRequest(teacher, organisations)
    const [flow] = (await by(teacher, (ctx) => listOwnFlows(ctx, page))).items
    await by(teacher, (ctx) => recallFlow(ctx, flow!.flowId))
    expect(await titlesOf(head)).toEqual([])
    await submitRequest(teacher, organisations)
  })

  it('goes to the district when nobody else at the school can grant it', async () => {
    const constants: AccessTarget = { kind: 'page', target: '/systemSet/AppAuthorize' }
    await database.sql(`insert into tenant.role_permission (district_id, role_id, permission, scope, org_ids)
      select district_id, id, 'app.review', null, '{}' from tenant.role where template = 'school-admin'`)
    const { people } = await by(head, (ctx) => getAccessFacts(ctx, constants))
    expect(people.map(({ name }) => name)).toEqual(['孙管理'])
    await submitRequest(head, constants)
    const [own] = await waiting(head)
    expect(own).toMatchObject({ mayDecide: false })
    expect(await by(head, (ctx) => accessRequests.get(ctx, own!))).toMatchObject({ decision: '待孙管理处理' })
    await expect(approve(head, own!.id, newId())).rejects.toThrow('不能处理本人的申请')
    expect(await waiting(district)).toMatchObject([{ mayDecide: true }])
  })
})

describe('a request for an application', () => {
  it('is granted by name, with a preview of how many people have it, and opens it', async () => {
    await openHere('名师工坊', 'person')
    expect(await by(teacher, (ctx) => getAccessFacts(ctx, appTarget('名师工坊')))).toMatchObject({
      openTo: ['经授权的个人'],
      canRequest: true,
      people: [{ name: '赵管理' }],
    })
    await submitRequest(teacher, appTarget('名师工坊'))
    const state = async () => (await by(teacher, getAppCentre)).apps.find(({ key }) => key === '名师工坊')?.state
    expect(await state()).toBe('requested')
    const [request] = await waiting(head)
    expect(await by(head, (ctx) => getAccessChoices(ctx, { id: request!.id }))).toEqual({
      needsRole: false,
      roles: [],
      people: { before: 0, after: 1 },
    })
    await approve(head, request!.id)
    expect(await state()).toBe('mine')
    expect(await by(teacher, (ctx) => openApplication(ctx, '名师工坊'))).toEqual({ url: 'https://app.example.cn/' })
    expect(await titlesOf(teacher, 'all')).toEqual(['已通过：李老师申请使用“名师工坊”'])
  })

  it('is granted with one of the roles that have it', async () => {
    await openHere('智题组卷', 'role')
    const role = await insertReadOnlyRole()
    await give('智题组卷', 'role', role)
    expect((await by(teacher, (ctx) => getAccessFacts(ctx, appTarget('智题组卷')))).openTo).toEqual(['查看机构'])
    await submitRequest(teacher, appTarget('智题组卷'))
    const [request] = await waiting(head)
    await approve(head, request!.id, role)
    expect(await by(teacher, (ctx) => openApplication(ctx, '智题组卷'))).toEqual({ url: 'https://app.example.cn/' })
  })

  it('is refused for an application that comes with teaching', async () => {
    await openHere('云课备课室', 'teaching')
    const facts = await by(teacher, (ctx) => getAccessFacts(ctx, appTarget('云课备课室')))
    expect(facts).toMatchObject({ canRequest: false, openTo: ['本学期任课教师'] })
    await expect(submitRequest(teacher, appTarget('云课备课室'))).rejects.toThrow('无需申请')
  })

  it('is made for the school when the application is not open there', async () => {
    await publishApp(database, '校车通', 'org')
    await database.sql(`update tenant.application set url = 'https://app.example.cn/' where key = '校车通'`)
    await submitRequest(teacher, appTarget('校车通'))
    expect(await titlesOf(district)).toEqual(['待审批：实验小学申请开通“校车通”'])
    expect(await by(teacher, (ctx) => getAccessFacts(ctx, appTarget('校车通')))).toMatchObject({ isRequested: true })
  })
})

describe('built-in pages', () => {
  const todoTemplate = defineTemplate({ code: 'test.todo', kind: 'todo', title: '待办', body: '请处理' })

  it('are listed among the applications that the caller may open, with their to-do counts', async () => {
    const names = async (who: Actor) => (await by(who, getAppCentre)).modules.map(({ name, waits }) => [name, waits])
    expect(await names(teacher)).toEqual([])
    await as(teacher, (ctx) =>
      sendMessages(ctx, todoTemplate, {
        to: [head.personId],
        values: {},
        url: '/systemSet/Requests',
        subject: { kind: 'access-request', id: newId() },
      }),
    )
    expect(await names(head)).toEqual([
      ['组织机构', 0],
      ['权限申请', 1],
    ])
  })

  it('can be shortcuts of those who may open them', async () => {
    const shortcut = { key: 'page:/baseData/Orgs', sort: 0 }
    await by(head, (ctx) => saveShortcuts(ctx, [shortcut]))
    expect(await by(head, (ctx) => getShortcuts(ctx, true))).toMatchObject([
      { key: shortcut.key, name: '组织机构', url: '/baseData/Orgs', logo: 'apartment' },
    ])
    await expect(by(teacher, (ctx) => saveShortcuts(ctx, [shortcut]))).rejects.toThrow('应用不存在')
  })

  it('are left out of menu and centre while they are not available', async () => {
    let isOpen = false
    database.contribute('pageGates', { url: '/baseData/Orgs', isOpen: async () => isOpen })
    const urls = async () => (await by(head, getMenu)).modules.flatMap(({ children }) => children.map(({ url }) => url))
    expect(await urls()).not.toContain('/baseData/Orgs')
    expect((await by(head, listModulePages)).map(({ url }) => url)).not.toContain('/baseData/Orgs')
    isOpen = true
    expect(await urls()).toContain('/baseData/Orgs')
  })
})
