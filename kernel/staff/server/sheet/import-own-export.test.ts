import { beforeEach, describe, expect, it } from 'vitest'
import { anIdCard, aPhone } from '#kernel/identity/server/example.ts'
import type { OrgNode } from '#kernel/org/server/example.ts'
import { aDepartment } from '#kernel/org/server/example.ts'
import type { Actor } from '#packages/core'
import {
  listIssueCodes,
  exportAllColumns,
  parseExportedRows,
  createActor,
  useDatabase,
  type ExportedFile,
} from '#packages/testing'
import { addUser } from '../service/add-staff.ts'
import { registerHomeDistrict, createManagedTree, type Tree, staffConstants } from '../staff.fixture.ts'
import { fingerprintStaff, staffImporting } from './sheet.fixture.ts'
import { staffExport } from './export-staff.ts'
import { staffImport } from './import-target.ts'
import { aMembership, newForm } from '../example.ts'

const database = useDatabase({ eachTest: true })
database.contribute('constants', ...staffConstants)
const { as } = database
let tree: Tree
let chief: Actor, head: Actor
let school: ReturnType<typeof staffImporting>
let primary: OrgNode, middle: OrgNode

beforeEach(async () => {
  await registerHomeDistrict(database)
  ;({ tree, chief, head } = await as(createActor(), createManagedTree))
  school = staffImporting(as, head, tree.school.id)
  const make = (parent: OrgNode, name: string) => as(createActor(), (ctx) => aDepartment(ctx, parent, name))
  // Two departments with the same name.
  primary = await make(await make(tree.school, '小学部'), '语文教研组')
  middle = await make(await make(tree.school, '初中部'), '语文教研组')
})

const add = (name: string, more: Parameters<typeof newForm>[2] = {}) =>
  as(head, (ctx) => addUser(ctx, newForm(tree.school, name, more)))
const whole = {
  post: '组长',
  subject: '语文',
  workerType: 1,
  nation: '01',
  diploma: '本科',
  graduateSchool: '师范大学',
  specialty: '中文',
  teacherLevel: '一级教师',
  workedFrom: '2013-08-01',
  officePhone: '0571-88886666',
  email: 'a@b.cn',
  qq: '123456',
  address: '学苑路十八号三单元',
  license: '20133300012',
  icCard: '99887766',
  remark: '骨干',
  birthday: '1987-06-05',
}

/**
 * As in the demo data: two departments with the same name, a person in both, a person in none, and one without a
 * number.
 */
async function staff() {
  const people = [
    await add('方若兰', { number: 'A1', departmentId: primary.id, idCard: anIdCard(), mobile: aPhone(), ...whole }),
    await add('林知远', { number: 'A2', departmentId: middle.id, mobile: aPhone(), otherPhone: aPhone(), sex: '男' }),
    await add('水明月', { number: 'A3', mobile: aPhone() }),
    await add('石清', { departmentId: middle.id, mobile: aPhone(), birthday: '1990-05-06' }),
    await add('谷雨', { number: 'A5', departmentId: primary.id, mobile: aPhone() }),
  ] as const
  const [{ personId }] = (await database.sql<{ personId: string }>(
    'select person_id as "personId" from tenant.membership where id = $1',
    [people[4].id],
  )) as [{ personId: string }]
  await as(chief, (ctx) => aMembership(ctx, personId, { at: tree.school, department: middle, isMain: false }))
  return people
}

const everybody = () => ({ nodeId: tree.school.id, within: 'below' as const, keyword: '' })
const taken = (more: Parameters<typeof exportAllColumns>[4] = {}) =>
  exportAllColumns(as, head, staffExport, everybody(), more)
const rowsIn = (file: ExportedFile) => parseExportedRows(as, head, staffImport, tree.school.id, file)
const lineOf = ({ lines }: ExportedFile, name: string) => lines.find((line) => line['姓名'] === name)!

describe('importing an own export', () => {
  it('changes nothing and raises no issues', async () => {
    await staff()
    for (const more of [{}, { isWhole: true }, { without: ['idCard', 'mobile'] }]) {
      const file = await taken(more)
      expect(file.lines).toHaveLength(6)
      const verdicts = await school.examine(await rowsIn(file))
      expect(verdicts.flatMap(listIssueCodes)).toEqual([])
      expect(verdicts.map(({ result }) => result)).toEqual(verdicts.map(() => 'same'))
    }
  })

  it('names departments by their paths', async () => {
    await staff()
    const file = await taken()
    expect(lineOf(file, '方若兰')['部门']).toBe('小学部/语文教研组')
    expect(lineOf(file, '林知远')['部门']).toBe('初中部/语文教研组')
    expect(lineOf(file, '水明月')['部门']).toBe('实验小学')
  })

  it('changes exactly two edited cells, and the undo restores them', async () => {
    await staff()
    const before = await fingerprintStaff(database.sql)
    const file = await taken()
    lineOf(file, '方若兰')['职务'] = '副组长'
    lineOf(file, '石清')['任教学科'] = '历史'
    const rows = await rowsIn(file)
    const [first] = await school.examine(rows.filter(({ values }) => values['name'] === '石清'))
    // The second person has only a name, so the importer is asked.
    expect(first!.issues).toMatchObject([{ code: 'maybe-same', fixes: [{ kind: 'is' }, { kind: 'accept' }, {}] }])
    const answered = rows.map((row) => {
      const [cure] = row.values['name'] === '石清' ? first!.issues[0]!.fixes! : []
      return cure?.kind === 'is' ? { ...row, accepted: [`is:${cure.id}`] } : row
    })
    const verdicts = await school.examine(answered)
    expect(verdicts.flatMap(listIssueCodes)).toEqual([])
    expect(verdicts.flatMap(({ changes }) => changes)).toEqual([
      { column: 'post', before: '组长' },
      { column: 'subject', before: '' },
    ])
    const effects = await school.apply(answered)
    expect(effects.map(({ result }) => result)).toEqual(['changed', 'changed'])
    expect(await fingerprintStaff(database.sql)).not.toEqual(before)
    expect((await school.undo(effects)).map(({ keptReason }) => keptReason)).toEqual(['', ''])
    expect(await fingerprintStaff(database.sql)).toEqual(before)
  })
})

describe('masked values', () => {
  it('count as unchanged and reveal nothing about the stored value', async () => {
    await staff()
    const file = await taken()
    const right = await school.examine(await rowsIn(file))
    lineOf(file, '方若兰')['手机'] = '177****0000'
    lineOf(file, '方若兰')['身份证号'] = '110101••••••••••••'
    lineOf(file, '林知远')['其他电话'] = '12****99'
    const wrong = await school.examine(await rowsIn(file))
    expect(wrong).toEqual(right)
  })
})

describe('an ambiguous department name', () => {
  it('means the department of the matched person', async () => {
    const [, lin] = await staff()
    const verdict = await school.one({ name: '林知远', number: 'A2', department: '语文教研组' })
    expect(verdict).toMatchObject({ result: 'same', id: lin.id, issues: [], unit: '初中部/语文教研组' })
    const alone = await school.one({ name: '石清', department: '语文教研组' })
    expect(alone).toMatchObject({ result: 'same', issues: [] })
  })

  it('is never guessed for other people', async () => {
    await staff()
    for (const row of [{ name: '新来的' }, { name: '水明月', number: 'A3' }]) {
      const { issues } = await school.one({ ...row, department: '语文教研组' })
      expect(issues).toEqual([
        {
          column: 'department',
          code: 'ambiguous',
          message: '有多个“语文教研组”，请写明上级部门，如“小学部/语文教研组”',
          ...('number' in row ? { fixes: [] } : {}),
        },
      ])
    }
    // A person in both is an issue.
    const { issues } = await school.one({ name: '谷雨', number: 'A5', department: '语文教研组', post: '组长' })
    expect(issues[0]!.fixes!.map(({ label }) => label)).toEqual(['改为“小学部/语文教研组”', '改为“初中部/语文教研组”'])
  })
})

describe('a possible namesake', () => {
  const known = { number: 'C1', post: '教师', birthday: '1988-02-03' }

  it('is shown as far as the importer may see it, and can be accepted as the same person', async () => {
    const mobile = aPhone()
    const { id } = await add('李莉', { ...known, departmentId: primary.id, mobile, idCard: anIdCard() })
    const row = { name: '李莉', post: '组长' }
    const { issues } = await school.one(row)
    expect(issues[0]!.fixes!.map(({ label }) => label)).toEqual(['是同一人，更新资料', '不是同一人，新建', '跳过'])
    expect(issues[0]).toMatchObject({ isByRow: true })
    expect(issues[0]!.known).toMatchObject({
      name: '李莉',
      number: 'C1',
      department: '小学部/语文教研组',
      post: '教师',
      birthday: '1988-02',
      mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`,
    })
    const blind: Actor = { ...head, hiddenFields: new Set(['user.phone', 'user.birthday']) }
    const shown = (await staffImporting(as, blind, tree.school.id).one(row)).issues[0]!.known!
    expect(Object.keys(shown)).toEqual(expect.not.arrayContaining(['mobile', 'birthday']))
    expect(await school.one(row, [`is:${id}`])).toMatchObject({
      result: 'changed',
      id,
      issues: [],
      changes: [{ column: 'post', before: '教师' }],
    })
  })

  it('cannot be accepted as somebody else', async () => {
    const { id } = await add('李莉', known)
    const { id: other } = await add('周琳', { number: 'C2' })
    expect(listIssueCodes(await school.one({ name: '李莉', post: '组长' }, [`is:${other}`]))).toEqual([
      'name:maybe-same',
    ])
    // A different ID number is another person, also after an earlier answer.
    const { id: zheng } = await add('郑爽', { idCard: anIdCard() })
    expect(await school.one({ name: '郑爽', idCard: anIdCard() }, [`is:${zheng}`])).toMatchObject({ result: 'new' })
    expect(await school.one({ name: '李莉', post: '组长' }, [`is:${id}`])).toMatchObject({ id, result: 'changed' })
  })

  it('is not preselected when there are several', async () => {
    await add('李莉', known)
    await add('李莉', { number: 'C3' })
    const { issues } = await school.one({ name: '李莉', post: '组长' })
    expect(issues[0]!.fixes!.map(({ kind }) => kind)).toEqual(['accept', 'skip'])
    expect(issues[0]!.message).toBe('可能是已有的2人之一，请填写工号或身份证号')
    expect(issues[0]!.known).toBeUndefined()
  })
})
