import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RawCell } from './raw-cell.ts'
import type { ColumnKind, SheetColumn } from './sheet-column.ts'
import { createMaskedIssue } from './masked-cells.ts'
import { findNearestChoice } from './find-choice.ts'
import { getIssueTitle } from './issue-titles.ts'
import { parseCell } from './parse-cell.ts'

const sexes = [
  { value: 'male', title: '男', synonyms: ['1', 'M'] },
  { value: 'female', title: '女', synonyms: ['2', 'F'] },
]
const column = (kind: ColumnKind, more: Partial<SheetColumn> = {}): SheetColumn => ({
  key: 'it',
  title: '它',
  kind,
  ...more,
})
const idCard = column('id-card', { key: 'idCard', title: '身份证号' })
const valueOf = (kind: ColumnKind, raw: RawCell) => parseCell(column(kind), [], raw).value
const issueOf = (kind: ColumnKind, raw: RawCell) => parseCell(column(kind), [], raw).issue?.code

it.each(['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?'])('formula error %s is no value', (raw) => {
  for (const kind of ['text', 'lookup'] as const) expect(issueOf(kind, raw)).toBe('formula')
  expect(getIssueTitle('职务', 'formula')).toBe('职务是公式的错误值')
})

describe('ID numbers', () => {
  it.each([
    ['330199199107140025', '330199199107140025'],
    [' 330199 19910714 0025\u200b', '330199199107140025'],
    ["'330199199107140025", '330199199107140025'],
    ['３３０１９９１９９１０７１４００２５', '330199199107140025'],
    ['330199-19910714-0025', '330199199107140025'],
    ['33019919900101002x', '33019919900101002X'],
  ])('accepts %j', (raw, value) => expect(parseCell(idCard, [], raw)).toEqual({ value, shown: value }))

  it.each([
    [330199199107140030, 'mangled'],
    ['3.30199E+17', 'mangled'],
    ['3.30199e17', 'mangled'],
    ['330199199107141000', 'mangled'],
    ['330199199107140026', 'checksum'],
    ['330199910714002', 'fifteen'],
    [330199910714002, 'fifteen'],
    ['33019919910714002', 'format'],
    ['330199199113140021', 'format'],
    ['G12345678', 'format'],
  ])('%j is %s', (raw, code) => expect(issueOf('id-card', raw)).toBe(code))

  it('a number that Excel has mangled is explained and may be left empty, if the column is optional', () => {
    const { value, shown, issue } = parseCell(idCard, [], 330199199107140030)
    expect({ value, shown }).toEqual({ value: '', shown: '3.3019919910714E+17' })
    expect(issue).toEqual({
      code: 'mangled',
      message: '末位数字已被 Excel 改成0，请重新填写',
      fixes: [{ kind: 'set', column: 'idCard', value: '', label: '先留空，以后补录' }],
    })
    expect(parseCell({ ...idCard, isRequired: true }, [], '3.3E+17').issue?.fixes).toEqual([])
  })

  it('the display text of a mangled number is never accepted as complete, whatever its last digit', () => {
    // As text its check digit is correct by chance.
    const lucky = 330199199001028000
    expect(parseCell(idCard, [], String(lucky)).issue).toBeUndefined()
    expect(parseCell(idCard, [], parseCell(idCard, [], lucky).shown).issue?.code).toBe('mangled')
  })

  it('a number of fifteen digits is completed with one click', () => {
    expect(parseCell(idCard, [], '330199910714002').issue?.fixes).toEqual([
      { kind: 'set', column: 'idCard', value: '330199199107140025', label: '改为18位' },
    ])
  })
})

describe('phone numbers', () => {
  it.each([
    ['138 0013 8000', '13800138000'],
    ['+86 138-0013-8000', '13800138000'],
    ['008613800138000', '13800138000'],
    ['１３８００１３８０００', '13800138000'],
    [13800138000, '13800138000'],
  ])('mobile %j', (raw, value) => expect(valueOf('mobile', raw)).toBe(value))

  it.each([
    ['1.38E+10', 'mangled'],
    ['1380013800', 'format'],
    ['0571-88886666', 'format'],
  ])('mobile %j is %s', (raw, code) => expect(issueOf('mobile', raw)).toBe(code))

  it.each([
    ['(0571) 8888 6666', '0571-88886666'],
    ['（0571）88886666', '0571-88886666'],
    ['0571—88886666转12', '0571-88886666-12'],
    [88886666, '88886666'],
    ['400-820-8820', '400-820-8820'],
    ['13800138000', '13800138000'],
  ])('phone %j', (raw, value) => expect(valueOf('phone', raw)).toBe(value))
})

describe('masked values', () => {
  it.each<[ColumnKind, string]>([
    ['id-card', '330199************'],
    ['id-card', '3301**********0025'],
    ['mobile', '138****8000'],
    ['mobile', '138••••8000'],
    ['phone', '13＊＊＊＊00'],
    ['text', 'G330199************'],
    ['text', '春晖路****'],
    ['text', '****'],
  ])('%s %j is ignored without an issue', (kind, raw) =>
    expect(parseCell(column(kind, { isSensitive: true }), [], raw)).toEqual({
      value: '',
      shown: raw,
      isMasked: true,
    }),
  )

  it('stars in a text that is not sensitive are kept', () => {
    expect(parseCell(column('text'), [], '表现**突出').value).toBe('表现**突出')
    expect(parseCell(column('text', { isSensitive: true }), [], '春晖路10号*').value).toBe('春晖路10号*')
  })

  it('must be filled in or left empty for a new record', () => {
    expect(createMaskedIssue(column('mobile'))).toEqual({
      column: 'it',
      code: 'masked',
      message: '号码已脱敏，请填写完整号码或忽略',
      fixes: [{ kind: 'set', column: 'it', value: '', label: '忽略此单元格' }],
    })
    expect(createMaskedIssue(column('text')).message).toBe('内容已脱敏，请填写完整内容或忽略')
  })
})

describe('dates', () => {
  it.each(['1991-07', '1991年7月', '1991/7'])('%j is a month', (raw) =>
    expect(parseCell(column('date'), [], raw)).toEqual({
      value: '1991-07-01',
      shown: '1991-07-01',
      isMonth: true,
    }),
  )

  it.each([
    ['2010-09-01', '2010-09-01'],
    ['20100901', '2010-09-01'],
    [20100901, '2010-09-01'],
    ['2010.9.1', '2010-09-01'],
    ['2010/9/1', '2010-09-01'],
    ['2010／９／１', '2010-09-01'],
    ['2010-9', '2010-09-01'],
    ['2010.09', '2010-09-01'],
    [2010.09, '2010-09-01'],
    [2010.12, '2010-12-01'],
    ['201009', '2010-09-01'],
    ['2010年9月1日', '2010-09-01'],
    ['2010年9月', '2010-09-01'],
    ['2010 年 9 月 1 号', '2010-09-01'],
    ['2010-09-01 00:00:00', '2010-09-01'],
    ['2010-09-01T08:30:00.000Z', '2010-09-01'],
    ['2010/9/1 0:00', '2010-09-01'],
    [40422, '2010-09-01'],
    [40422.5, '2010-09-01'],
    ['40422', '2010-09-01'],
  ])('%j is %s', (raw, value) => expect(valueOf('date', raw)).toBe(value))

  it.each(['91.7.14', '10-9-1', '2010-02-30', '2010-13', '9/1/2010', '二〇一〇年', 2010, 2010.1, '1.5E+5', '2010'])(
    'refuses %j',
    (raw) => expect(issueOf('date', raw)).toBe('date'),
  )

  it('reports a year of two digits', () => {
    expect(parseCell(column('date'), [], '91.7.14').issue?.message).toBe('年份应写四位')
  })
})

describe('choice values', () => {
  const sex = column('choice', { key: 'sex', title: '性别', choices: sexes })

  it('match value, title and synonyms; another spelling is reported', () => {
    expect(parseCell(sex, [], '女')).toEqual({ value: 'female', shown: '女' })
    expect(parseCell(sex, [], 2)).toEqual({ value: 'female', shown: '女', from: '2' })
    expect(parseCell(sex, [], 'f ')).toEqual({ value: 'female', shown: '女', from: 'f' })
    expect(parseCell(sex, [], 'female').value).toBe('female')
  })

  it('prefer the choices of the organisation to those of the column', () => {
    expect(parseCell(sex, [{ value: 'x', title: '甲' }], '甲').value).toBe('x')
    expect(parseCell(sex, [{ value: 'x', title: '甲' }], '女').issue?.code).toBe('choice')
  })

  it('suggest the probably meant choice', () => {
    expect(parseCell(sex, [], '难').issue).toEqual({
      code: 'choice',
      message: '“难”不在可选范围内',
      fixes: [{ kind: 'set', column: 'sex', value: 'male', label: '改为“男”', isGuess: true }],
    })
    expect(parseCell(sex, [], '未知').issue?.fixes).toEqual([])
  })
})

describe('texts and numbers', () => {
  it('names lose spaces used for alignment, other texts keep theirs', () => {
    const name = column('text', { isName: true })
    expect(parseCell(name, [], '张　三').value).toBe('张三')
    expect(parseCell(name, [], 'Anna  Lee').value).toBe('Anna Lee')
    expect(valueOf('text', ' 甲 乙 ')).toBe('甲 乙')
  })

  it('reports values that are too long, not allowed or empty', () => {
    expect(parseCell(column('text', { max: 2 }), [], '一二三').issue?.code).toBe('too-long')
    const even = column('text', { check: (value) => (value === '单' ? '应为双' : undefined) })
    expect(parseCell(even, [], '单').issue).toEqual({ code: 'format', message: '应为双' })
    expect(parseCell(even, [], '双').value).toBe('双')
    for (const nothing of [null, '', ' \u200b', "'"])
      expect(parseCell(column('text', { isRequired: true }), [], nothing).issue?.message).toBe('不能为空')
    expect(parseCell(column('date', { isRequired: true }), [], '/').issue?.code).toBe('required')
    expect(parseCell(column('date'), [], '无')).toEqual({ value: '', shown: '' })
    expect(valueOf('text', '/')).toBe('/')
  })

  it('a number of sixteen digits has lost its last ones in any column', () => {
    expect(issueOf('text', 6222021202001234)).toBe('mangled')
    expect(valueOf('text', '6222021202001234')).toBe('6222021202001234')
    expect(valueOf('text', 1001)).toBe('1001')
  })

  it.each([
    ['1,200.50', '1200.5'],
    ['１２', '12'],
    [0.1 + 0.2, '0.3'],
  ])('%j is the quantity %s', (raw, value) => expect(valueOf('number', raw)).toBe(value))
  it('refuses words as numbers', () => expect(issueOf('number', '十二')).toBe('format'))
})

const kinds: ColumnKind[] = ['text', 'id-card', 'mobile', 'phone', 'date', 'choice', 'number', 'lookup']
const digits = fc.string({ unit: fc.constantFrom(...'0123456789X+-. E年月日/转()*'.split('')), maxLength: 20 })
const anyRaw: fc.Arbitrary<RawCell> = fc.oneof(
  fc.string({ unit: 'binary' }),
  digits,
  fc.double(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
)
const anyColumn = fc.record({ kind: fc.constantFrom(...kinds), isRequired: fc.boolean(), isName: fc.boolean() })

it('every cell value is parsed or reported, and a parsed value parses to itself', () => {
  fc.assert(
    fc.property(anyColumn, anyRaw, ({ kind, ...more }, raw) => {
      const sheetColumn = column(kind, { ...more, choices: sexes })
      const { value, shown, issue } = parseCell(sheetColumn, [], raw)
      const again = parseCell({ ...sheetColumn, isRequired: false }, [], value)
      expect(again).toMatchObject({ value, shown: issue || value === '' ? '' : shown })
      expect(again.issue).toBeUndefined()
    }),
    { numRuns: 3_000 },
  )
})

it('a fix that sets a value sets a valid one', () => {
  fc.assert(
    fc.property(anyColumn, anyRaw, ({ kind, ...more }, raw) => {
      const columnSpec = column(kind, { ...more, choices: sexes })
      const fixes = parseCell(columnSpec, [], raw).issue?.fixes ?? []
      const set = fixes.flatMap((fix) => (fix.kind === 'set' ? [fix.value] : []))
      expect(set.filter((value) => parseCell(columnSpec, [], value).issue)).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

describe('the nearest choice', () => {
  const departments = ['语文组', '数学一组', '数学二组', '教务处', '政教处', '总务处'].map((title) => ({
    value: title,
    title,
  }))
  it.each([
    ['语文二组', '语文组'],
    ['语闻组', '语文组'],
    ['教务', '教务处'],
    ['正教处', '政教处'],
    ['语文 组', '语文组'],
  ])('%s is %s', (word, meant) => expect(findNearestChoice(word, departments)?.title).toBe(meant))
  it.each(['数学组', '数学三组', '校长室', '处', ''])('%j is not clear', (word) =>
    expect(findNearestChoice(word, departments)).toBeUndefined(),
  )
  it('distinguishes classes however similar their names are', () => {
    expect(findNearestChoice('七年级1班', [{ value: '2', title: '七年级2班' }])).toBeUndefined()
  })
})

it('issue groups have titles', () => {
  expect(getIssueTitle('身份证号', 'mangled')).toBe('身份证号成了科学计数法')
  expect(getIssueTitle('部门', 'unknown')).toBe('部门不存在')
  expect(getIssueTitle('部门', 'quite-new')).toBe('部门有误')
})
