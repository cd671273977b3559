import { beforeEach, describe, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import type { Actor } from '#packages/core'
import {
  listIssueCodes,
  exportAllColumns,
  parseExportedRows,
  createActor,
  useDatabase,
  type ExportedFile,
} from '#packages/testing'
import { importStudents, createImportSchools, fingerprintPupils, type Schools } from './sheet.fixture.ts'
import { studentExport } from './export-students.ts'
import { studentImport } from './import-target.ts'
import { aChildIdCard } from '../example.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
let world: Schools
let school: ReturnType<typeof importStudents>

beforeEach(async () => {
  world = await as(createActor(), (ctx) => createImportSchools(ctx))
  school = importStudents(as, world.clerk, world.school.id)
  const cards = [aChildIdCard(), aChildIdCard('男'), aChildIdCard()]
  await school.bring([
    {
      name: '沈知夏',
      idCard: cards[0]!,
      studentNo: `G${cards[0]}`,
      schoolNo: '20260301',
      class: '七(1)班',
      seatNo: '3',
      nation: '01',
      isBoarding: '1',
      household: '浙江省云禾区',
      address: '学苑路12号3单元',
      icCard: '99887766',
      guardian1Name: '沈明远',
      guardian1Relation: '1',
      guardian1Phone: aPhone(),
    },
    {
      name: '何以然',
      idCard: cards[1]!,
      studentNo: `G${cards[1]}`,
      schoolNo: '20260302',
      class: '七(2)班',
      guardian1Name: '何静',
      guardian1Relation: '2',
      guardian1Phone: aPhone(),
      isSpecial: '1',
    },
    // One pupil without a school number, one without any number.
    { name: '周子墨', idCard: cards[2]!, class: '八(1)班', guardian1Phone: aPhone() },
    { name: '石清', class: '八(3)班', birthday: '2013-04-05' },
  ])
})

const everybody = () => ({ ...studentExport.filter.parse({}), orgId: world.school.id })
const taken = (more: Parameters<typeof exportAllColumns>[4] = {}) =>
  exportAllColumns(as, world.clerk, studentExport, everybody(), more)
const rowsIn = (file: ExportedFile) => parseExportedRows(as, world.clerk, studentImport, world.school.id, file)
const lineOf = ({ lines }: ExportedFile, name: string) => lines.find((line) => line['姓名'] === name)!

describe('an export of pupils that is imported again', () => {
  it('changes nothing and raises no issue', async () => {
    for (const more of [{}, { isWhole: true }, { without: ['idCard', 'studentNo'] }]) {
      const file = await taken(more)
      expect(file.lines).toHaveLength(4)
      const verdicts = await school.examine(await rowsIn(file))
      expect(verdicts.flatMap(listIssueCodes)).toEqual([])
      expect(verdicts.map(({ result }) => result)).toEqual(['same', 'same', 'same', 'same'])
    }
  })

  it('raises no issue for a stored value that contradicts the ID number', async () => {
    const file = await taken({ isWhole: true })
    await database.sql("update tenant.person set sex = '男' where name = '沈知夏'")
    lineOf(file, '沈知夏')['性别'] = '男'
    const verdicts = await school.examine(await rowsIn(file))
    expect(verdicts.flatMap(listIssueCodes)).toEqual([])
    lineOf(file, '何以然')['性别'] = '女'
    expect((await school.examine(await rowsIn(file))).flatMap(listIssueCodes)).toEqual(['sex:sex-differs'])
  })

  it('applies exactly two changed cells, and undo restores them', async () => {
    const before = await fingerprintPupils(database.sql)
    const file = await taken()
    lineOf(file, '沈知夏')['就读方式'] = '走读'
    lineOf(file, '何以然')['户籍地'] = '浙江省明湖区'
    const rows = await rowsIn(file)
    const verdicts = await school.examine(rows)
    expect(verdicts.flatMap(listIssueCodes)).toEqual([])
    expect(verdicts.flatMap(({ changes }) => changes)).toEqual([
      { column: 'isBoarding', before: '住校' },
      { column: 'household', before: '' },
    ])
    const effects = await school.apply(rows)
    expect(effects.map(({ result }) => result)).toEqual(['changed', 'changed'])
    expect(await fingerprintPupils(database.sql)).not.toEqual(before)
    expect((await school.undo(effects)).map(({ keptReason }) => keptReason)).toEqual(['', ''])
    expect(await fingerprintPupils(database.sql)).toEqual(before)
  })

  it('ignores the content of masked cells', async () => {
    const file = await taken()
    const right = await school.examine(await rowsIn(file))
    lineOf(file, '沈知夏')['监护人1手机'] = '177****0000'
    lineOf(file, '沈知夏')['学籍号'] = 'G110101••••••••••••'
    lineOf(file, '何以然')['家庭住址'] = '北京****'
    expect(await school.examine(await rowsIn(file))).toEqual(right)
  })
})

describe('a possible namesake', () => {
  it('is shown as the importer may see it, and can be confirmed as the same pupil', async () => {
    const row = { name: '石清', class: '八(3)班', isBoarding: '1' }
    const { issues } = await school.one(row)
    expect(issues[0]!.fixes!.map(({ label }) => label)).toEqual(['是同一人，更新资料', '不是同一人，新建', '跳过'])
    expect(issues[0]).toMatchObject({ isByRow: true, known: { name: '石清', class: '八(3)班', birthday: '2013-04' } })
    const [fix] = issues[0]!.fixes!
    const id = fix?.kind === 'is' ? fix.id : ''
    expect(await school.one(row, [`is:${id}`])).toMatchObject({
      result: 'changed',
      id,
      issues: [],
      changes: [{ column: 'isBoarding', before: '走读' }],
    })
    const restricted: Actor = { ...world.clerk, hiddenFields: new Set(['student.birthday']) }
    const verdict = await importStudents(as, restricted, world.school.id).one(row)
    expect(verdict.issues[0]!.known).not.toHaveProperty('birthday')
    // A different birthday means another pupil, even if the match was confirmed before.
    expect(await school.one({ ...row, birthday: '2014-01-01' }, [`is:${id}`])).toMatchObject({ result: 'new' })
  })

  it('is not proposed when there are several', async () => {
    await school.bring([{ name: '石清', class: '八(2)班' }], ['maybe-same'])
    const { issues } = await school.one({ name: '石清', class: '八(3)班', isBoarding: '1' })
    expect(issues[0]!.fixes!.map(({ kind }) => kind)).toEqual(['accept', 'skip'])
    expect(issues[0]!.known).toBeUndefined()
  })
})

describe('an ambiguous class name', () => {
  it('means the own class of an existing pupil, and is not guessed for others', async () => {
    expect(await school.one({ name: '沈知夏', schoolNo: '20260301', class: '1班' })).toMatchObject({
      result: 'same',
      issues: [],
    })
    const { issues } = await school.one({ name: '新来的', class: '1班' })
    expect(issues).toMatchObject([{ column: 'class', code: 'ambiguous' }])
    expect(issues[0]!.fixes).toBeUndefined()
  })
})
