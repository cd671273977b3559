import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { orgApi, orgTypes } from '#kernel/org/contract.ts'
import { useSession } from '#packages/web/core/session.ts'
import { staffApi, type StaffMembership, type User } from '../contract.ts'
import { requestStaffChange } from './change-queries.ts'
import { createChangeForm } from './components/change-form.tsx'
import { toMembershipFormValues, createMembershipForm } from './components/membership-form.tsx'
import { createEditUserForm, toUserForm, createNewUserForm } from './components/user-form.tsx'
import { toUserFilter, getUnitOfNode, formatStaffTotal, getUnitId, userPageQuery } from './staff-queries.ts'
import { userActions } from './user-actions.tsx'
import { group, lin, school, userRow } from './user.fixture.ts'
import * as queries from './user-queries.ts'
import { createInvitationLinks } from './invitations.ts'
import { getAccountStatus, getAgeOn, getDepartmentLabel, formatTimeLeft } from './staff-labels.ts'

const faculty = '01a05a43-fc00-7000-8001-000000000002'
const luo = '01a05a43-fc00-7000-8001-000000000005'
const signal = new AbortController().signal

interface Call {
  path: string
  search: URLSearchParams
  body: Record<string, unknown>
}
let calls: Call[]
let answers: ((call: Call) => { ret?: number; msg?: string; data: unknown })[]

beforeEach(() => {
  calls = []
  answers = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const { pathname: path, searchParams: search } = new URL(url, 'http://x')
    const call = { path, search, body: body === undefined ? {} : (JSON.parse(body as string) as Call['body']) }
    calls.push(call)
    const { ret = 1, msg = '', data } = (answers.length > 1 ? answers.shift()! : answers[0]!)(call)
    return new Response(JSON.stringify({ ret, msg, data, executeTime: 1, success: ret === 1 }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState(useSession.getInitialState(), true)
})

const row = userRow

it('sends the values of the URL to the server', async () => {
  answers = [() => ({ data: { itemCount: 0, pageCount: 0, people: 0, planned: 0, items: [] } })]
  const filter = { keyword: 'ljy', userType: 'teacher', workerType: '2', status: 'active', account: 'none' }
  const query = { node: group, below: false, filter, sort: { key: 'number', desc: true }, pageNumber: 2, pageSize: 50 }
  await userPageQuery(query).queryFn({ signal })
  expect(calls[0]!.path).toBe(staffApi.search.path)
  // A search text may be a personal number, so it must not be in a URL.
  expect([...calls[0]!.search]).toEqual([])
  expect(calls[0]!.body).toEqual({
    nodeId: group,
    within: 'node',
    keyword: 'ljy',
    userType: 'teacher',
    workerType: 2,
    status: 'active',
    account: 'none',
    sort: 'number',
    desc: true,
    pageNumber: 2,
    pageSize: 50,
  })
})

it('computes the age to the day and the shortest name of a unit', () => {
  expect(getAgeOn('1989-03-22', '2026-03-21')).toBe(36)
  expect(getAgeOn('1989-03-22', '2026-03-22')).toBe(37)
  expect(getDepartmentLabel(row)).toBe('数学教研组')
  expect(getDepartmentLabel({ ...row, departmentName: '' })).toBe('明湖区实验学校')
  expect(getDepartmentLabel({ ...row, departmentAbove: '小学部' })).toBe('小学部 · 数学教研组')
})

const path = [
  { id: school, name: '明湖区实验学校', kind: 'school' },
  { id: faculty, name: '初中部', kind: 'department' },
  { id: group, name: '数学教研组', kind: 'department' },
]

it('starts a new person at the selected tree node', () => {
  const context = { isReady: true, path, node: group, kind: 'department' }
  expect(createNewUserForm(context).initial()).toMatchObject({
    orgId: school,
    departmentId: group,
    userType: 'teacher',
  })
  expect(
    createNewUserForm({ ...context, node: school, kind: 'school', path: path.slice(0, 1) }).initial(),
  ).toMatchObject({
    orgId: school,
    departmentId: null,
  })
  const bureau = [{ id: school, name: '明湖区教育局', kind: 'bureau' }]
  expect(createNewUserForm({ ...context, node: school, kind: 'bureau', path: bureau }).initial()).toMatchObject({
    userType: 'bureau',
  })
})

it('imports into the organisation of a department', () => {
  const at = (node: string, above: readonly { id: string; name: string; kind: string }[]) =>
    getUnitId({ isReady: true, node, path: above })
  expect(at(group, path)).toBe(school)
  expect(at(school, path.slice(0, 1))).toBe(school)
  // A user who manages a department sees nothing above it.
  useSession.setState({ orgId: school })
  expect(at(group, path.slice(2))).toBe(school)
})

it('exports exactly the filter of the list', () => {
  const filter = { keyword: 'ljy', workerType: '2', status: 'active' }
  expect(JSON.parse(JSON.stringify(toUserFilter({ node: group, below: false, filter })))).toEqual({
    nodeId: group,
    within: 'node',
    keyword: 'ljy',
    workerType: 2,
    status: 'active',
  })
})

const fieldOf = (name: string, of: User = row) =>
  createEditUserForm(of)
    .sections.flatMap(({ fields }) => fields)
    .find((field) => field.name === name)!

it('never fills masked values into the edit form', () => {
  const known = toUserForm(row)
  expect(known).toMatchObject({ id: lin, name: '林静怡', departmentId: group, version: 3, workerType: 1 })
  expect(known.idCard).toBeUndefined()
  expect(JSON.stringify(known)).not.toContain('*')
  expect(fieldOf('idCard').kind).toBe('custom')
  expect(fieldOf('idCard', { ...row, idCard: '' }).kind).toBe('idCard')
})

it('sends a masked field only when typed, and an empty one only to delete a value', async () => {
  answers = [() => ({ data: { id: lin } })]
  await queries.editUser(toUserForm(row), row)
  await queries.editUser({ ...toUserForm(row), mobile: '13601998831', address: '' }, row)
  await queries.editUser({ ...toUserForm(row), mobile: '' }, row)
  const hidden = ({ body }: Call) => ['idCard', 'mobile', 'address'].filter((name) => name in body)
  expect(calls.map(hidden)).toEqual([[], ['mobile'], ['mobile']])
  expect(calls[2]!.body['mobile']).toBe('')
})

const newOne = () => {
  const { invites: _, ...form } = createNewUserForm({ isReady: true, path, node: school }).initial()
  return { ...form, name: '顾清和' }
}
const words = '该人员已在明湖区第二小学，是否添加为兼职？'

it('adds a second membership to an existing person after confirmation', async () => {
  const added = { id: lin, changeId: '00000000-0000-0000-0000-000000000000' }
  answers = [() => ({ ret: 0, msg: words, data: null }), () => ({ data: added })]
  const questions: string[] = []
  const ask = async (question: string) => questions.push(question) > 0
  expect(await queries.addUser(newOne(), ask)).toEqual({ id: lin, changeId: null })
  expect(questions).toEqual([words])
  expect(calls.map(({ body }) => body['joinExisting'])).toEqual([false, true])
})

it('reports that a person of another organisation was only requested', async () => {
  const nobody = '00000000-0000-0000-0000-000000000000'
  const far = '该身份证号已在其他单位登记，是否申请任职？'
  answers = [() => ({ ret: 0, msg: far, data: null }), () => ({ data: { id: nobody, changeId: luo } })]
  const made = await queries.addUser(newOne(), async (question) => question === far)
  expect(made).toEqual({ id: nobody, changeId: luo, message: '已提交任职申请，等待同意' })
})

it('keeps the form open after a "no" or another refusal', async () => {
  answers = [() => ({ ret: 0, msg: words, data: null })]
  await expect(queries.addUser(newOne(), async () => false)).rejects.toThrow(words)
  answers = [() => ({ ret: 0, msg: '该手机号已被陈国栋使用', data: null })]
  const ask = vi.fn<() => Promise<boolean>>()
  await expect(queries.addUser(newOne(), ask)).rejects.toThrow('该手机号已被陈国栋使用')
  expect(ask).not.toHaveBeenCalled()
  expect(calls).toHaveLength(2)
})

const targets = { ids: [lin, luo] }

it('previews skipped people with reasons, and undoes only what was done', async () => {
  const refused = [
    { name: '周若兰', reason: '最后一名管理员' },
    { name: '韩冬', reason: '最后一名管理员' },
  ]
  answers = [() => ({ data: { count: 1, already: 2, names: ['罗海燕'], refused } })]
  expect(await queries.previewSuspension(targets, true)).toMatchObject({
    count: 1,
    skipped: '另有 2 人已经停用，不受影响；周若兰、韩冬：最后一名管理员',
    changes: [{ label: '状态', before: '在岗', after: '停用', warning: '1 人将不能在本单位登录' }],
  })
  answers = [() => ({ data: { count: 1, already: 0, names: [], refused, changed: [luo] } })]
  await (
    await queries.suspendStaff(targets, true)
  )()
  expect(calls.slice(1).map(({ body }) => body)).toEqual([
    { targets: { ids: [lin, luo] }, isSuspended: true },
    { targets: { ids: [luo] }, isSuspended: false },
  ])
})

it('shows the reason when nothing was done', async () => {
  const refused = [{ name: '周若兰', reason: '最后一名管理员' }]
  answers = [() => ({ data: { count: 0, already: 0, names: [], refused } })]
  const leaving = queries.recordDeparture(targets, { on: '2026-11-15', reason: '' })
  await expect(leaving).rejects.toThrow('周若兰：最后一名管理员')
})

it('shows the remaining validity of an invitation', () => {
  const now = Date.parse('2026-11-16T08:00:00Z')
  expect(formatTimeLeft('2026-11-19T07:00:00Z', now)).toBe('3 天后失效')
  expect(formatTimeLeft('2026-11-16T20:30:00Z', now)).toBe('13 小时后失效')
  const invitedUntil = new Date(Date.now() + 3 * 86_400_000 - 60_000).toISOString()
  expect(getAccountStatus({ account: 'invited', invitedUntil }).label).toBe('已邀请·3 天后失效')
  expect(getAccountStatus({ account: 'none', invitedUntil: null }).label).toBe('未开通')
})

it('creates links with the token in the fragment, also for all found people', async () => {
  const wire = (one: User) =>
    z.encode(staffApi.search.data, { itemCount: 1, pageCount: 1, people: 1, planned: 0, items: [one] }).items[0]!
  answers = [
    () => ({
      data: {
        itemCount: 2,
        pageCount: 1,
        people: 2,
        planned: 0,
        items: [wire(row), wire({ ...row, id: luo, name: '罗海燕' })],
      },
    }),
    () => ({ data: [{ id: luo, name: '罗海燕', orgName: '明湖区实验学校', token: 'w0rd' }] }),
  ]
  const listFilter = { node: school, below: true, filter: {} }
  const invited = await createInvitationLinks(await queries.listTargetIds({ all: true, listFilter, except: [lin] }))
  expect(calls[1]!.body).toEqual({ ids: [luo] })
  const link = `${location.origin}/login#invite=w0rd`
  expect(invited).toEqual([{ id: luo, name: '罗海燕', orgName: '明湖区实验学校', link }])
  expect(calls.map((call) => call.path)).toEqual([staffApi.search.path, staffApi.invite.path])
})

const nobody = '00000000-0000-0000-0000-000000000000'

/** Only the fields under test matter; the others are required by the contract. */
const nodeAnswer = ({ search }: Call) => {
  const at = path.findIndex(({ id }) => id === search.get('fid'))
  const { id, name } = path[at]!
  return {
    data: {
      fOrgID: id,
      fOrgId: id,
      fName: name,
      fAdminID: nobody,
      fParentID: path[at - 1]?.id ?? nobody,
      ...Object.fromEntries(
        ['fPinyinName', 'fShortPinyinName', 'fLinkManName', 'fKindID', 'fPostalcode', 'fAddr', 'fPhone', 'fRemark']
          .concat(['fHost', 'fAreaCode', 'fValidCode', 'fParentAreaCode', 'adminName', 'adminPwd'])
          .concat(['adminPwdConfirm'])
          .map((wire) => [wire, '']),
      ),
      ...Object.fromEntries(
        ['fChildOrgCount', 'fUserCount', 'fCurrOrgUserCount', 'fForbid', 'fFlag', 'fSort', 'fIsPublicSchool']
          .concat(['fDeleted', 'fIsVillage', 'fSkipRepairAudit', 'fSkipTiaokeAudit', 'fNetDiskAllAllow'])
          .concat(['fClassInJiaoWu', 'fVersion'])
          .map((wire) => [wire, 0]),
      ),
      fOrgType: orgTypes[at === 0 ? 'school' : 'department'].code,
      fPropertyID: null,
      fEducationSystemID: null,
      fEducation: [],
      ancestors: [],
    },
  }
}

it('finds the organisation above a department at any depth', async () => {
  answers = [nodeAnswer]
  expect(await getUnitOfNode(group)).toEqual({ orgId: school, departmentId: group })
  expect(await getUnitOfNode(school)).toEqual({ orgId: school, departmentId: null })
  expect(calls.every((call) => call.path === orgApi.detail.path)).toBe(true)
})

it('requests a change with an organisation, a department, or neither', async () => {
  answers = [() => ({ data: { id: luo } })]
  const values = { ...createChangeForm(row).initial(), effectiveOn: '2026-12-01', reason: '支教' }
  await requestStaffChange({ ...values, toOrgId: school })
  expect(calls.at(-1)!.body).toMatchObject({ userId: lin, type: 1, toOrgId: school, toDepartmentId: null })
  await requestStaffChange({ ...values, type: 4, departmentId: faculty })
  expect(calls.at(-1)!.body).toMatchObject({ type: 4, toOrgId: null, toDepartmentId: faculty })
  await requestStaffChange({ ...values, type: 3 })
  expect(calls.at(-1)!.body).toMatchObject({ type: 3, toOrgId: null, toDepartmentId: null })
})

it('asks for a destination only where one is needed', () => {
  const fields = createChangeForm(row).sections[0]!.fields
  const values = createChangeForm(row).initial()
  const visibleFields = (type: number) =>
    fields.filter(({ when }) => when?.({ ...values, type }) ?? true).map(({ name }) => name)
  expect(visibleFields(1)).toContain('toOrgId')
  expect(visibleFields(3)).toEqual(['type', 'effectiveOn', 'reason'])
  expect(visibleFields(4)).toContain('departmentId')
  const issuesOf = (type: number) =>
    createChangeForm(row)
      .schema.safeParse({ ...values, type, reason: '退休' })
      .error?.issues.map(({ message }) => message)
  expect([issuesOf(1), issuesOf(3), issuesOf(4)]).toEqual([['请选择调入单位'], undefined, ['请选择部门']])
})

it('keeps an open end, and the organisation of an existing membership', () => {
  const membership: StaffMembership = {
    id: lin,
    orgId: school,
    orgName: '明湖区实验学校',
    departmentId: group,
    departmentName: '',
    post: '',
    userType: 'teacher',
    isMain: true,
    status: 'active',
    startsOn: '2015-08-25',
    endsOn: null,
    mayEdit: true,
  }
  expect(toMembershipFormValues(membership)).toMatchObject({ nodeId: group, endsOn: '' })
  const issues = createMembershipForm(membership).schema.safeParse({
    ...toMembershipFormValues(membership),
    endsOn: '2015-08-24',
  }).error?.issues
  expect(issues?.map(({ message }) => message)).toEqual(['结束日期不能早于开始日期'])
})

it('keeps departments until one is chosen; the organisation itself means none', async () => {
  answers = [() => ({ data: { count: 1, already: 0, names: [], refused: [] } })]
  const act = userActions.find(({ key }) => key === 'department')!
  if (!('withFormAction' in act)) throw new Error('It asks for a department')
  const targets = { ids: [lin] }
  const initialValues = (rows: readonly User[]) => act.withFormAction((own) => own.createForm(targets, rows).initial())
  expect(initialValues([row])).toEqual({ orgId: school, departmentId: group })
  expect(initialValues([{ ...row, departmentId: null }])).toEqual({ orgId: school, departmentId: school })
  const many = initialValues([row, { ...row, id: luo }])
  expect(many).toEqual({ orgId: school, departmentId: null })
  const issues = act.withFormAction(
    (own) => own.createForm(targets, [row]).schema.safeParse(many as never).error?.issues,
  )
  expect(issues?.map(({ message }) => message)).toEqual(['请选择部门'])
  await act.withFormAction((own) =>
    own.run(targets, { orgId: school, departmentId: school } as never, undefined, [row]),
  )
  expect(calls.at(-1)!.body).toMatchObject({ departmentId: null })
  await act.withFormAction((own) =>
    own.run(targets, { orgId: school, departmentId: faculty } as never, undefined, [row]),
  )
  expect(calls.at(-1)!.body).toMatchObject({ departmentId: faculty })
})

it('shows memberships and people where the numbers differ', () => {
  const page = { itemCount: 105, pageCount: 6, items: [] }
  expect(formatStaffTotal({ ...page, people: 105, planned: 0 })).toBe('105 人')
  expect(formatStaffTotal({ ...page, people: 103, planned: 0 })).toBe('105 个任职，103 人')
  expect(formatStaffTotal({ ...page, people: 103, planned: 1 })).toBe('105 个任职，103 人，1 个待生效')
  expect(formatStaffTotal({ ...page, itemCount: 10_000, more: true, people: null, planned: null })).toBe(
    '10,000+ 个任职',
  )
})
