import type { SheetChoice, SheetColumn } from './sheet-column.ts'
import type { ImportTarget } from './import-target.ts'
import type { GridTemplateSheet } from './sheet-grid.ts'
import { getColumnLetters, type Validation, type WrittenCell, type WrittenSheet } from './writer/sheet-xml.ts'
import type { CellStyleName } from './writer/cell-styles.ts'
import { getTextWidth } from './writer/text-width.ts'
import { toSheetName, workbookStream } from './writer/workbook.ts'

export interface TemplateInput {
  target: Pick<ImportTarget, 'key' | 'title' | 'version' | 'rowsAtMost' | 'matchHint' | 'columns' | 'isAlwaysNew'>
  orgName: string
  /** The choices of the columns, by key. */
  choices: Readonly<Record<string, readonly SheetChoice[]>>
}

const choicesName = '_choices'
/** The limit of Excel for an inline list. */
const listCharacters = 255
/** The choices in the hint; the list in the cell has all. */
const choicesShown = 12

/** An import template: headings with choice lists, a sheet that explains them, and the mark of the template. */
export async function writeTemplate({ target, orgName, choices }: TemplateInput): Promise<Uint8Array> {
  const columns = target.columns
    .filter(({ isOfGrid }) => !isOfGrid)
    .map((column) => ({ ...column, choices: choices[column.key] ?? column.choices ?? [] }))
  const long = columns.filter((column) => column.choices.length > 0 && inlineList(column.choices) === undefined)
  const name = toSheetName(target.title)
  const sheets = [
    buildFormSheet(name, target, columns, long),
    buildInstructionsSheet(name, target, orgName, columns),
    ...(long.length > 0 ? [buildChoicesSheet(long)] : []),
    buildTemplateSheet(target),
  ]
  return writeWorkbook(`${target.title}导入模板`, sheets)
}

/** The template of the grid form: a sheet for each record. */
export function writeGridTemplate(
  target: TemplateInput['target'],
  sheets: readonly GridTemplateSheet[],
): Promise<Uint8Array> {
  const tables = sheets.map(({ name, rows }): WrittenSheet => ({
    name: toSheetName(name),
    frozenRows: 1,
    isLandscape: true,
    columns: (rows[0] ?? []).map((_, at) => ({ width: at === 0 ? 12 : gridWidth, style: 'text' as const })),
    rows: rows.map((row, at) => row.map((value) => cell(value, at === 0 ? 'head' : 'text'))),
  }))
  return writeWorkbook(`${target.title}导入模板`, [...tables, buildTemplateSheet(target)])
}

const gridWidth = 16

async function writeWorkbook(title: string, sheets: readonly WrittenSheet[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of workbookStream({ sheets, title, creator: '启明' })) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}

type OfferedColumn = SheetColumn & { choices: readonly SheetChoice[] }

/** Excel leaves text unchanged; dates should be parsed. */
const getCellStyle = ({ kind }: SheetColumn): CellStyleName =>
  kind === 'date' ? 'day' : kind === 'number' ? 'plain' : 'text'

function getColumnWidth({ kind, title, example = '', choices }: OfferedColumn): number {
  const defaultWidth = { 'id-card': 21, mobile: 14, phone: 16, date: 13, choice: 10, number: 10, lookup: 16, text: 12 }[
    kind
  ]
  const longest = Math.max(...[title, example, ...choices.slice(0, 50).map((choice) => choice.title)].map(getTextWidth))
  return Math.min(40, Math.max(defaultWidth, longest + 4))
}

function buildFormSheet(
  name: string,
  { rowsAtMost }: TemplateInput['target'],
  columns: readonly OfferedColumn[],
  long: readonly OfferedColumn[],
): WrittenSheet {
  const lists = columns.flatMap((column, at): Validation[] => {
    const letter = getColumnLetters(at)
    const list = inlineList(column.choices) ?? getChoiceCells(long, column)
    if (list === undefined) return []
    // A lookup column may accept more names than the list has.
    return [{ cells: `${letter}2:${letter}${rowsAtMost + 1}`, list, isStrict: column.kind === 'choice' }]
  })
  const hints = columns.flatMap(({ title, hint }, at): Validation[] =>
    hint ? [{ cells: `${getColumnLetters(at)}1`, prompt: { title, text: hint } }] : [],
  )
  return {
    name,
    frozenRows: 1,
    isLandscape: true,
    validations: [...hints, ...lists],
    columns: columns.map((column) => ({ width: getColumnWidth(column), style: getCellStyle(column) })),
    rows: [
      columns.map(({ title, isRequired }): WrittenCell => ({
        value: isRequired ? `${title}*` : title,
        style: isRequired ? 'requiredHead' : 'head',
      })),
    ],
  }
}

/** "男,女"; undefined when there are no choices, or when the list is too long or contains a comma. */
function inlineList(choices: readonly SheetChoice[]): string | undefined {
  const titles = choices.map(({ title }) => title)
  const isPlain = titles.length > 0 && !titles.some((title) => /[,"]|^\s|\s$/.test(title))
  const list = titles.join(',')
  return isPlain && list.length <= listCharacters ? `"${list}"` : undefined
}

function getChoiceCells(long: readonly OfferedColumn[], column: OfferedColumn): string | undefined {
  const at = long.indexOf(column)
  if (at < 0) return undefined
  const letter = getColumnLetters(at)
  return `'${choicesName}'!$${letter}$1:$${letter}$${column.choices.length}`
}

function buildChoicesSheet(long: readonly OfferedColumn[]): WrittenSheet {
  const rowCount = Math.max(...long.map(({ choices }) => choices.length))
  return {
    name: choicesName,
    isHidden: true,
    columns: [],
    rows: Array.from({ length: rowCount }, (_, row) =>
      long.map(({ choices }): WrittenCell => ({ value: choices[row]?.title ?? null, style: 'text' })),
    ),
  }
}

/** The mark by which `readSheet` recognises the template of a file. */
const buildTemplateSheet = ({ key, version }: TemplateInput['target']): WrittenSheet => ({
  name: '_template',
  isHidden: true,
  columns: [],
  rows: [
    [cell('target'), cell(key)],
    [cell('version'), { value: version, style: 'plain' }],
  ],
})

const cell = (value: string, style: CellStyleName = 'text'): WrittenCell => ({ value, style })

function buildInstructionsSheet(
  name: string,
  { title, matchHint, rowsAtMost, isAlwaysNew }: TemplateInput['target'],
  orgName: string,
  columns: readonly OfferedColumn[],
): WrittenSheet {
  const rules = [
    `请在“${name}”工作表中从第2行开始填写，一行一条；不要修改第1行的列名，不需要的列可以删除。`,
    '带 * 的列必填；有下拉列表的列请从列表中选择；日期如 2010-09-01。',
    ...(isAlwaysNew
      ? [`${matchHint}。`]
      : [`${matchHint}。能识别的行更新已有数据，不能识别的行新建。`, '留空表示不修改，不会清除已有内容。']),
    `一次最多${rowsAtMost}行，文件不超过20MB。`,
    '上传后先逐行检查并给出修改建议，确认后才写入，24小时内可以撤销。',
  ]
  const table = columns.map(({ title: column, isRequired, hint, example, kind, choices }) => [
    cell(column, 'framedWords'),
    cell(isRequired ? '必填' : '选填', 'framedWords'),
    cell(hint ?? kindHints[kind] ?? '', 'framedWords'),
    cell(example ?? (kind === 'date' ? '2010-09-01' : ''), 'framedWords'),
    cell(describeChoices(choices), 'framedWords'),
  ])
  const lines = [`${title}导入说明（${orgName}）`, ...rules.map((rule, at) => `${at + 1}. ${rule}`)]
  return {
    name: '说明',
    isLandscape: true,
    columns: [{ width: 20 }, { width: 9 }, { width: 44 }, { width: 24 }, { width: 44 }],
    merged: lines.map((_, at) => `A${at + 1}:E${at + 1}`),
    rows: [
      ...lines.map((line, at) => [cell(line, at === 0 ? 'title' : 'words')]),
      [],
      ['列名', '是否必填', '填写说明', '示例', '可选值'].map((heading) => cell(heading, 'head')),
      ...table,
    ],
  }
}

const kindHints: Partial<Record<SheetColumn['kind'], string>> = {
  'id-card': '18位身份证号，单元格应为文本格式',
  mobile: '11位手机号',
  date: '年-月-日',
  choice: '从下拉列表中选择',
}

function describeChoices(choices: readonly SheetChoice[]): string {
  const titles = choices.slice(0, choicesShown).map(({ title }) => title)
  return titles.join('、') + (choices.length > choicesShown ? ` 等${choices.length}项，见下拉列表` : '')
}
