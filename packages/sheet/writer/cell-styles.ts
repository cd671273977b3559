/** The cell styles; a cell refers to a style by its index in this list. */
const cellStyles = {
  plain: {},
  /** Excel keeps text unchanged in such cells: the zeros of 0012, all eighteen digits of an ID number. */
  text: { format: 49 },
  day: { format: 164 },
  head: { font: 1, fill: 2, border: 1, alignment: '<alignment vertical="center" wrapText="1"/>' },
  requiredHead: { font: 2, fill: 2, border: 1, alignment: '<alignment vertical="center" wrapText="1"/>' },
  alarm: { font: 3, format: 49 },
  title: { font: 4, alignment: '<alignment vertical="center"/>' },
  words: { alignment: '<alignment vertical="center" wrapText="1"/>', format: 49 },
  framedWords: { alignment: '<alignment vertical="center" wrapText="1"/>', format: 49, border: 1 },
} as const satisfies Record<string, CellStyle>

interface CellStyle {
  font?: number
  fill?: number
  border?: number
  format?: number
  alignment?: string
}

export type CellStyleName = keyof typeof cellStyles

const styleIndexes = new Map(Object.keys(cellStyles).map((name, at) => [name, at]))
export const getStyleIndex = (style: CellStyleName): number => styleIndexes.get(style)!

const font = (more = '') => `<font>${more}<name val="等线"/><family val="2"/><charset val="134"/></font>`
const [black, red, brand] = ['FF1D1D1D', 'FFC62828', 'FF0958B3'].map((colour) => `<color rgb="${colour}"/>`)
const fonts = [
  font(`<sz val="11"/>${black}`),
  font(`<b/><sz val="11"/>${brand}`),
  font(`<b/><sz val="11"/>${red}`),
  font(`<sz val="11"/>${red}`),
  font(`<b/><sz val="14"/>${black}`),
]
const buildEdge = (edgeName: string) => `<${edgeName} style="thin"><color rgb="FFB9C5D2"/></${edgeName}>`
const edges = ['left', 'right', 'top', 'bottom'].map(buildEdge).join('')
const fills = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE6F4FF"/><bgColor indexed="64"/></patternFill></fill>',
]

const xf = ({ font: face = 0, fill = 0, border = 0, format = 0, alignment = '' }: CellStyle) =>
  `<xf numFmtId="${format}" fontId="${face}" fillId="${fill}" borderId="${border}" xfId="0" applyFont="1" applyFill="1"` +
  ` applyBorder="1" applyNumberFormat="1" applyAlignment="1">${alignment}</xf>`

const list = (name: string, items: readonly string[]) => `<${name} count="${items.length}">${items.join('')}</${name}>`

export const stylesXml =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  list('numFmts', ['<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>']) +
  list('fonts', fonts) +
  list('fills', fills) +
  list('borders', [
    '<border><left/><right/><top/><bottom/><diagonal/></border>',
    `<border>${edges}<diagonal/></border>`,
  ]) +
  list('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']) +
  list('cellXfs', Object.values(cellStyles).map(xf)) +
  list('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']) +
  '</styleSheet>'
