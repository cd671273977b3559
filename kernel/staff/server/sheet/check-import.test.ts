import { beforeAll, expect, it } from 'vitest'
import { anIdCard, aPhone, openAccount } from '#kernel/identity/server/example.ts'
import { idCardBirthday, emptyScope, type Actor } from '#packages/core'
import { parseCell } from '#packages/sheet'
import { listIssueCodes, createActor, useDatabase } from '#packages/testing'
import { addUser } from '../service/add-staff.ts'
import { inDays, registerHomeDistrict, createManagedTree, type Tree, staffConstants } from '../staff.fixture.ts'
import { staffImporting } from './sheet.fixture.ts'
import { staffImport } from './import-target.ts'
import { aTeacher, aMembership, newForm } from '../example.ts'

const database = useDatabase()
database.contribute('constants', ...staffConstants)
const { as } = database
let tree: Tree
let chief: Actor, head: Actor, neighbour: Actor
let school: ReturnType<typeof staffImporting>, other: ReturnType<typeof staffImporting>

beforeAll(async () => {
  await registerHomeDistrict(database)
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedTree))
  school = staffImporting(as, head, tree.school.id)
  other = staffImporting(as, neighbour, tree.other.id)
})

const add = (who: Actor, ...form: Parameters<typeof newForm>) => as(who, (ctx) => addUser(ctx, newForm(...form)))
const columnOf = (key: string) => staffImport.columns.find((one) => one.key === key)!
const understood = (key: string, raw: string) => parseCell(columnOf(key), [], raw)

it('parses cell values by the rules of the form', () => {
  expect(understood('sex', 'F').value).toBe('女')
  expect(understood('nation', '汉').value).toBe('01')
  expect(understood('nation', '维吾尔族').value).toBe('05')
  expect(understood('userType', '专任教师').value).toBe('teacher')
  expect(understood('workerType', '事业编制').value).toBe('1')
  expect(understood('email', '不是邮箱').issue?.message).toBe('请填写正确的电子邮箱')
  expect(understood('officePhone', '13900000000').issue).toBeDefined()
  expect(understood('post', '长'.repeat(51)).issue?.code).toBe('too-long')
  expect(understood('qq', '12').issue?.message).toBe('请填写正确的QQ号')
})

it('recognises column headings', () => {
  const headings = staffImport.columns.flatMap(({ title, synonyms = [] }) => [title, ...synonyms])
  expect(headings.filter((heading, at) => headings.indexOf(heading) !== at)).toEqual([])
})

it('a template offers the departments by their paths', async () => {
  const context = await as(head, (ctx) => staffImport.loadContext(ctx, tree.school.id))
  expect(context.orgName).toBe('实验小学')
  expect(context.choices['department']!.map(({ title }) => title)).toEqual(['教务处', '教务处/语文组'])
  expect(context.choices['org']).toBeUndefined()
  const district = await as(chief, (ctx) => staffImport.loadContext(ctx, tree.bureau.id))
  expect(district.choices['org']!.map(({ title }) => title)).toEqual(['云禾区教育局', '实验小学', '文澜中学'])
})

it('does not offer or accept departments of a school outside the scope', async () => {
  const permissions = new Map([['user.edit', { ...emptyScope, orgIds: [tree.bureau.id] }]])
  const clerk: Actor = { ...chief, permissions }
  const { choices } = await as(clerk, (ctx) => staffImport.loadContext(ctx, tree.bureau.id))
  expect(choices['department']!.map(({ title }) => title)).toEqual(['人事科'])
  expect(choices['org']).toBeUndefined()
  const verdict = await staffImporting(as, clerk, tree.bureau.id).one({ name: '外人', department: '总务处' })
  expect(listIssueCodes(verdict)).toEqual(['department:unknown'])
})

it('refuses an import into a school outside the scope', async () => {
  const elsewhere = staffImporting(as, head, tree.other.id)
  await expect(elsewhere.one({ name: '外人' })).rejects.toThrow('组织不存在')
  await expect(as(head, (ctx) => staffImport.loadContext(ctx, tree.other.id))).rejects.toThrow('组织不存在')
  await expect(as(head, (ctx) => staffImport.countByUnit(ctx, tree.other.id))).rejects.toThrow('组织不存在')
  const verdict = await school.one({ name: '外人', org: '文澜中学' })
  expect(listIssueCodes(verdict)).toEqual(['org:unknown'])
})

it('an unknown person is new and counted in the department', async () => {
  const verdict = await school.one({ name: '贺知秋', idCard: anIdCard(), department: '语文组' })
  expect(verdict).toMatchObject({ result: 'new', id: null, issues: [], unit: '语文组' })
  expect(verdict.keys.map(({ column }) => column)).toEqual(['idCard'])
  expect((await school.one({ name: '贺知秋' })).keys.map(({ column }) => column)).toEqual(['name'])
})

it('finds a department by its path or its name, and proposes similar names', async () => {
  for (const department of ['教务处/语文组', '教务处 > 语文组', '实验小学/教务处/语文组', '语文组'])
    expect((await school.one({ name: '贺知秋', department })).unit).toBe('语文组')
  expect((await school.one({ name: '贺知秋', department: '实验小学' })).unit).toBe('')
  const { issues } = await school.one({ name: '贺知秋', department: '教务处室' })
  expect(issues).toEqual([
    {
      column: 'department',
      code: 'unknown',
      message: '找不到“教务处室”',
      fixes: [{ kind: 'set', column: 'department', value: '教务处', label: '改为“教务处”', isGuess: true }],
    },
  ])
})

it('matches an existing person by the ID number and compares only the given columns', async () => {
  const idCard = anIdCard('女')
  const { id } = await add(head, tree.school, '水明月', {
    idCard,
    number: 'A1',
    diploma: '本科',
    departmentId: tree.group.id,
  })
  const same = await school.one({ name: '水 明月', idCard, diploma: '本科', startsOn: '2020-01-01', sex: '女' })
  expect(same).toMatchObject({ result: 'same', id, issues: [], changes: [], unit: '语文组' })
  const changed = await school.one({ name: '水明月', idCard, diploma: '硕士', department: '教务处', mobile: aPhone() })
  expect(changed).toMatchObject({ result: 'changed', id, issues: [], unit: '教务处' })
  expect(changed.changes).toEqual([
    { column: 'mobile', before: '' },
    { column: 'diploma', before: '本科' },
    { column: 'department', before: '语文组' },
  ])
})

it('masks sensitive known values', async () => {
  const idCard = anIdCard()
  const [mobile, newer] = [aPhone(), aPhone()]
  await add(head, tree.school, '石清', { idCard, mobile, address: '学苑路十八号三单元' })
  const { changes } = await school.one({ name: '石清', idCard, mobile: newer, address: '新街口' })
  expect(changes).toEqual([
    { column: 'mobile', before: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` },
    { column: 'address', before: '学苑路十八号****' },
  ])
})

it('without an ID number matches by the staff number, within this school only', async () => {
  const { id } = await add(head, tree.school, '龙吟', { number: 'B7' })
  await add(neighbour, tree.other, '虎啸', { number: 'B7' })
  expect(await school.one({ name: '龙吟', number: 'B7' })).toMatchObject({ result: 'same', id })
  const { issues } = await school.one({ name: '龙今', number: 'B7' })
  expect(issues).toMatchObject([{ column: 'name', code: 'name-differs', message: '该工号登记的姓名为“龙吟”' }])
  expect(issues[0]!.fixes).toContainEqual({ kind: 'set', column: 'name', value: '龙吟', label: '改为“龙吟”' })
  expect(await school.one({ name: '龙今', number: 'B7' }, ['name-differs'])).toMatchObject({ result: 'changed', id })
})

it('reports a staff number that belongs to somebody else', async () => {
  await add(head, tree.school, '山海', { number: 'B9', idCard: anIdCard() })
  expect(listIssueCodes(await school.one({ name: '江河', number: 'B9', idCard: anIdCard() }))).toEqual(['number:taken'])
  const idCard = anIdCard()
  await add(head, tree.school, '湖泊', { number: 'B10', idCard })
  expect(listIssueCodes(await school.one({ name: '湖泊', number: 'B9', idCard }))).toEqual(['number:taken'])
  expect(await school.one({ name: '湖泊', number: 'B9', idCard }, ['taken'])).toMatchObject({
    result: 'changed',
    issues: [],
  })
})

it('then matches by mobile and name; the mobile of somebody else is refused', async () => {
  const mobile = aPhone()
  const { id } = await add(head, tree.school, '云起', { mobile })
  expect(await school.one({ name: '云起', mobile })).toMatchObject({ result: 'same', id })
  const { issues } = await school.one({ name: '风生', mobile })
  expect(issues).toMatchObject([{ column: 'mobile', code: 'taken', message: '该手机号已被云起使用' }])
})

it('a mobile matches nobody outside the scope and does not reveal its owner', async () => {
  const mobile = aPhone()
  await add(head, tree.school, '云落', { mobile, idCard: anIdCard(), birthday: '1977-07-07' })
  for (const name of ['云落', '风止']) {
    const checked = await other.one({ name, mobile, birthday: '1970-01-01' }, ['elsewhere'])
    expect(listIssueCodes(checked)).toEqual(['mobile:taken'])
    expect(checked.issues[0]!.message).toBe('该手机号已登记，请核对或联系区管理员')
    expect(checked.outOfScope).toBe('reported')
    const json = JSON.stringify(checked.issues)
    for (const fact of ['云落', '实验小学', '1977']) expect(json).not.toContain(fact)
  }
  const district = staffImporting(as, chief, tree.bureau.id)
  expect(listIssueCodes(await district.one({ name: '云落', mobile, org: '文澜中学' }))).toEqual(['mobile:elsewhere'])
})

it('asks about a person with the same name and never assumes a match', async () => {
  await add(head, tree.school, '李莉', { number: 'C1', departmentId: tree.group.id, birthday: '1988-02-03' })
  const { issues } = await school.one({ name: '李莉', mobile: aPhone() })
  expect(issues).toMatchObject([
    { column: 'name', code: 'maybe-same', message: '本单位已有同名人员（工号C1，语文组）' },
  ])
  expect(issues[0]!.fixes!.map(({ kind }) => kind)).toEqual(['is', 'accept', 'skip'])
  expect(await school.one({ name: '李莉', mobile: aPhone() }, ['maybe-same'])).toMatchObject({
    result: 'new',
    issues: [],
  })
  // All given values are equal to hers.
  expect(await school.one({ name: '李莉', department: '语文组' })).toMatchObject({ result: 'same' })
})

it('a name that sounds alike counts with the same birthday or the same end of the phone', async () => {
  const mobile = aPhone()
  await add(head, tree.school, '周琳', { mobile, birthday: '1990-05-06' })
  expect(await school.one({ name: '周林', birthday: '1990-05-07' })).toMatchObject({ issues: [], result: 'new' })
  expect(listIssueCodes(await school.one({ name: '周林', birthday: '1990-05-06' }))).toEqual(['name:maybe-same'])
  const slip = `138${mobile.slice(3, 6)}0${mobile.slice(7)}`
  expect((await school.one({ name: '周霖', mobile: slip })).issues[0]!.message).toContain('手机尾号相同')
  // Two different ID numbers are two people, whatever their names.
  await add(head, tree.school, '郑爽', { idCard: anIdCard() })
  expect(await school.one({ name: '郑爽', idCard: anIdCard() })).toMatchObject({ issues: [], result: 'new' })
})

it('a namesake with the same birthday in another school is only shown to importers with both in scope', async () => {
  await add(neighbour, tree.other, '孔方', { birthday: '1979-09-09' })
  expect((await school.one({ name: '孔方', birthday: '1979-09-09' })).issues).toEqual([])
  const district = staffImporting(as, chief, tree.bureau.id)
  const { issues } = await district.one({ name: '孔方', birthday: '1979-09-09', org: '实验小学' })
  expect(issues).toMatchObject([{ code: 'maybe-same', message: '文澜中学已有同名人员，出生日期相同' }])
})

it('never imports a person of another school, whatever the name: each needs a request', async () => {
  const idCard = anIdCard('男')
  const { id } = await add(neighbour, tree.other, '程遥', { idCard })
  const checked = [
    await school.one({ name: '程遥', idCard }),
    await school.one({ name: '成瑶', idCard }, ['elsewhere']),
  ]
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', '2026-02-01') where id = $1", [id])
  checked.push(await school.one({ name: '程遥', idCard }, ['elsewhere']))
  for (const { issues, result } of checked) {
    expect(result).toBe('new')
    expect(issues).toMatchObject([{ column: 'idCard', code: 'of-others', fixes: [{ kind: 'skip' }] }])
    for (const fact of ['程遥', '文澜']) expect(JSON.stringify(issues)).not.toContain(fact)
  }
})

it('proposes a further membership for an ID number of another school in scope', async () => {
  const idCard = anIdCard('男')
  await add(neighbour, tree.other, '程远', { idCard, diploma: '本科' })
  const district = staffImporting(as, chief, tree.bureau.id)
  const checked = await district.one({ name: '程远', idCard, diploma: '硕士', org: '实验小学' })
  expect(checked.issues).toEqual([
    {
      column: 'idCard',
      code: 'elsewhere',
      message: '该人员已在文澜中学，是否添加为兼职？',
      fixes: [
        { kind: 'accept', label: '添加为兼职' },
        { kind: 'skip', label: '不导入此行' },
      ],
    },
  ])
  const accepted = await district.one({ name: '程远', idCard, diploma: '硕士', org: '实验小学' }, ['elsewhere'])
  expect(accepted).toMatchObject({ issues: [], result: 'new', id: null, changes: [] })
  const misnamed = await district.one({ name: '成远', idCard, org: '实验小学' }, ['elsewhere'])
  expect(misnamed.issues).toMatchObject([{ column: 'name', code: 'name-differs' }])
  expect(JSON.stringify(misnamed)).not.toContain('程远')
  // A school in scope is not rate limited; unknown numbers and new ones count.
  expect(checked.outOfScope).toBeUndefined()
  expect((await school.one({ name: '程远', idCard })).outOfScope).toBe('reported')
  expect((await school.one({ name: '全新', idCard: anIdCard(), mobile: aPhone() })).outOfScope).toBe('unreported')
})

it('does not change identity or filled fields of a person mainly employed elsewhere', async () => {
  const idCard = anIdCard('男')
  const facts = { idCard, mobile: aPhone(), number: 'E1', diploma: '本科' }
  const { id } = await add(neighbour, tree.other, '谷雨', facts)
  const [{ personId }] = (await database.sql<{ personId: string }>(
    'select person_id as "personId" from tenant.membership where id = $1',
    [id],
  )) as [{ personId: string }]
  await as(chief, (ctx) => aMembership(ctx, personId, { at: tree.school, isMain: false }))
  const verdict = await school.one({ name: '谷雨', idCard, mobile: aPhone(), post: '组长', diploma: '硕士' })
  const fixes = (column: string) => [
    { kind: 'set', column, value: '', label: '保留原值' },
    { kind: 'skip', label: '不导入此行' },
  ]
  const [home, file] = ['姓名、性别、证件和手机由该单位或上级单位修改', '已由主要任职单位填写，由该单位或上级单位修改']
  expect(verdict.issues).toEqual([
    { column: 'mobile', code: 'not-yours', message: `该人员主要在文澜中学任职，${home}`, fixes: fixes('mobile') },
    { column: 'diploma', code: 'not-yours', message: file, fixes: fixes('diploma') },
  ])
  const gap = await school.one({ name: '谷雨', idCard, post: '组长', specialty: '数学' })
  expect(gap).toMatchObject({ issues: [], result: 'changed' })
  // The main employer writes both.
  const own = await other.one({ name: '谷雨', idCard, mobile: aPhone(), diploma: '硕士' })
  expect(own).toMatchObject({ issues: [], result: 'changed' })
})

it('does not change the mobile of a person with an account', async () => {
  const mobile = aPhone()
  const { personId } = await as(createActor(), (ctx) => aTeacher(ctx, { name: '白露', phone: mobile, at: tree.school }))
  await openAccount(database, { ...chief, personId }, 'bailu2026')
  await database.sql("update tenant.membership set number = 'F1' where person_id = $1", [personId])
  const { issues } = await school.one({ name: '白露', number: 'F1', mobile: aPhone() })
  expect(issues).toMatchObject([
    { column: 'mobile', code: 'account', fixes: [{ kind: 'set', column: 'mobile', value: '', label: '保留原手机' }] },
  ])
})

it('compares sex and birthday with the ID number', async () => {
  const idCard = anIdCard('女')
  const { issues } = await school.one({ name: '立夏', idCard, sex: '男', birthday: '2001-01-01' })
  expect(issues).toEqual([
    {
      column: 'sex',
      code: 'sex-differs',
      message: '性别与身份证号性别不符',
      fixes: [{ kind: 'set', column: 'sex', value: '女', label: '改为身份证上的性别' }],
    },
    {
      column: 'birthday',
      code: 'birthday-differs',
      message: '出生日期与身份证号不符',
      fixes: [{ kind: 'set', column: 'birthday', value: idCardBirthday(idCard), label: '改为身份证上的出生日期' }],
    },
  ])
  // Recorded as a woman until now: the new ID number contradicts that.
  await add(head, tree.school, '小满', { number: 'G1', sex: '女' })
  expect(listIssueCodes(await school.one({ name: '小满', number: 'G1', idCard: anIdCard('男') }))).toEqual([
    'sex:sex-differs',
  ])
})

it('adds an ID number but never replaces one', async () => {
  await add(head, tree.school, '芒种', { number: 'H1' })
  expect(await school.one({ name: '芒种', number: 'H1', idCard: anIdCard() })).toMatchObject({
    result: 'changed',
    issues: [],
  })
  await add(head, tree.school, '夏至', { number: 'H2', idCard: anIdCard() })
  expect(listIssueCodes(await school.one({ name: '夏至', number: 'H2', idCard: anIdCard() }))).toEqual([
    'idCard:card-differs',
  ])
})

it('re-adds a leaver without a question, unless the dates overlap', async () => {
  const idCard = anIdCard()
  const { id } = await add(head, tree.school, '大暑', { idCard })
  await database.sql("update tenant.membership set valid = daterange('2026-01-01', $2) where id = $1", [id, inDays(-9)])
  expect(await school.one({ name: '大暑', idCard })).toMatchObject({ result: 'new', issues: [] })
  const { issues } = await school.one({ name: '大暑', idCard, startsOn: '2026-02-01' })
  expect(issues).toMatchObject([{ column: 'startsOn', code: 'overlap', fixes: [{ kind: 'set', value: inDays(-9) }] }])
})

it('two rows for one person share a key, whatever columns identify the person', async () => {
  const idCard = anIdCard()
  await add(head, tree.school, '处暑', { idCard, number: 'J1' })
  const [one, two] = [await school.one({ name: '处暑', idCard }), await school.one({ name: '处暑', number: 'J1' })]
  expect(
    one.keys.some((key) => two.keys.some((again) => again.value === key.value && again.column === key.column)),
  ).toBe(true)
})
