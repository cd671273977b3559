import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '#packages/web/core/session.ts'
import { validateForm } from '#packages/web/core/form/form-validation.ts'
import { orgApi } from '#kernel/org/contract.ts'
import { schoolingApi } from '#kernel/schooling/contract.ts'
import { studentApi, type Student, type StudentChange, type StudentDetail, type YearPlanInput } from '../contract.ts'
import { createEventForm, isEventAllowed } from './components/event-form.tsx'
import { toGuardianEntry, toGuardianForm } from './components/guardians-dialog.tsx'
import { getRosterTitle } from './components/print-sheet.tsx'
import * as forms from './components/student-form.tsx'
import { describeCompleteness, createTimeline } from './components/student-tabs.tsx'
import { withDecision } from './components/year-decisions.tsx'
import { checkPupils } from './components/year-steps.tsx'
import { fetchEventPreview, toActionPreview, runEvent, getClassSizeChanges } from './event-queries.ts'
import * as queries from './student-queries.ts'
import { createEventAction, listEventActions } from './student-actions.tsx'
import { nodeSearchQuery, parentNodeQuery, parseNodeId, getSchoolId, treeLevelQuery } from './student-tree.ts'
import { getAgeOn, describeClassAndSeat } from './student-labels.ts'
import { previewYearPlan, getPreviewKey } from './year-queries.ts'

const school = '01a05a43-fc00-7000-8001-000000000001'
const seven = '01a05a43-fc00-7000-8001-000000000002'
const three = '01a05a43-fc00-7000-8001-000000000003'
const five = '01a05a43-fc00-7000-8001-000000000004'
const ding = '01a05a43-fc00-7000-8001-000000000005'
const li = '01a05a43-fc00-7000-8001-000000000006'
const signal = new AbortController().signal

interface Call {
  path: string
  search: URLSearchParams
  body: Record<string, unknown>
}
let calls: Call[]
let answers: Record<string, (call: Call) => unknown>

beforeEach(() => {
  calls = []
  answers = {}
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const { pathname: path, searchParams: search } = new URL(url, 'http://x')
    const call = { path, search, body: body === undefined ? {} : (JSON.parse(body as string) as Call['body']) }
    calls.push(call)
    const data = answers[path]?.(call) ?? null
    return new Response(JSON.stringify({ ret: 1, msg: '', data, executeTime: 1, success: true }))
  })
  useSession.setState({ orgId: school, user: { orgType: 1, orgId: school } as never })
})
afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState(useSession.getInitialState(), true)
})

const row = {
  id: ding,
  name: '丁一鸣',
  sex: '男',
  studentNo: 'G330199************',
  schoolNo: '2026070302',
  idCard: '',
  orgId: school,
  orgName: '明湖区实验学校',
  gradeId: seven,
  gradeName: '七年级',
  stage: 3,
  classId: three,
  className: '七(3)班',
  seatNo: 2,
  status: 'studying',
  isBoarding: true,
  isSpecial: false,
  guardianId: li,
  guardianName: '李梅',
  guardianRelation: 2,
  guardianPhone: '136****7714',
  face: 'passed',
  version: 4,
} as const satisfies Student

const detail: StudentDetail = {
  ...row,
  idCard: '330199************',
  idKind: 'id-card',
  birthday: '2014-02-26',
  nation: '',
  household: '明湖区',
  address: '明湖区****',
  enteredOn: '2020-09-01',
  icCard: '',
  teacherName: '林静怡',
  guardians: [],
  account: 'none',
  loginName: '',
  missing: ['民族'],
  complete: 92,
  may: { edit: true, event: true, contact: true, reveal: true, account: true },
}

const tree = {
  orgId: school,
  orgName: '明湖区实验学校',
  isWhole: true,
  grades: [
    {
      id: seven,
      name: '七年级',
      stage: 3,
      startYear: 2026,
      count: 96,
      classes: [
        { id: three, name: '3班', label: '七(3)班', teacherName: '林静怡', count: 46 },
        { id: five, name: '5班', label: '七(5)班', teacherName: '何建平', count: 50 },
      ],
    },
  ],
}

it('has no tree node for a teacher without a class, so that no request is sent', async () => {
  answers[schoolingApi.classTree.path] = () => ({ ...tree, isWhole: false, grades: [] })
  expect(await treeLevelQuery(null).queryFn({ signal })).toEqual([])
  // A school without classes still has a list to import into.
  answers[schoolingApi.classTree.path] = () => ({ ...tree, grades: [] })
  expect(await treeLevelQuery(null).queryFn({ signal })).toMatchObject([{ id: school, hasChild: false }])
})

it('shows the grades and classes of a school, each with its path as id', async () => {
  answers[schoolingApi.classTree.path] = () => tree
  const [root] = await treeLevelQuery(null).queryFn({ signal })
  expect(root).toMatchObject({ id: school, count: 96, hasChild: true })
  const [grade] = await treeLevelQuery(school).queryFn({ signal })
  expect(grade).toMatchObject({ id: `${school}/${seven}`, name: '七年级', kind: 'grade' })
  const classes = await treeLevelQuery(grade!.id).queryFn({ signal })
  expect(classes.map(({ name, count }) => [name, count])).toEqual([
    ['七(3)班', 46],
    ['七(5)班', 50],
  ])
  expect(await parentNodeQuery(classes[0]!.id).queryFn({ signal })).toBe(grade!.id)
  expect(parseNodeId(classes[0]!.id)).toEqual({ orgId: school, gradeId: seven, classId: three })
  expect((await nodeSearchQuery('何建平').queryFn({ signal })).map(({ name }) => name)).toEqual(['七(5)班'])
})

it('lets a bureau choose a school first, without counts', async () => {
  useSession.setState({ user: { orgType: 3, orgId: school } as never })
  const node = { fParentID: school, fOrgType: 1, fSort: 0, fUserCount: 80, belowCount: 0, fForbid: 0, hasChild: false }
  answers[orgApi.tree.path] = () => [
    { ...node, fOrgID: five, fName: '第一小学' },
    { ...node, fOrgID: three, fName: '人事科', fOrgType: 7 },
  ]
  expect(await treeLevelQuery(null).queryFn({ signal })).toEqual([
    {
      id: five,
      name: '第一小学',
      kind: 'school',
      count: 0,
      isUncounted: true,
      isOff: false,
      hasChild: true,
    },
  ])
  expect(getSchoolId({ isReady: true, node: undefined })).toBe(school)
})

it('sends the filters of the URL, and keeps names and numbers out of the URL', async () => {
  answers[studentApi.search.path] = () => ({ itemCount: 0, pageCount: 0, items: [] })
  const filter = { keyword: '3079', isBoarding: '0', isSpecial: '1', face: 'none', on: '2026-10-08' }
  const query = { node: `${school}/${seven}/${three}`, below: true, filter, sort: null, pageNumber: 2, pageSize: 50 }
  await queries.studentPageQuery(query).queryFn({ signal })
  expect([...calls[0]!.search]).toEqual([])
  expect(calls[0]!.body).toMatchObject({
    orgId: school,
    gradeId: seven,
    classId: three,
    keyword: '3079',
    status: 'current',
    isBoarding: false,
    isSpecial: true,
    face: 'none',
    on: '2026-10-08',
    sort: 'seat',
    desc: false,
    pageNumber: 2,
    pageSize: 50,
  })
})

it('resolves ticks to rows: the shown ones, or all pages of the filter', async () => {
  const others = Array.from({ length: 3 }, (_, at) => ({ ...row, id: ding.replace(/5$/, `${at + 7}`) }))
  answers[studentApi.search.path] = ({ body }) => ({
    itemCount: 3,
    pageCount: 2,
    items: body['pageNumber'] === 1 ? others.slice(0, 2) : others.slice(2),
  })
  const listFilter = { node: null, below: true, filter: {} }
  const all = await queries.listTargetStudents({ all: true, listFilter, except: [others[1]!.id] })
  expect(all.map(({ id }) => id)).toEqual([others[0]!.id, others[2]!.id])
  expect(await queries.listTargetStudents({ ids: [others[2]!.id] })).toEqual([others[2]])
})

it('takes the class from the open node, and requires a phone number', () => {
  const path = [{ id: school, name: '明湖区实验学校', kind: 'school' }]
  const form = forms.createNewStudentForm({ node: `${school}/${seven}/${three}`, path, isReady: true }, 'transfer-in')
  const blank = form.initial()
  expect(blank).toMatchObject({ orgId: school, type: 'transfer-in', place: { gradeId: seven, classId: three } })
  const named = { ...blank, name: '丁一鸣', guardians: [{ ...blank.guardians[0]!, name: '李梅' }] }
  expect(validateForm(form, named).fields).toEqual({ guardians: { message: '请填写监护人电话' } })
  const withPhone = { ...named, guardians: [{ ...named.guardians[0]!, phone: '13600007714' }] }
  expect(validateForm(form, withPhone).fields).toEqual({})
  expect(validateForm(form, { ...withPhone, place: null }).fields['place']).toBeDefined()
  expect(validateForm(form, { ...withPhone, studentNo: 'G12' }).fields['studentNo']?.message).toBe(
    '学籍号应为G、L或J加18位',
  )
})

it('takes sex and birthday from an ID number, and other document numbers as typed', () => {
  const form = forms.createNewStudentForm({ node: school, path: [], isReady: true }, 'enrol')
  const field = form.sections[0]!.fields.find(({ name }) => name === 'idCard')!
  expect(field.fills?.('330199201402263079' as never)).toEqual({ sex: '男', birthday: '2014-02-26' })
  const blank = { ...form.initial(), place: { gradeId: seven, classId: null }, idCard: '330199201402263079' }
  expect(forms.toNewStudentForm({ ...blank, idKind: 'passport', otherNo: 'E12345678' })).toMatchObject({
    idCard: 'E12345678',
    gradeId: seven,
    classId: null,
  })
  expect(forms.toNewStudentForm({ ...blank, idKind: 'none' })).toMatchObject({ idCard: '' })
})

it('sends masked fields only when edited, and empty ones only to delete them', async () => {
  answers[studentApi.edit.path] = () => ({ id: ding, note: '' })
  const known = forms.toEditValues(detail)
  await queries.sendStudentEdit(forms.toStudentForm(known), detail)
  expect(Object.keys(calls[0]!.body)).not.toContain('idCard')
  await queries.sendStudentEdit(forms.toStudentForm({ ...known, address: '', icCard: '' }), detail)
  expect(calls[1]!.body).toMatchObject({ address: '', version: 4 })
  expect(Object.keys(calls[1]!.body)).not.toContain('icCard')
})

it('keeps the phone of a guardian that was not edited', () => {
  const guardian = {
    id: li,
    name: '李梅',
    relation: 2,
    phone: '136****7714',
    isPrimary: true,
    isEmergency: true,
  } as const
  const entry = toGuardianEntry({ ...guardian, restriction: null, status: 'active', version: 3 })
  expect(entry).toMatchObject({ masked: '136****7714', isBound: true, restriction: 'none' })
  expect(Object.keys(toGuardianForm(entry))).not.toContain('phone')
  expect(toGuardianForm({ ...entry, phone: '13600007715' })).toMatchObject({ id: li, phone: '13600007715', version: 3 })
})

it('offers the events that the status allows, with the required fields', () => {
  expect(isEventAllowed('resume')(row)).toBe(false)
  expect(listEventActions({ ...row, status: 'suspended' }).map(({ label }) => label)).toContain('复学')
  expect(listEventActions({ ...row, status: 'graduated' })).toEqual([])
  const move = createEventForm([row], { only: 'move' })
  const values = { ...move.initial(), on: '2026-11-16' }
  expect(values.place).toEqual({ gradeId: seven, classId: null })
  expect(validateForm(move, values).fields['place']?.message).toBe('请选择班级')
  expect(validateForm(move, { ...values, place: { gradeId: seven, classId: five } }).fields).toEqual({})
})

it('offers the common events of the stage, and the others only with a basis', () => {
  const common = ['调班', '转出', '休学', '毕业', '结业', '其他情形…']
  for (const stage of [2, 3]) expect(listEventActions({ ...row, stage }).map(({ label }) => label)).toEqual(common)
  const other = createEventForm([row], { isOther: true })
  const kinds = (form: typeof other) =>
    (form.sections[0]!.fields.find(({ name }) => name === 'type')!.options as unknown as { label: string }[]).map(
      ({ label }) => label,
    )
  expect(kinds(other)).toEqual(['留级', '跳级', '肄业', '因故离世注销'])
  const repeating = { ...other.initial(), type: 'repeat', on: '2026-11-16', place: { gradeId: seven, classId: three } }
  const { basis, reason } = validateForm(other, repeating).fields
  expect([basis?.message, reason?.message]).toEqual(['请填写办理依据', '请填写原因'])
  expect(validateForm(other, { ...repeating, basis: '教基〔2026〕3号', reason: '休学后返校' }).fields).toEqual({})
  const ofHighSchool = { ...row, stage: 4 }
  expect(listEventActions(ofHighSchool).map(({ label }) => label)).toContain('退学')
  expect(kinds(createEventForm([ofHighSchool], { isOther: true }))).toEqual(['跳级', '开除学籍', '因故离世注销'])
})

it('links to the new class after a move', () => {
  const getMessage = (place: object) => {
    const move = createEventAction('move')
    if (!('withFormAction' in move)) throw new Error('it asks for the class')
    return move.withFormAction((act) => act.doneWith!(2, { place } as never, [row]))
  }
  expect(getMessage({ gradeId: seven, classId: five, label: '七(5)班' })).toEqual({
    message: '已将 2 名学生调入七(5)班',
    link: { label: '查看', to: `/baseData/Student?node=${school}/${seven}/${five}` },
  })
  expect(getMessage({ gradeId: seven, classId: null })).toEqual({ message: '已将 2 名学生调入新班级' })
})

it('keeps the chosen class when the type is chosen afterwards', () => {
  const form = createEventForm([{ ...row, status: 'suspended' }])
  const values = { ...form.initial(), type: 'resume', on: '2026-11-16', place: { gradeId: seven, classId: five } }
  expect(validateForm(form, values).fields).toEqual({})
  expect(validateForm(form, { ...values, place: null }).fields['place']?.message).toBe('请选择班级')
})

const effect = {
  count: 2,
  changes: [
    { id: ding, name: '丁一鸣', from: '七(3)班', to: '七(5)班' },
    { id: five, name: '程诺', from: '七(3)班', to: '七(5)班' },
  ],
  refused: [{ id: li, name: '胡可欣', why: '正在休学' }],
  warnings: ['七(5)班达到56人大班额'],
}

it('previews who changes, who is refused and why', async () => {
  answers[studentApi.eventPreview.path] = () => effect
  const place = { gradeId: seven, classId: five }
  const values = { type: 'move', on: '2026-11-16', place, whereTo: '', isOther: false, basis: '', reason: '' }
  const preview = await fetchEventPreview({ ids: [ding, five, li] }, values)
  expect(calls[0]!.body).toMatchObject({
    targets: { ids: [ding, five, li] },
    type: 'move',
    gradeId: seven,
    classId: five,
  })
  expect(preview).toMatchObject({
    count: 2,
    names: ['丁一鸣', '程诺'],
    skipped: '不办理：胡可欣：正在休学',
    changes: [{ label: '七(3)班', before: '2 人', after: '七(5)班' }],
    consequences: [{ label: '提醒', text: '七(5)班达到56人大班额' }],
  })
  answers[schoolingApi.classTree.path] = () => tree
  expect((await fetchEventPreview({ ids: [ding, five, li] }, values)).changes).toEqual([
    { label: '七(3)班', before: '46 人', after: '44 人' },
    { label: '七(5)班', before: '50 人', after: '52 人' },
  ])
  const large = { ...effect, changes: Array.from({ length: 6 }, () => effect.changes[0]!) }
  expect(getClassSizeChanges(tree, large, five)?.at(-1)).toMatchObject({ after: '56 人', warning: '达到 56 人大班额' })
  expect(toActionPreview({ ...effect, count: 0, changes: [] }, '').obstacle).toBe('胡可欣：正在休学')
})

it('shows the reason when nothing was changed', async () => {
  answers[studentApi.event.path] = () => ({ ...effect, count: 0, changes: [] })
  const values = {
    type: 'suspend',
    on: '2026-11-16',
    place: null,
    whereTo: '',
    isOther: false,
    basis: '',
    reason: '因病',
  }
  await expect(runEvent({ ids: [li] }, values)).rejects.toMatchObject({ msg: '胡可欣：正在休学' })
})

it('shows changes on the timeline without undone ones', () => {
  const change = {
    id: five,
    studentId: ding,
    studentName: '丁一鸣',
    type: 'move' as const,
    on: '2026-09-15',
    from: '七(5)班',
    to: '七(3)班',
    reason: '',
    by: '周若兰',
    at: '2026-09-15T01:00:00Z',
    isUndone: false,
  } satisfies StudentChange
  const { entries } = createTimeline({
    changes: [change, { ...change, id: three, type: 'graduate' as const, isUndone: true }],
  })
  expect(entries).toMatchObject([{ kind: '调班', at: '2026-09-15', text: '七(5)班 → 七(3)班　周若兰办理' }])
})

it('describes a pupil in a short text', () => {
  expect(describeClassAndSeat(row)).toBe('七(3)班 2 号')
  expect(describeClassAndSeat({ ...row, className: '', seatNo: null })).toBe('七年级 未分班')
  expect(getAgeOn('2014-02-26', '2026-02-25')).toBe(11)
  expect(describeCompleteness(detail)).toBe('资料完整度 92%，缺 民族')
  expect(getRosterTitle([row])).toBe('明湖区实验学校 七(3)班 学生名单')
  expect(getRosterTitle([row, { ...row, className: '七(5)班' }])).toBe('明湖区实验学校 学生名单')
})

it('requires a class and a reason to repeat, and drops the class for other decisions', () => {
  const staying = withDecision([], ding, {})
  expect(staying).toEqual([{ studentId: ding, decision: 'repeat', classId: null, reason: '' }])
  expect(checkPupils({ pupils: staying })).toBe('请为留级的学生选择班级')
  const placed = withDecision(staying, ding, { classId: five })
  expect(checkPupils({ pupils: placed })).toBe('请填写留级的审批依据')
  expect(checkPupils({ pupils: withDecision(placed, ding, { reason: '家长申请，教育局批复' }) })).toBeUndefined()
  expect(withDecision(placed, ding, { decision: 'complete' })).toMatchObject([{ decision: 'complete', classId: null }])
  expect(withDecision(placed, ding, null)).toEqual([])
})

it('previews the year change on request, and caches the preview for exactly this input', async () => {
  const input = { leavesOn: '2027-07-01', pupils: [], newGrades: [{ stage: 3, classes: 2 }] } as YearPlanInput
  const plan = { id: null, status: 'none', version: 0, orgId: school, orgName: '', schoolYear: 2027, input }
  const counts = { leave: 180, goOn: 630, repeat: 0, newClasses: 2 }
  const rest = {
    grades: [],
    newGrades: [],
    unresolved: [],
    undoUntil: null,
    whyNot: '',
    isEarly: true,
    daysLeft: 227,
    counts,
  }
  answers[studentApi.yearPlan.path] = () => ({ ...plan, ...rest })
  answers[studentApi.saveYearPlan.path] = () => ({ ...plan, ...rest, id: ding, status: 'draft', version: 1 })
  const client = new QueryClient()
  expect(client.getQueryData(getPreviewKey(2027, input))).toBeUndefined()
  await previewYearPlan(client, 2027, input)
  expect(client.getQueryData(getPreviewKey(2027, input))).toMatchObject({ counts })
  expect(client.getQueryData(getPreviewKey(2027, { ...input, leavesOn: '2027-07-02' }))).toBeUndefined()
  expect(calls.map(({ path }) => path)).toEqual([studentApi.yearPlan.path, studentApi.saveYearPlan.path])
})
