import { act, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { newServed, settle } from '#packages/web/desk/served.fixture.tsx'
import { buttonOf, click, hasButton, seen, write } from '#packages/web/desk/stage.fixture.tsx'
import { orgApi, type OrgType } from '#kernel/org/contract.ts'
import { schoolingApi } from '../contract.ts'
import { classActs } from './class-acts.tsx'
import { classPage, parentOf, saveClass, spotOf, treeLevel } from './class-queries.ts'
import { changedClass, newClass } from './components/class-form.tsx'
import ClassPicker, { type ClassChoice } from './components/class-picker.tsx'
import { SortDialog } from './components/sort-dialog.tsx'
import ClassPage from './pages/classes.tsx'
import { answers, classOf, ids, onWire, Shell, signInAt } from './school.fixture.tsx'
import { classStatusOf } from './words.ts'

let served: ReturnType<typeof newServed>
const signal = new AbortController().signal
const sent = (path: string) => served.asked(path).map(({ body }) => body)
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle(50)
  expect(ready()).toBe(true)
}
const node = `${ids.school}.${ids.grade}`

beforeAll(async () => {
  // Fetched late, and not by the clock of the test.
  await import('#packages/web/desk/list/act-dialog.tsx')
})
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T02:00:00Z') })
  Object.assign(window, { innerWidth: 1366 })
  signInAt()
  served = newServed({
    ...answers,
    [schoolingApi.setClassTeacher.path]: () => ({ changed: 1 }),
    [schoolingApi.sortClasses.path]: () => null,
    [schoolingApi.rooms.path]: () => [],
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('begins for a school with that school and its grades', async () => {
  const [school] = await treeLevel(null).queryFn({ signal })
  expect(school).toMatchObject({ id: ids.school, name: '明湖小学', count: 2, hasChild: true })
  const grades = await treeLevel(ids.school).queryFn({ signal })
  expect(grades).toMatchObject([{ id: node, name: '七年级', count: 2 }])
  expect(await parentOf(node).queryFn({ signal })).toBe(ids.school)
  expect(await parentOf(ids.school).queryFn({ signal })).toBeNull()
})

it('begins for a bureau with the organisations, without departments', async () => {
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
    isForbidden: false,
    hasChild: false,
  })
  const nodes = [org('明湖小学', 'school'), org('人事科', 'department')]
  served = newServed({ [orgApi.tree.path]: () => onWire(orgApi.tree.data, nodes) })
  expect(await treeLevel(null).queryFn({ signal })).toMatchObject([
    { name: '明湖小学', kind: 'school', hasChild: true },
  ])
})

const asked = { below: false, sort: null, pageNumber: 1, pageSize: 20 }

it('asks for the classes of a grade as of a day, and for those that are open unless somebody says otherwise', async () => {
  await classPage({ ...asked, node, filter: { on: '2026-10-08', keyword: '七(1)' } }).queryFn({ signal })
  expect(served.asked(schoolingApi.classes.path)[0]!.query).toMatchObject({
    orgId: ids.school,
    gradeId: ids.grade,
    state: 'open',
    on: '2026-10-08',
    keyword: '七(1)',
  })
  await classPage({ ...asked, node, filter: { state: 'merged' } }).queryFn({ signal })
  expect(served.asked(schoolingApi.classes.path)[1]!.query).toMatchObject({ state: 'merged' })
})

it('means all that it reaches when a bureau looks at itself', async () => {
  signInAt('bureau')
  await classPage({ ...asked, node: ids.school, filter: {} }).queryFn({ signal })
  expect(served.asked(schoolingApi.classes.path)[0]!.query).toMatchObject({ orgId: '' })
})

const openPage = async (permissions: string[]) => {
  await served.show(
    <Shell permissions={permissions}>
      <ClassPage />
    </Shell>,
  )
  await until(() => seen().includes('七(2)班'))
}

it('says nothing of empty schools to a teacher who has no class yet, and asks for no list', async () => {
  await served.close()
  served = newServed({
    ...answers,
    [schoolingApi.classTree.path]: () => ({ orgId: ids.school, orgName: '明湖小学', isWhole: false, grades: [] }),
  })
  await served.show(
    <Shell permissions={['class.read']}>
      <ClassPage />
    </Shell>,
  )
  await until(() => seen().includes('您还没有任教班级'))
  expect(served.asked(schoolingApi.classes.path)).toEqual([])
})

it('tints a class without a head, and does not offer to delete one with pupils', () => {
  expect(classStatusOf(classOf({}))).toMatchObject({ tone: 'warning', words: '未设班主任' })
  expect(classStatusOf(classOf({ teacherId: ids.wang }))).toMatchObject({ words: '正常' })
  expect(classStatusOf(classOf({ state: 'graduated' }))).not.toMatchObject({ words: '未设班主任' })
  const deleting = classActs.find(({ key }) => key === 'delete')!
  expect(deleting.whyNot?.(classOf({ totalCount: 2 }))).toBe('还有 2 名学生')
  expect(deleting.whyNot?.(classOf({ totalCount: 0 }))).toBeUndefined()
})

it('sends the head with the rest of a class', async () => {
  await served.close()
  served = newServed({ ...answers, [schoolingApi.saveClass.path]: () => ({ id: ids.first }) })
  const form = changedClass(classOf({ teacherId: ids.wang, teacherName: '王芳' }))
  await saveClass({ ...form.initial(), headId: ids.li })
  expect(sent(schoolingApi.saveClass.path)).toMatchObject([{ name: '1班', head: { userId: ids.li } }])
})

it('lets those who look after classes change them', async () => {
  await openPage(['class.read', 'class.edit'])
  expect(hasButton('新建班级')).toBe(true)
  expect(seen()).toContain('编辑')
})

it('shows a class teacher the own classes, and nothing to press', async () => {
  await openPage(['class.read'])
  for (const words of ['新建班级', '编辑', '批量建班']) expect(seen()).not.toContain(words)
  expect(document.querySelector('input[type=checkbox]')).toBeNull()
})

const headAct = classActs.find(({ key }) => key === 'head')!
const rows = [
  classOf({ teacherId: ids.wang, teacherName: '王芳' }),
  classOf({ id: ids.second, label: '七(2)班', name: '2班' }),
]

it('sets the heads of several classes at once, and sends only what was changed', async () => {
  const targets = { ids: rows.map(({ id }) => id) }
  if (!('asked' in headAct)) throw new Error('it asks first')
  await served.show(
    headAct.asked((act) => (
      <FormDialog
        title="设置班主任"
        form={act.ask(targets, rows)}
        submit={async (values) => void (await act.run(targets, values))}
        onClose={() => {}}
      />
    )),
  )
  await until(() => seen().includes('王芳'))
  await click(buttonOf('从 Excel 粘贴'))
  await until(() => served.asked('/api/contacts/teachers').length > 0)
  await settle()
  await write(document.querySelector('textarea')!, '七(1)班\t王芳\n七(2)班\t李强\n七(8)班\t王芳')
  expect(seen()).toContain('已填写 2 个班级，没有找到：七(8)班 王芳')
  await click(buttonOf('保存'))
  await until(() => sent(schoolingApi.setClassTeacher.path).length > 0)
  expect(sent(schoolingApi.setClassTeacher.path)).toEqual([
    { role: 'head', from: '2026-11-15', items: [{ classId: ids.second, userId: ids.li }] },
  ])
})

it('has nothing to send when nothing was changed, and says so', async () => {
  if (!('asked' in headAct)) throw new Error('it asks first')
  const values = { from: '2026-11-15', role: 'head', heads: {} }
  await expect(headAct.asked((act) => act.run({ ids: [] }, values as never))).rejects.toThrow('没有改动')
})

it('puts the classes of a grade into another order', async () => {
  let closed = 0
  await served.show(
    <Shell address={`node=${node}`}>
      <SortDialog onClose={() => void closed++} />
    </Shell>,
  )
  await until(() => hasButton('七(2)班上移'))
  expect(buttonOf('保存').disabled).toBe(true)
  await click(buttonOf('七(2)班上移'))
  await click(buttonOf('保存'))
  await until(() => closed > 0)
  expect(sent(schoolingApi.sortClasses.path)).toEqual([{ ids: [ids.second, ids.first] }])
})

it('makes a class in the grade where one stands, and asks for one elsewhere', () => {
  const inGrade = newClass(spotOf(node))
  expect(inGrade.initial().gradeId).toBe(ids.grade)
  expect(inGrade.schema.safeParse({ ...inGrade.initial(), name: '3班' }).success).toBe(true)
  const { schema, initial } = newClass(spotOf(ids.school))
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

it('picks a grade, and a class of it or none', async () => {
  await served.show(<Picking />)
  await until(() => seen().includes('七年级'))
  await pick('年级', ids.grade)
  expect(chosen).toEqual({ gradeId: ids.grade, classId: null })
  await pick('班级', ids.second)
  expect(chosen).toEqual({ gradeId: ids.grade, classId: ids.second, label: '七(2)班' })
  await pick('班级', '')
  expect(chosen).toEqual({ gradeId: ids.grade, classId: null })
})
