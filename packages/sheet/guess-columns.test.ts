import { describe, expect, it } from 'vitest'
import type { RawCell } from './raw-cell.ts'
import type { SheetColumn } from './sheet-column.ts'
import { guessColumns } from './guess-columns.ts'

const choices = (...titles: string[]) => titles.map((title) => ({ value: title, title }))
/** A staff list with few synonyms, so that most headings must be matched by similarity. */
const staff: SheetColumn[] = [
  { key: 'name', title: '姓名', kind: 'text', isRequired: true, isName: true },
  { key: 'idCard', title: '身份证号', kind: 'id-card', synonyms: ['身份证号码'] },
  { key: 'mobile', title: '手机', kind: 'mobile', synonyms: ['手机号'] },
  { key: 'sex', title: '性别', kind: 'choice', choices: choices('男', '女') },
  { key: 'birthday', title: '出生日期', kind: 'date' },
  { key: 'workedFrom', title: '参加工作日期', kind: 'date' },
  { key: 'joinedOn', title: '入职日期', kind: 'date' },
  { key: 'department', title: '部门', kind: 'lookup' },
  { key: 'duty', title: '职务', kind: 'text' },
  { key: 'degree', title: '学历', kind: 'choice', choices: choices('大专', '本科', '硕士研究生', '博士研究生') },
  { key: 'level', title: '职称', kind: 'text' },
  { key: 'post', title: '编制', kind: 'choice', choices: choices('事业编制', '合同制', '劳务派遣') },
  { key: 'number', title: '工号', kind: 'text' },
  { key: 'nation', title: '民族', kind: 'text' },
  { key: 'subject', title: '任教学科', kind: 'text' },
  { key: 'politics', title: '政治面貌', kind: 'text' },
  { key: 'address', title: '家庭住址', kind: 'text' },
  { key: 'email', title: '邮箱', kind: 'text' },
  { key: 'remark', title: '备注', kind: 'text' },
]

/** Headings of real school lists; '' for unknown columns. */
const lists: Record<string, string>[] = [
  { 序号: '', 姓名: 'name', 性别: 'sex', 身份证号码: 'idCard', 手机号码: 'mobile', 部门: 'department', 备注: 'remark' },
  {
    '序 号': '',
    '姓　名': 'name',
    '身份证号（18位）': 'idCard',
    '*手机号': 'mobile',
    '所在部门\n（科室）': 'department',
  },
  { 教师姓名: 'name', 身份证件号: 'idCard', 联系电话: 'mobile', 出生年月: 'birthday', 参加工作年月: 'workedFrom' },
  { 教职工姓名: 'name', '性别*': 'sex', 公民身份号码: 'idCard', 移动电话: 'mobile', 所在科室: 'department' },
  { 工号: 'number', 名字: 'name', 处室: 'department', 现任职务: 'duty', 最高学历: 'degree', 职称: 'level' },
  { 职工编号: 'number', 姓名: 'name', 用工形式: 'post', 参加工作时间: 'workedFrom', 来校时间: 'joinedOn' },
  { 员工编号: 'number', 姓名: 'name', 编制类型: 'post', 入校时间: 'joinedOn', 政治面貌: 'politics' },
  { 姓名: 'name', 民族: 'nation', 党派: 'politics', 学历层次: 'degree', 专业技术职务: 'level', 行政职务: 'duty' },
  { 姓名: 'name', 出生年月日: 'birthday', 文化程度: 'degree', 技术职称: 'level', 任教科目: 'subject', 住址: 'address' },
  { XM: 'name', SFZH: 'idCard', XB: 'sex', CSRQ: 'birthday', SJ: 'mobile', BM: 'department' },
  { xingming: 'name', shouji: 'mobile', bumen: 'department', zhiwu: 'duty' },
  { '姓名（与身份证一致）': 'name', '手机(钉钉)': 'mobile', '学科/科目': 'subject', '部门/处室': 'department' },
  { 姓名: 'name', 电话: 'mobile', 家庭地址: 'address', 电子邮箱: 'email', 'E-mail 备用': '', 紧急联系人电话: '' },
  { 姓名: 'name', 配偶姓名: '', 身份证: 'idCard', 手机电话: 'mobile', 家长姓名: '', 说明: 'remark' },
  { 人员姓名: 'name', 证件号码: 'idCard', 联系手机: 'mobile', 职称等级: 'level', 岗位: 'duty', 生日: 'birthday' },
  { 姓名: 'name', 身份证号: 'idCard', 联系方式: 'mobile', 所属部门: 'department', 担任职务: 'duty', 编制性质: 'post' },
  { 性名: 'name', 身分证号: 'idCard', 手机号玛: 'mobile', 出生日起: 'birthday', 部们: 'department' },
  {
    '1.姓名': 'name',
    '2.性别': 'sex',
    '3.身份证号': 'idCard',
    '4.所教学科': 'subject',
    '5.参加工作时间': 'workedFrom',
  },
  {
    教工姓名: 'name',
    身份证编号: 'idCard',
    本人手机: 'mobile',
    进入本单位时间: 'joinedOn',
    任教年级: '',
    户籍所在地: '',
  },
  { 单位: '', 姓名: 'name', 出生年月: 'birthday', 首次参加工作时间: 'workedFrom', 现任专业技术职务: 'level', 工资: '' },
  {
    编号: 'number',
    教师: 'name',
    手机短号: '',
    人员编制: 'post',
    学历学位: 'degree',
    年龄: '',
    工龄: '',
    银行卡号: '',
  },
]

describe('headings of real lists', () => {
  it('at least 95 of 100 columns are matched correctly', () => {
    const results = lists.flatMap((list) => {
      const headings = Object.keys(list)
      const guesses = guessColumns(staff, headings, [])
      return headings.map((heading, at) => ({ heading, is: list[heading] || null, guessed: guesses[at]!.key }))
    })
    const wrong = results.filter(({ is, guessed }) => is !== guessed)
    expect(results.length).toBeGreaterThan(100)
    expect(wrong.slice(0, wrong.length - Math.floor(results.length * 0.05))).toEqual([])
  })

  it('the exact heading is sure, whatever signs are around it; a similar one is a guess', () => {
    expect(
      guessColumns(staff, ['* 姓 名（必填）', '身份证号码：', '教师性别', '心情'], []).map(({ how }) => how),
    ).toEqual(['sure', 'sure', 'guess', 'none'])
  })

  it('a target column is assigned once, to the best heading', () => {
    const keys = (...headings: string[]) => guessColumns(staff, headings, []).map(({ key }) => key)
    expect(keys('联系电话', '手机')).toEqual([null, 'mobile'])
    expect(keys('手机', '手机')).toEqual(['mobile', null])
    expect(keys('部门名称', '部门')).toEqual([null, 'department'])
  })
})

describe('the values of a column', () => {
  const rows: RawCell[][] = [
    ['张三', '女', '330199199107140025', '13800138000', '是', '2010-09-01'],
    ['李四', '男', 330199199107140000, '138 0013 8001', '否', '2011-09-01'],
    ['王五', '女', '3.30199E+17', 13800138002, '是', ''],
    [null, null, null, null, null, null],
  ]

  it('identify columns with no heading or an odd one', () => {
    const guesses = guessColumns(staff, ['', 'X', '证照', '', '在编', '日子'], rows)
    expect(guesses.map(({ key }) => key)).toEqual([null, 'sex', 'idCard', 'mobile', null, null])
    expect(guesses[2]).toEqual({ key: 'idCard', how: 'guess', note: '2 行为科学计数法' })
  })

  it('count against headings that are only similar', () => {
    const landlines = [['0571-88886666'], ['0571-88886667']]
    expect(guessColumns(staff, ['办公电话'], landlines)[0]!.key).toBeNull()
    expect(guessColumns(staff, ['手机'], landlines)[0]).toEqual({ key: 'mobile', how: 'sure', note: '' })
  })

  it('do not identify row numbers as codes', () => {
    const nations = Array.from({ length: 56 }, (_, at) => ({ value: String(at + 1), title: `第${at + 1}族` }))
    const columns: SheetColumn[] = [{ key: 'nation', title: '民族', kind: 'choice', choices: nations }]
    const counted = [[1], [2], [3]]
    expect(guessColumns(columns, ['序号'], counted)[0]!.key).toBeNull()
    expect(guessColumns(columns, ['民族码'], counted)[0]!.key).toBe('nation')
    expect(guessColumns(columns, ['某列'], [['第1族'], ['第2族']])[0]!.key).toBe('nation')
  })

  it('report ID numbers that lost their last three digits', () => {
    const cut = [['330199199107141000'], ['330199199107142000'], ['330199199107140025']]
    expect(guessColumns(staff, ['身份证号'], cut)[0]!.note).toBe('2 行末三位成了0')
  })
})

it('a file with 300 odd headings is matched quickly', () => {
  const headings = Array.from({ length: 300 }, (_, at) => `奇怪的标题（${at}）`.repeat(20))
  // The time of this thread, which does not grow when other processes use the machine.
  const started = process.threadCpuUsage()
  guessColumns(staff, headings, [])
  const { user, system } = process.threadCpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(2_000)
})

it('does not match codes to names', () => {
  const columns: SheetColumn[] = [{ key: 'org', title: '学校', kind: 'lookup' }]
  expect(guessColumns(columns, ['学校标识码'], [['3133000123'], ['3133000124']])[0]!.key).toBeNull()
  expect(guessColumns(columns, ['学校全称'], [['实验小学'], ['文澜小学']])[0]!.key).toBe('org')
})
