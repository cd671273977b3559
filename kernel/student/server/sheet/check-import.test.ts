import { beforeAll, describe, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import { dayOf } from '#packages/core'
import { guessColumns, type RowVerdict } from '#packages/sheet'
import { type CellValues, listIssueCodes, createActor, useDatabase } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import { createStudents } from '../service/students/create-students.ts'
import { changeEnrolments } from '../service/students/change-enrolments.ts'
import { studentColumns } from './import-columns.ts'
import { importStudents, createImportSchools, thisYear, type Schools } from './sheet.fixture.ts'
import { aChildIdCard } from '../example.ts'

const database = useDatabase()
const { as } = database
let world: Schools
let school: ReturnType<typeof importStudents>

beforeAll(async () => {
  world = await as(createActor(), (ctx) => createImportSchools(ctx))
  school = importStudents(as, world.clerk, world.school.id)
})

/** A row as in the national 学籍 export. */
const pupil = (more: CellValues = {}): CellValues => {
  const idCard = aChildIdCard()
  return {
    name: '沈知夏',
    idCard,
    studentNo: `G${idCard}`,
    class: '七(1)班',
    guardian1Name: '沈明远',
    guardian1Relation: '1',
    guardian1Phone: aPhone(),
    ...more,
  }
}

const withoutKeys = ({ keys: _, ...rest }: RowVerdict) => rest

describe('the headings of the national export', () => {
  const headings = [
    '学校标识码',
    '学校名称',
    '全国学籍号',
    '学籍辅号',
    '姓名',
    '性别',
    '出生日期',
    '身份证件类型',
    '身份证件号',
    '民族',
    '年级',
    '班级',
    '入学年月',
    '就读方式',
    '是否随班就读',
    '户口所在地',
    '现住址',
    '姓名拼音',
    '曾用名',
    '血型',
    '成员1姓名',
    '成员1关系',
    '成员1联系电话',
    '成员1身份证件号',
    '成员2姓名',
    '成员2关系',
    '成员2联系电话',
    '成员2现住址',
  ]
  const expected: Record<string, string> = {
    学校名称: 'org',
    全国学籍号: 'studentNo',
    学籍辅号: 'schoolNo',
    姓名: 'name',
    性别: 'sex',
    出生日期: 'birthday',
    身份证件类型: 'idKind',
    身份证件号: 'idCard',
    民族: 'nation',
    年级: 'grade',
    班级: 'class',
    入学年月: 'enteredOn',
    就读方式: 'isBoarding',
    是否随班就读: 'isSpecial',
    户口所在地: 'household',
    现住址: 'address',
    成员1姓名: 'guardian1Name',
    成员1关系: 'guardian1Relation',
    成员1联系电话: 'guardian1Phone',
    成员2姓名: 'guardian2Name',
    成员2关系: 'guardian2Relation',
    成员2联系电话: 'guardian2Phone',
  }
  const row = [
    '3133000123',
    '文澜中学',
    'G330199201402260011',
    `${thisYear}0101`,
    '沈知夏',
    '女',
    '20140226',
    '居民身份证',
    '330199201402260022',
    '汉族',
    '七年级',
    '3班',
    `${thisYear}09`,
    '走读',
    '否',
    '浙江省云禾区',
    '学苑路1号',
    'SHEN ZHI XIA',
    '',
    'A',
    '沈明远',
    '父亲',
    '13900000001',
    '330199198402260033',
    '何静',
    '母亲',
    '13900000002',
    '学苑路1号',
  ]
  it('recognises the columns of the national export and ignores the others', () => {
    const guesses = guessColumns(studentColumns, headings, [row])
    expect(Object.fromEntries(headings.map((heading, at) => [heading, guesses[at]!.key ?? '']))).toEqual(
      Object.fromEntries(headings.map((heading) => [heading, expected[heading] ?? ''])),
    )
  })
  it('recognises the headings that other places use', () => {
    const others = [
      '学籍号',
      '班内学号',
      '学生姓名',
      '身份证类型',
      '身份证号',
      '年级名称',
      '班级名称',
      '家庭地址',
      '家长姓名',
      '家长电话',
    ]
    const keys = guessColumns(studentColumns, others, []).map(({ key }) => key)
    expect(keys).toEqual(['studentNo', 'schoolNo', 'name', 'idKind', 'idCard', 'grade', 'class', 'address', 'guardian1Name', 'guardian1Phone']) // prettier-ignore
  })
})

describe('the class of a row', () => {
  it.each([
    ['七(3)班', ''],
    ['七（三）班', ''],
    ['七年级3班', ''],
    ['七年级(3)班', ''],
    ['七年级三班', ''],
    ['初中七年级3班', ''],
    ['初一3班', ''],
    [`${thisYear}级3班`, ''],
    ['703班', ''],
    ['3班', '七年级'],
    ['(3)班', '7'],
    ['3', `${thisYear}级`],
  ])('is found by the name %s with the grade %s', async (name, grade) => {
    const verdict = await school.one(pupil({ class: name, ...(grade ? { grade } : {}) }))
    expect(listIssueCodes(verdict)).toEqual([])
    expect(verdict.unit).toBe('七(3)班')
  })
  it('reports an unknown class and proposes the nearest one', async () => {
    const verdict = await school.one(pupil({ class: '七年级3斑' }))
    expect(verdict.issues).toMatchObject([
      {
        column: 'class',
        code: 'unknown',
        message: '找不到“七年级3斑”',
        fixes: [{ column: 'class', value: '七(3)班' }],
      },
    ])
    expect(listIssueCodes(await school.one(pupil({ class: '七(9)班' })))).toEqual(['class:unknown'])
    const bare = await school.one(pupil({ class: '3班' }))
    expect(bare.issues).toMatchObject([
      { code: 'ambiguous', message: expect.stringContaining('有多个“3班”，请写明年级') },
    ])
    expect(listIssueCodes(await school.one({ name: '无班' }))).toEqual(['class:required'])
  })
  it('finds only classes of the chosen school', async () => {
    const district = importStudents(as, world.chief, world.bureau.id)
    expect(listIssueCodes(await district.one(pupil()))).toEqual(['org:required'])
    expect(await district.one(pupil({ org: '晨岚中学' }))).toMatchObject({ issues: [], unit: '晨岚中学' })
    expect(listIssueCodes(await school.one(pupil({ org: '晨岚中学' })))).toEqual(['org:unknown'])
  })
})

describe('matching a row with a pupil', () => {
  it('matches by 学籍号, by ID number, or by school number and name, but never by name alone', async () => {
    const here = pupil({ name: '何雨桐', schoolNo: 'X1' })
    expect(await school.bring([here])).toHaveLength(1)
    expect(await school.one(here)).toMatchObject({ result: 'same', issues: [] })
    const { idCard, studentNo, class: at } = here as Record<'idCard' | 'studentNo' | 'class', string>
    const known = (await school.one(here)).id
    expect(await school.one({ name: '何雨桐', studentNo, class: at })).toMatchObject({ id: known, result: 'same' })
    expect(await school.one({ name: '何雨桐', idCard, class: at })).toMatchObject({ id: known, result: 'same' })
    expect(await school.one({ name: '何雨桐', schoolNo: 'X1', class: at })).toMatchObject({ id: known, result: 'same' })
    expect(listIssueCodes(await school.one({ name: '别人', schoolNo: 'X1', class: at }))).toEqual(['schoolNo:taken'])
    // All given values are equal, so the row is the same; with any other value it is not matched.
    expect(await school.one({ name: '何雨桐', class: at })).toMatchObject({ id: known, result: 'same' })
    const alone = await school.one({ name: '何雨桐', class: at, isBoarding: '1' })
    expect(alone.id).toBeNull()
    expect(listIssueCodes(alone)).toEqual(['name:maybe-same'])
    expect(await school.one({ name: '何雨桐', class: at }, ['maybe-same'])).toMatchObject({ result: 'new', issues: [] })
    const mixed = pupil({ idCard })
    expect(listIssueCodes(await school.one({ ...mixed, studentNo: `G${idCard}` }))).toEqual(['name:name-differs'])
  })

  it('replaces a temporary 学籍号 by a formal one of the same pupil', async () => {
    const idCard = aChildIdCard()
    await school.bring([pupil({ name: '唐临时', idCard, studentNo: `L${aChildIdCard()}` })])
    const verdict = await school.one(
      pupil({ name: '唐临时', idCard, studentNo: `G${idCard}`, guardian1Name: '', guardian1Phone: '' }),
    )
    expect(verdict).toMatchObject({ result: 'changed', issues: [] })
    expect(verdict.changes.map(({ column }) => column)).toContain('studentNo')
    expect(verdict.changes.find(({ column }) => column === 'studentNo')!.before).toMatch(/^L\d{6}\*{12}$/)
  })

  it('refuses a pupil of another school', async () => {
    const idCard = aChildIdCard()
    const [, second] = world.other.grades
    const [id] = await as(world.chief, (ctx) =>
      createStudents(
        ctx,
        [
          {
            name: '施远',
            sex: '女',
            idCard,
            studentNo: `G${idCard}`,
            orgId: world.other.id,
            gradeId: second!.gradeId,
            classId: second!.classIds[0]!,
            seatNo: null,
            on: `${thisYear}-09-01`,
            guardians: [],
          },
        ],
        { type: 'enrol' },
      ),
    )
    const row = pupil({ name: '施远', idCard, studentNo: `G${idCard}` })
    const verdict = await school.one(row)
    expect(verdict.issues).toMatchObject([
      { code: 'elsewhere', message: '该号码已登记，请走转学流程或联系区管理员', fixes: [{ kind: 'skip' }] },
    ])
    expect(verdict.outOfScope).toBe('reported')
    const everywhere = importStudents(as, world.chief, world.bureau.id)
    expect((await everywhere.one({ ...row, org: '文澜中学' })).issues).toMatchObject([
      { column: 'studentNo', message: '该学生已在“晨岚中学”就读，请走转学流程' },
    ])
    // The verdict is the same for either number, for a right or wrong name, and for a teacher.
    const teacher = aChildIdCard()
    await as(world.chief, async (ctx) => {
      const personId = await createPerson(ctx, { name: '施老师', idCard: teacher })
      await addMembership(ctx, { personId, orgId: world.other.id, userType: 'teacher' }, { counts: false })
    })
    const { idCard: _, studentNo: __, ...rest } = row
    const verdicts = []
    for (const number of [{ idCard }, { studentNo: `G${idCard}` }, { name: '石远', idCard }, { idCard: teacher }])
      verdicts.push(await school.one({ ...rest, ...number }))
    expect(verdicts.map(withoutKeys)).toEqual(verdicts.map(() => withoutKeys(verdict)))
    expect(verdicts.flatMap(({ keys }) => keys).filter(({ value }) => value.startsWith('person:'))).toEqual([])
    for (const word of ['施远', '施老师', '晨岚']) expect(JSON.stringify(verdicts)).not.toContain(word)
    // After the pupil has left the other school, the row is accepted.
    await as(world.chief, (ctx) =>
      changeEnrolments(ctx, [{ studentId: id!, type: 'transfer-out', on: dayOf(ctx.now), to: null }]),
    )
    expect(await school.one(row)).toMatchObject({ issues: [], result: 'new' })
  })
})

it('reports sex and birthday that contradict the ID number, but not for foreign documents', async () => {
  const wrong = await school.one(pupil({ sex: '男', birthday: '2010-01-01' }))
  expect(listIssueCodes(wrong)).toEqual(['sex:sex-differs', 'birthday:birthday-differs'])
  const { idCard: _, studentNo: __, ...rest } = pupil()
  expect(listIssueCodes(await school.one({ ...rest, name: '安娜', idCard: 'E12345678' }))).toEqual([])
  expect(listIssueCodes(await school.one({ ...rest, name: '安娜', idCard: 'E12345678', idKind: 'id-card' }))).toEqual([
    'idCard:format',
  ])
})

it('refuses to move a pupil to another grade by import', async () => {
  const row = pupil({ name: '跳级生' })
  await school.bring([row])
  const verdict = await school.one({ ...row, class: '八(1)班' })
  expect(listIssueCodes(verdict)).toEqual(['class:grade-differs'])
})
