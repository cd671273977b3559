import type { ExportCell } from '../export-cell.ts'
import { escapeXml } from './escape-xml.ts'
import { getStyleIndex, type CellStyleName } from './cell-styles.ts'
import { getTextWidth } from './text-width.ts'

export interface WrittenCell {
  value: ExportCell
  style: CellStyleName
}

/** A choice list, or only a prompt beside the cell. */
export interface Validation {
  /** For example C2:C1001. */
  cells: string
  /** In Excel's syntax: "男,女" in quotes, or the cells of another sheet. */
  list?: string
  /** No other value may be entered. */
  isStrict?: boolean
  prompt?: { title: string; text: string }
}

export interface WrittenSheet {
  name: string
  isHidden?: boolean
  /** The width in digits of the default font. The style is that of empty cells. */
  columns: readonly { width: number; style?: CellStyleName }[]
  frozenRows?: number
  isLandscape?: boolean
  /** The header of every printed page: who exported it, and when. */
  printed?: string
  validations?: readonly Validation[]
  merged?: readonly string[]
  rows: Iterable<readonly WrittenCell[]> | AsyncIterable<readonly WrittenCell[]>
}

const pieceCharacters = 64 * 1024
const maxPromptLength = 255

/** A, …, Z, AA; from 0. */
export function getColumnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : getColumnLetters(Math.floor(column / 26) - 1) + letter
}

/** Streams a worksheet. It cannot contain a formula: text is text, whatever it begins with. */
export async function* streamSheetXml(sheet: WrittenSheet, isFirst: boolean): AsyncGenerator<string> {
  let piece = buildSheetStart(sheet, isFirst)
  let number = 0
  for await (const cells of sheet.rows) {
    piece += buildRowXml(++number, cells, sheet)
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  yield piece + buildSheetEnd(sheet)
}

function buildSheetStart({ columns, frozenRows = 0 }: WrittenSheet, isFirst: boolean): string {
  const pane =
    frozenRows > 0
      ? `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>` +
        `<selection pane="bottomLeft" activeCell="A${frozenRows + 1}" sqref="A${frozenRows + 1}"/>`
      : ''
  const cols = columns.map(
    ({ width, style = 'plain' }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${getStyleIndex(style)}" customWidth="1"/>`,
  )
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
    `<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="16"/>${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>`
  )
}

function buildRowXml(number: number, cells: readonly WrittenCell[], { columns }: WrittenSheet): string {
  const height = Math.max(0, ...cells.map((cell, at) => getRowHeight(cell, columns[at]?.width)))
  const tall = height > 0 ? ` ht="${height}" customHeight="1"` : ''
  return `<row r="${number}"${tall}>${cells.map((cell, at) => buildCellXml(`${getColumnLetters(at)}${number}`, cell)).join('')}</row>`
}

/** In points; 0 for automatic. Rows grow automatically only when edited. */
function getRowHeight({ value, style }: WrittenCell, width = 12): number {
  if (style === 'head' || style === 'requiredHead') return 24
  if (style === 'title') return 30
  if (style === 'words') return 20
  if (style !== 'framedWords') return 0
  return 8 + 15 * Math.max(1, Math.ceil(getTextWidth(String(value ?? '')) / (width - 2)))
}

function buildCellXml(reference: string, { value, style }: WrittenCell): string {
  const begin = `<c r="${reference}" s="${getStyleIndex(style)}"`
  if (typeof value === 'number' && Number.isFinite(value)) return `${begin}><v>${value}</v></c>`
  if (typeof value !== 'string' || value === '') return `${begin}/>`
  return `${begin} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`
}

function buildSheetEnd({ validations = [], merged = [], isLandscape, printed }: WrittenSheet): string {
  const joined = merged.map((cells) => `<mergeCell ref="${cells}"/>`).join('')
  const lists = validations.map(buildValidationXml).join('')
  return (
    '</sheetData>' +
    (joined && `<mergeCells count="${merged.length}">${joined}</mergeCells>`) +
    (lists && `<dataValidations count="${validations.length}">${lists}</dataValidations>`) +
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
    `<pageSetup paperSize="9" orientation="${isLandscape ? 'landscape' : 'portrait'}" fitToHeight="0"/>` +
    (printed ? buildHeaderXml(printed) : '') +
    '</worksheet>'
  )
}

/** A single & begins a field code there: page, date, file name. */
const buildHeaderXml = (text: string) =>
  `<headerFooter><oddHeader>${escapeXml(`&L${text.slice(0, 120).replaceAll('&', '&&')}`)}</oddHeader>` +
  `<oddFooter>${escapeXml('&C第 &P 页，共 &N 页')}</oddFooter></headerFooter>`

function buildValidationXml({ cells, list, isStrict, prompt: inputPrompt }: Validation): string {
  const error = isStrict ? ' showErrorMessage="1" errorTitle="不在可选范围内" error="请从下拉列表中选择"' : ''
  const prompt = inputPrompt
    ? ` showInputMessage="1" promptTitle="${escapeXml(inputPrompt.title.slice(0, 32))}" prompt="${escapeXml(inputPrompt.text.slice(0, maxPromptLength))}"`
    : ''
  const type = list === undefined ? '' : ' type="list"'
  const source = list === undefined ? '' : `<formula1>${escapeXml(list)}</formula1>`
  return `<dataValidation${type} allowBlank="1"${prompt}${error} sqref="${cells}">${source}</dataValidation>`
}
