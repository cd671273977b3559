import { beforeEach, expect, it } from 'vitest'
import { anIdCard, aPhone, openAccount } from '#kernel/identity/server/example.ts'
import { aSchool } from '#kernel/org/server/example.ts'
import { newId, type Actor, type Ctx } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { ImportEffect } from '#packages/sheet'
import { makeSheetRows, createActor, useDatabase } from '#packages/testing'
import { invitePerson } from '#kernel/identity/server/api.ts'
import { recountMembers } from '../api.ts'
import { addUser } from '../service/add-staff.ts'
import { editUser } from '../service/edit-staff.ts'
import { listFieldHistory } from '../service/field-history.ts'
import { getUser } from '../service/get-staff.ts'
import { registerHomeDistrict, createManagedTree, type Tree, staffConstants } from '../staff.fixture.ts'
import { fingerprintStaff, staffImporting } from './sheet.fixture.ts'
import { staffImport } from './import-target.ts'
import { aMembership, newForm, editForm } from '../example.ts'

const database = useDatabase({ eachTest: true })
database.contribute('constants', ...staffConstants)
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor
let school: ReturnType<typeof staffImporting>
const guarded = new Set<string>()

beforeEach(async () => {
  await registerHomeDistrict(database)
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
  school = staffImporting(as, head, tree.school.id)
  database.contribute(
    'membershipGuards',
    async (_, ids) => new Map(ids.filter((id) => guarded.has(id)).map((id) => [id, '是最后一名管理员'])),
  )
})

const add = (who: Actor, ...form: Parameters<typeof newForm>) => as(who, (ctx) => addUser(ctx, newForm(...form)))
const detail = (id: string, who: Actor = chief) => as(who, (ctx) => getUser(ctx, id))
const state = () => fingerprintStaff(database.sql)
const countOf = async (id: string) =>
  (await database.sql<{ count: number }>('select user_count as count from tenant.organisation where id = $1', [id]))[0]!
    .count
const personOf = async (id: string) =>
  (await database.sql<{ id: string }>('select person_id as id from tenant.membership where id = $1', [id]))[0]!.id
const kindsOf = async (personId: string) =>
  (
    await database.sql<{ kind: string }>('select kind from tenant.identity_log where person_id = $1 order by at, id', [
      personId,
    ])
  ).map(({ kind }) => kind)
const keptOf = async (effects: readonly ImportEffect[]) => {
  const previewed = (await school.undoable(effects)).map(({ keptReason }) => keptReason)
  const undone = (await school.undo(effects)).toReversed().map(({ keptReason }) => keptReason)
  expect(undone).toEqual(previewed)
  return undone
}

it('adds new staff with all columns of the file, and the undo leaves no trace', async () => {
  const before = await state()
  const [idCard, mobile] = [anIdCard('女'), aPhone()]
  const effects = await school.bring([
    {
      name: '沈明远',
      idCard,
      mobile,
      number: 'N1',
      department: '语文组',
      post: '组长',
      subject: '语文',
      workerType: '2',
      nation: '05',
      diploma: '本科',
      graduateSchool: '师范大学',
      specialty: '中文',
      teacherLevel: '一级教师',
      workedFrom: '2013-08-01',
      officePhone: '0571-88886666',
      email: 'a@b.cn',
      qq: '123456',
      otherPhone: aPhone(),
      address: '学苑路十八号三单元',
      license: '20133300',
      icCard: '9988',
      remark: '骨干',
      startsOn: '2026-08-01',
    },
    { name: '沈明近' },
  ])
  expect(effects.map(({ row, result }) => [row, result])).toEqual([
    [3, 'new'],
    [4, 'new'],
  ])
  const user = await detail(effects[0]!.id)
  expect(user).toMatchObject({
    name: '沈明远',
    sex: '女',
    number: 'N1',
    departmentName: '语文组',
    post: '组长',
    subject: '语文',
    workerType: 2,
    nation: '05',
    diploma: '本科',
    graduateSchool: '师范大学',
    specialty: '中文',
    teacherLevel: '一级教师',
    workedFrom: '2013-08-01',
    officePhone: '0571-88886666',
    email: 'a@b.cn',
    qq: '123456',
    remark: '骨干',
    startsOn: '2026-08-01',
    userType: 'teacher',
    isMain: true,
    account: 'none',
    birthday: `${idCard.slice(6, 10)}-${idCard.slice(10, 12)}-${idCard.slice(12, 14)}`,
    icCard: '****',
  })
  expect(user.mobile).toBe(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`)
  expect(await countOf(tree.group.id)).toBe(1)
  expect(await countOf(tree.school.id)).toBe(2)
  expect(await kindsOf(await personOf(effects[0]!.id))).toEqual(['place-added'])
  expect(await as(head, (ctx) => staffImport.countByUnit(ctx, tree.school.id))).toEqual(
    new Map([
      ['', 1],
      ['语文组', 1],
    ]),
  )
  await as(chief, recountMembers)
  expect(await countOf(tree.school.id)).toBe(2)
  expect(await keptOf(effects)).toEqual(['', ''])
  expect(await state()).toEqual(before)
})

it('the same file changes nothing the second time', async () => {
  const cells = [
    { name: '王丽', idCard: anIdCard(), mobile: aPhone(), department: '语文组', nation: '01', userType: 'worker' },
    { name: '王力', number: 'S1', birthday: '1980-01-02', address: '学苑路' },
    { name: '王立', post: '门卫' },
  ]
  const effects = await school.bring(cells)
  const before = await state()
  const again = await school.examine(makeSheetRows(cells))
  expect(again.map(({ result, issues }) => [result, issues])).toEqual(cells.map(() => ['same', []]))
  expect(again.map(({ id }) => id)).toEqual(effects.map(({ id }) => id))
  expect(await school.bring(cells)).toEqual([])
  expect(await state()).toEqual(before)
})

it('records changes of existing staff in the history, and the undo restores them exactly', async () => {
  const idCard = anIdCard('女')
  const { id } = await add(head, tree.school, '方若兰', {
    idCard,
    mobile: aPhone(),
    number: 'K1',
    departmentId: tree.academic.id,
    diploma: '本科',
    icCard: '12345678',
  })
  const before = await state()
  const mobile = aPhone()
  const effects = await school.bring([
    { name: '方若兰', idCard, mobile, diploma: '硕士', department: '语文组', icCard: '87654321', post: '组长' },
  ])
  expect(effects).toMatchObject([{ result: 'changed', id }])
  expect(await detail(id)).toMatchObject({ diploma: '硕士', departmentName: '语文组', post: '组长', number: 'K1' })
  expect(await countOf(tree.academic.id)).toBe(await countOf(tree.group.id))
  expect(await kindsOf(await personOf(id))).toEqual(['place-added', 'phone-changed'])
  const history = await as(head, (ctx) => listFieldHistory(ctx, id))
  expect(history.map(({ field }) => field).sort()).toEqual(['departmentId', 'diploma', 'icCard', 'mobile', 'post'])
  expect(history.find(({ field }) => field === 'diploma')).toMatchObject({ before: '本科', after: '硕士' })
  const { version } = await detail(id)
  expect(await keptOf(effects)).toEqual([''])
  expect(await state()).toEqual(before)
  expect((await detail(id)).version).toBeGreaterThan(version)
  expect(await as(head, (ctx) => listFieldHistory(ctx, id))).toHaveLength(10)
})

it('adds a further membership to a person elsewhere, withdraws old invitations, and the undo removes it', async () => {
  const idCard = anIdCard()
  const first = await add(neighbour, tree.other, '程远', { idCard })
  const personId = await personOf(first.id)
  await as(chief, (ctx) => invitePerson(ctx, personId))
  const before = await state()
  const district = staffImporting(as, chief, tree.bureau.id)
  const row = { name: '程远', idCard, post: '兼课', diploma: '硕士', org: '实验小学' }
  const effects = await district.bring([row], ['elsewhere'])
  const { memberships, diploma, account } = await detail(first.id)
  expect(memberships.map(({ orgName, isMain }) => [orgName, isMain])).toEqual([
    ['文澜中学', true],
    ['实验小学', false],
  ])
  expect([diploma, account]).toEqual(['硕士', 'none'])
  expect(await district.bring([row])).toEqual([])
  expect((await district.undo(effects)).map(({ keptReason }) => keptReason)).toEqual([''])
  expect(await state()).toEqual(before)
})

it('keeps values of the main employer and fills gaps', async () => {
  const idCard = anIdCard()
  const { id } = await add(neighbour, tree.other, '程近', { idCard, diploma: '本科', email: 'cheng@example.cn' })
  const personId = await personOf(id)
  // She also works at a campus of this school.
  await as(chief, async (ctx) => {
    const campus = await aSchool(ctx, tree.school, '东校区')
    await aMembership(ctx, personId, { at: campus, isMain: false })
  })
  const row = { name: '程近', idCard, diploma: '硕士', email: 'other@example.cn', specialty: '数学', post: '兼课' }
  const effects = await school.bring([row], ['elsewhere'])
  expect(await detail(id)).toMatchObject({ diploma: '本科', email: 'cheng@example.cn', specialty: '数学' })
  expect(await keptOf(effects)).toEqual([''])
  // An importer with the main employer in scope overwrites them.
  const district = staffImporting(as, chief, tree.bureau.id)
  await district.bring([{ ...row, org: '实验小学' }], ['elsewhere'])
  expect(await detail(id)).toMatchObject({ diploma: '硕士' })
})

it('the undo keeps rows that were changed since and removes the others', async () => {
  const names = ['甲一', '乙二', '丙三', '丁四', '戊五', '己六', '庚七', '辛八']
  const effects = await school.bring(names.map((name) => ({ name, mobile: aPhone() })))
  const [edited, opened, placed, , referred, admin, invited] = effects.map(({ id }) => id)
  const { version } = await detail(edited!)
  await editUser(database.requestCtx(head), editForm(edited!, '甲一', version, { post: '主任' }))
  await openAccount(database, { ...chief, personId: await personOf(opened!) }, 'yi.er.2026')
  const placedId = await personOf(placed!)
  await as(chief, (ctx) => aMembership(ctx, placedId, { at: tree.other, isMain: false }))
  await database.sql(
    `insert into tenant.merge_proposal (district_id, id, person_id, other_person_id, created_at)
     select district_id, $2, person_id, $3, now() from tenant.membership where id = $1`,
    [referred, newId(), placedId],
  )
  guarded.add(admin!)
  const invitedId = await personOf(invited!)
  await as(chief, (ctx) => invitePerson(ctx, invitedId))
  expect(await keptOf(effects)).toEqual([
    '导入后被修改过',
    '已开通账号',
    '已有其他任职',
    '',
    '已被其他数据引用',
    '是最后一名管理员',
    '',
    '',
  ])
  expect(await database.sql('select from tenant.invitation where person_id = $1', [invitedId])).toEqual([])
  expect(await database.sql("select from tenant.person where name in ('丁四', '庚七', '辛八')")).toEqual([])
  const wrong = await as(chief, (ctx) => staffImport.countByUnit(ctx, tree.school.id))
  expect([...wrong.values()].reduce((sum, count) => sum + count, 0)).toBe(await countOf(tree.school.id))
})

it('the undo keeps later changes, and does not return anybody to a deleted department', async () => {
  const ids = ['N11', 'N12', 'N13']
  const [one, two, three] = await Promise.all(
    ids.map((number) =>
      add(head, tree.school, `变${number}`, { number, departmentId: tree.group.id, mobile: aPhone() }),
    ),
  )
  const [first, second] = [aPhone(), aPhone()]
  const effects = await school.bring([
    { name: '变N11', number: 'N11', mobile: first },
    { name: '变N12', number: 'N12', mobile: second },
    { name: '变N13', number: 'N13', department: '教务处' },
  ])
  // She changed her number herself; his old number now belongs to somebody else.
  await database.sql('update tenant.person set version = version + 1 where id = $1', [await personOf(one!.id)])
  const { before } = effects[1]! as { before: { person: { phone_hash: string } } }
  await database.sql("update tenant.person set phone_hash = decode($2, 'hex') where id = $1", [
    await personOf(one!.id),
    before.person.phone_hash,
  ])
  await database.sql('update tenant.organisation set deleted_at = now() where id = $1', [tree.group.id])
  expect(await keptOf(effects)).toEqual(['导入后被修改过', '原手机号已被他人使用', '原部门已撤销'])
  expect((await detail(three!.id)).departmentName).toBe('教务处')
  expect((await detail(two!.id)).mobile).toContain(second.slice(-4))
  await database.sql('update tenant.organisation set deleted_at = null where id = $1', [tree.group.id])
})

it('an undone second import does not block the undo of the first', async () => {
  await add(head, tree.school, '回一', { number: 'R1', mobile: aPhone() })
  const before = await state()
  const first = await school.bring([{ name: '回一', number: 'R1', diploma: '本科', post: '教师' }])
  const second = await school.bring([{ name: '回一', number: 'R1', diploma: '硕士', post: '主任' }])
  expect(await keptOf(second)).toEqual([''])
  expect(await keptOf(first)).toEqual([''])
  expect(await state()).toEqual(before)
})

it('refuses the whole import when anything changed after the preview', async () => {
  const { id } = await add(head, tree.school, '迟到', { number: 'L1' })
  const rows = makeSheetRows([{ name: '迟到', number: 'L1', post: '主任' }, { name: '同来' }])
  const verdicts = await school.examine(rows)
  await editUser(
    database.requestCtx(head),
    editForm(id, '迟到', (await detail(id)).version, { number: 'L1', post: '副主任' }),
  )
  const before = await state()
  const checked = rows.map((row, at) => ({ ...row, verdict: verdicts[at]! }))
  await expect(as(head, (ctx) => staffImport.apply(ctx, tree.school.id, checked))).rejects.toThrow('第3行')
  expect(await state()).toEqual(before)
})

it('the district imports for its schools, and a school cannot undo that elsewhere', async () => {
  const before = await state()
  const district = staffImporting(as, chief, tree.bureau.id)
  const effects = await district.bring([
    { name: '局甲', org: '实验小学', department: '语文组' },
    { name: '局乙', org: '文澜中学', department: '总务处' },
    { name: '局丙', department: '人事科' },
  ])
  const made = await Promise.all(effects.map(({ id }) => detail(id)))
  expect(made.map(({ orgName, departmentName, userType }) => [orgName, departmentName, userType])).toEqual([
    ['实验小学', '语文组', 'teacher'],
    ['文澜中学', '总务处', 'teacher'],
    ['云禾区教育局', '人事科', 'bureau'],
  ])
  await expect(as(head, (ctx) => staffImport.undo(ctx, tree.bureau.id, effects))).rejects.toThrow('组织不存在')
  expect((await district.undo(effects)).map(({ keptReason }) => keptReason)).toEqual(['', '', ''])
  expect(await state()).toEqual(before)
})

it('checking a file and previewing an undo write and lock nothing', async () => {
  const effects = await school.bring([{ name: '旁观', mobile: aPhone() }])
  const reading = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(
      database.cells,
      database.home,
      (db) => work({ app: database.app, actor: head, db, now: new Date(), requestId: newId() }),
      {
        readOnly: true,
      },
    )
  const rows = makeSheetRows([{ name: '旁观', number: 'W1', idCard: anIdCard(), mobile: aPhone() }])
  expect(await reading((ctx) => staffImport.examine(ctx, tree.school.id, rows))).toHaveLength(1)
  expect(await reading((ctx) => staffImport.previewUndo(ctx, tree.school.id, effects))).toEqual([
    { row: 3, keptReason: '' },
  ])
})

it('namesakes in one file do not block each other, in whatever batches', async () => {
  const cells = Array.from({ length: 6 }, (_, at) => ({ name: '刘洋', number: `Y${at}` }))
  const effects = await school.apply(makeSheetRows(cells), 2)
  expect(effects).toHaveLength(6)
  expect(await school.bring(cells)).toEqual([])
  expect(await keptOf(effects)).toEqual(cells.map(() => ''))
})
