import { act, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, hasButton, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { orgApi, type OrgType } from '#kernel/org/contract.ts'
import { roomApi, schoolingApi } from '../contract.ts'
import { classActions } from './class-actions.tsx'
import { classPageQuery, parentNodeQuery, saveClass, parseTreeNode, treeLevelQuery } from './class-queries.ts'
import { createEditClassForm, createNewClassForm } from './components/class-form.tsx'
import ClassPicker, { type ClassChoice } from './components/class-picker.tsx'
import { SortDialog } from './components/sort-dialog.tsx'
import ClassPage from './pages/classes.tsx'
import { answers, classOf, ids, onWire, Shell, signInAt } from './school.fixture.tsx'
import { getClassStatus } from './class-labels.ts'

let served: ReturnType<typeof createTestPage>
const signal = new AbortController().signal
const sent = (path: string) => served.callsTo(path).map(({ body }) => body)
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle(50)
  expect(ready()).toBe(true)
}
const node = `${ids.school}.${ids.grade}`

beforeAll(async () => {
  // Loads the lazy chunk before the fake clock starts.
  await import('#packages/web/desk/list/action-dialog.tsx')
})
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T02:00:00Z') })
  Object.assign(window, { innerWidth: 1366 })
  signInAt()
  served = createTestPage({
    ...answers,
    [schoolingApi.setClassTeacher.path]: () => ({ changed: 1 }),
    [schoolingApi.sortClasses.path]: () => null,
    [roomApi.list.path]: () => ({ itemCount: 0, pageCount: 0, items: [] }),
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('for a school the tree starts with the school and its grades', async () => {
  const [school] = await treeLevelQuery(null).queryFn({ signal })
  expect(school).toMatchObject({ id: ids.school, name: '明湖小学', count: 2, hasChild: true })
  const grades = await treeLevelQuery(ids.school).queryFn({ signal })
  expect(grades).toMatchObject([{ id: node, name: '七年级', count: 2 }])
  expect(await parentNodeQuery(node).queryFn({ signal })).toBe(ids.school)
  expect(await parentNodeQuery(ids.school).queryFn({ signal })).toBeNull()
})

it('for a bureau the tree starts with the organisations, without departments', async () => {
  signInAt('bureau')
  await served.close()
  const org = (name: string, type: OrgType) => ({
    id: ids.group,
    parentId: ids.school,
    name,
    type,
    sort: 1,
    userCount: 9,
    belowCount: 0,
    isDisabled: false,
    hasChild: false,
  })
  const nodes = [org('明湖小学', 'school'), org('人事科', 'department')]
  served = createTestPage({ [orgApi.tree.path]: () => onWire(orgApi.tree.data, nodes) })
  expect(await treeLevelQuery(null).queryFn({ signal })).toMatchObject([
    { name: '明湖小学', kind: 'school', hasChild: true },
  ])
})

const listQuery = { below: false, sort: null, pageNumber: 1, pageSize: 20 }

it('requests the classes of a grade on a day, and only open ones by default', async () => {
  await classPageQuery({ ...listQuery, node, filter: { on: '2026-10-08', keyword: '七(1)' } }).queryFn({ signal })
  expect(served.callsTo(schoolingApi.classes.path)[0]!.query).toMatchObject({
    orgId: ids.school,
    gradeId: ids.grade,
    state: 'open',
    on: '2026-10-08',
    keyword: '七(1)',
  })
  await classPageQuery({ ...listQuery, node, filter: { state: 'merged' } }).queryFn({ signal })
  expect(served.callsTo(schoolingApi.classes.path)[1]!.query).toMatchObject({ state: 'merged' })
})

it('requests the whole scope when a bureau selects itself', async () => {
  signInAt('bureau')
  await classPageQuery({ ...listQuery, node: ids.school, filter: {} }).queryFn({ signal })
  expect(served.callsTo(schoolingApi.classes.path)[0]!.query).toMatchObject({ orgId: '' })
})

const openPage = async (permissions: string[]) => {
  await served.show(
    <Shell permissions={permissions}>
      <ClassPage />
    </Shell>,
  )
  await until(() => getPageText().includes('七(2)班'))
}

it('shows a teacher without classes an empty page and requests no list', async () => {
  await served.close()
  served = createTestPage({
    ...answers,
    [schoolingApi.classTree.path]: () => ({ orgId: ids.school, orgName: '明湖小学', isWhole: false, grades: [] }),
  })
  await served.show(
    <Shell permissions={['class.read']}>
      <ClassPage />
    </Shell>,
  )
  await until(() => getPageText().includes('您还没有任教班级'))
  expect(served.callsTo(schoolingApi.classes.path)).toEqual([])
})

it('marks a class without a head and hides 删除 for a class with pupils', () => {
  expect(getClassStatus(classOf({}))).toMatchObject({ tone: 'warning', label: '未设班主任' })
  expect(getClassStatus(classOf({ teacherId: ids.wang }))).toMatchObject({ label: '正常' })
  expect(getClassStatus(classOf({ state: 'graduated' }))).not.toMatchObject({ label: '未设班主任' })
  const deleting = classActions.find(({ key }) => key === 'delete')!
  expect(deleting.whyNot?.(classOf({ totalCount: 2 }))).toBe('还有 2 名学生')
  expect(deleting.whyNot?.(classOf({ totalCount: 0 }))).toBeUndefined()
})

it('sends the head with the other fields of a class', async () => {
  await served.close()
  served = createTestPage({ ...answers, [schoolingApi.saveClass.path]: () => ({ id: ids.first }) })
  const form = createEditClassForm(classOf({ teacherId: ids.wang, teacherName: '王芳' }))
  await saveClass({ ...form.initial(), headId: ids.li })
  expect(sent(schoolingApi.saveClass.path)).toMatchObject([{ name: '1班', head: { userId: ids.li } }])
})

it('shows the edit actions to class administrators', async () => {
  await openPage(['class.read', 'class.edit'])
  expect(hasButton('新建班级')).toBe(true)
  expect(getPageText()).toContain('编辑')
})

it('shows a class teacher the own classes without actions', async () => {
  await openPage(['class.read'])
  for (const label of ['新建班级', '编辑', '批量建班']) expect(getPageText()).not.toContain(label)
  expect(document.querySelector('input[type=checkbox]')).toBeNull()
})

const headAct = classActions.find(({ key }) => key === 'head')!
const rows = [
  classOf({ teacherId: ids.wang, teacherName: '王芳' }),
  classOf({ id: ids.second, label: '七(2)班', name: '2班' }),
]

it('sets the heads of several classes at once and sends only the changes', async () => {
  const targets = { ids: rows.map(({ id }) => id) }
  if (!('withFormAction' in headAct)) throw new Error('it asks first')
  await served.show(
    headAct.withFormAction((act) => (
      <FormDialog
        title="设置班主任"
        form={act.createForm(targets, rows)}
        submit={async (values) => void (await act.run(targets, values, undefined, rows))}
        onClose={() => {}}
      />
    )),
  )
  await until(() => getPageText().includes('王芳'))
  await click(getButton('从 Excel 粘贴'))
  await until(() => served.callsTo('/api/contacts/teachers').length > 0)
  await settle()
  await typeInto(document.querySelector('textarea')!, '七(1)班\t王芳\n七(2)班\t李强\n七(8)班\t王芳')
  expect(getPageText()).toContain('已填写 2 个班级，没有找到：七(8)班 王芳')
  await click(getButton('保存'))
  await until(() => sent(schoolingApi.setClassTeacher.path).length > 0)
  expect(sent(schoolingApi.setClassTeacher.path)).toEqual([
    { role: 'head', from: '2026-11-15', items: [{ classId: ids.second, userId: ids.li }] },
  ])
})

it('says that there is nothing to save when nothing was changed', async () => {
  if (!('withFormAction' in headAct)) throw new Error('it asks first')
  const values = { from: '2026-11-15', role: 'head', heads: {} }
  await expect(headAct.withFormAction((act) => act.run({ ids: [] }, values as never, undefined, []))).rejects.toThrow(
    '没有改动',
  )
})

it('sorts the classes of a grade', async () => {
  let closed = 0
  await served.show(
    <Shell address={`node=${node}`}>
      <SortDialog onClose={() => void closed++} />
    </Shell>,
  )
  await until(() => hasButton('七(2)班上移'))
  expect(getButton('保存').disabled).toBe(true)
  await click(getButton('七(2)班上移'))
  await click(getButton('保存'))
  await until(() => closed > 0)
  expect(sent(schoolingApi.sortClasses.path)).toEqual([{ ids: [ids.second, ids.first] }])
})

it('creates a class in the selected grade and asks for the grade elsewhere', () => {
  const inGrade = createNewClassForm(parseTreeNode(node))
  expect(inGrade.initial().gradeId).toBe(ids.grade)
  expect(inGrade.schema.safeParse({ ...inGrade.initial(), name: '3班' }).success).toBe(true)
  const { schema, initial } = createNewClassForm(parseTreeNode(ids.school))
  expect(schema.safeParse({ ...initial(), name: '3班' }).error?.issues[0]?.message).toBe('请选择年级')
})

let chosen: ClassChoice | null
function Picking() {
  const [value, setValue] = useState<ClassChoice | null>(null)
  const take = (next: ClassChoice | null) => {
    chosen = next
    setValue(next)
  }
  return <ClassPicker orgId={ids.school} value={value} onChange={take} />
}
const pick = (label: string, value: string) =>
  act(async () => {
    const field = document.querySelector<HTMLSelectElement>(`select[aria-label=${label}]`)!
    field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })

it('picks a grade, with or without a class', async () => {
  await served.show(<Picking />)
  await until(() => getPageText().includes('七年级'))
  await pick('年级', ids.grade)
  expect(chosen).toEqual({ gradeId: ids.grade, classId: null })
  await pick('班级', ids.second)
  expect(chosen).toEqual({ gradeId: ids.grade, classId: ids.second, label: '七(2)班' })
  await pick('班级', '')
  expect(chosen).toEqual({ gradeId: ids.grade, classId: null })
})
