import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '#packages/core'
import { bombs } from './hostile-bombs.fixture.ts'
import { hostileSheets, type HostileSheet } from './hostile.fixture.ts'
import { checkSheetFile, readSheet, type RawCell } from './index.ts'
import { toBadSheet } from './reader/bad-sheet.ts'
import { readSheetRows, type ReadRequest, type ReaderMessage } from './reader/read-rows.ts'

/** Two seconds on an idle machine; the import proof checks that. */
const secondsAtMost = 40
const megabytesAtMost = 300

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'hostile-'))))
afterAll(() => rm(folder, { recursive: true }))

interface Outcome {
  words: string
  cells: RawCell[]
  seconds: number
  megabytes: number
}

/** Bombs need the limited process; the others are read in this process, which is faster. */
const bombNames = new Set(bombs.map(([name]) => name))

async function readHere(path: string, request: ReadRequest, collect: (piece: ReaderMessage) => void) {
  const file = await open(path)
  try {
    await readSheetRows(file, request, collect)
  } finally {
    await file.close()
  }
}

async function take({ name, fileName, bytes }: HostileSheet): Promise<Outcome> {
  const outcome: Outcome = { words: '', cells: [], seconds: 0, megabytes: 0 }
  const began = performance.now()
  const observe = (peak: number) => void (outcome.megabytes = peak / 1024 / 1024)
  try {
    const suffix = checkSheetFile(bytes, fileName)
    const path = join(folder, 'sheet')
    await writeFile(path, bytes)
    const keep = (piece: ReaderMessage) => {
      if (piece.kind === 'rows') outcome.cells.push(...piece.rows.flatMap(({ cells }) => cells))
    }
    const readRequest = { rowsAtMost: 100_000, known: ['姓名', '身份证号'] }
    if (suffix === 'xls' || bombNames.has(name))
      for await (const piece of readSheet(path, { ...readRequest, suffix, observe })) keep(piece)
    else await readHere(path, { ...readRequest, suffix }, keep)
  } catch (error) {
    const refusal = error instanceof Refusal ? error : toBadSheet(error)
    if (!refusal) throw error
    outcome.words = refusal.message
  }
  outcome.seconds = (performance.now() - began) / 1000
  return outcome
}

const sheets = hostileSheets()
const outcomes = new Map<string, Outcome>()
const outcomeOf = async (name: string) =>
  outcomes.get(name) ?? (await take(sheets.find((sheet) => sheet.name === name)!))

const those = (kind: HostileSheet['expect']) => sheets.filter((sheet) => sheet.expect === kind)
const within = async (sheet: HostileSheet) => {
  const outcome = await take(sheet)
  outcomes.set(sheet.name, outcome)
  expect(outcome.seconds).toBeLessThan(secondsAtMost)
  expect(outcome.megabytes).toBeLessThan(megabytesAtMost)
  return outcome
}

it.each(those('refused'))('refuses $name', { timeout: 120_000 }, async (sheet) => {
  expect((await within(sheet)).words).toMatch(/[\u4e00-\u9fff]{2}/)
})

it.each(those('values'))('gives values for $name', { timeout: 120_000 }, async (sheet) => {
  const { words, cells } = await within(sheet)
  expect(words).toBe('')
  expect(cells.length).toBeGreaterThan(0)
})

it('a formula gives only its result', async () => {
  const valueOf = async (name: string) => (await outcomeOf(name)).cells[1]
  expect(await valueOf('a formula that opens an address')).toBe('点我')
  expect(await valueOf('a formula that asks the web')).toBe('330106199001011232')
  expect(await valueOf('a formula that starts a program')).toBe('#REF!')
  expect(await valueOf('a formula without a value')).toBeNull()
  expect(await valueOf('a formula over all cells')).toBe(1)
})

it('an invalid number or date stays as it was written', async () => {
  const valueOf = async (name: string) => (await outcomeOf(name)).cells[1]
  expect(await valueOf('an endless number')).toBe('1e999')
  expect(await valueOf('no number')).toBe('NaN')
  expect(await valueOf('a very large number')).toBe(1e308)
  expect(await valueOf('a day before all days')).toBe(-44_000)
  expect(await valueOf('a day after all days')).toBe(1e10)
})

it('the messages say what can be done', async () => {
  const getRefusal = async (name: string) => (await outcomeOf(name)).words
  expect(await getRefusal('a workbook with a password')).toBe('文件有密码保护，请去掉密码后上传')
  expect(await getRefusal('a page as an old workbook')).toBe('这不是 Excel 文件，请用 Excel 另存为 .xlsx 后上传')
  expect(await getRefusal('macros')).toContain('宏')
  expect(await getRefusal('an open document')).toContain('.ods')
  expect(await getRefusal('a link to another workbook')).toContain('断开链接')
})

it('there are more than sixty samples with distinct names', () => {
  const slowest = Math.max(...[...outcomes.values()].map(({ seconds }) => seconds))
  const largest = Math.max(...[...outcomes.values()].map(({ megabytes }) => megabytes))
  const [refused, taken] = [those('refused').length, those('values').length]
  console.log(
    `hostile spreadsheets: ${refused} refused, ${taken} gave values; slowest ${slowest.toFixed(2)} s, largest ${largest.toFixed(0)} MB`,
  )
  expect(new Set(sheets.map(({ name }) => name)).size).toBe(sheets.length)
  expect(sheets.length).toBeGreaterThanOrEqual(60)
})
