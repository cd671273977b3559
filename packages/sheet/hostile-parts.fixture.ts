import { sheetWithHead, relationsXml, sheetOf, typesXml, textRow, worksheet } from './xlsx.fixture.ts'

export type HostileFile = [name: string, make: () => Buffer, suffix?: string]

export const sheet1 = 'xl/worksheets/sheet1.xml'
export const strings = 'xl/sharedStrings.xml'
export const text = (body: string) => Buffer.from(body)
export const csv = (body: string) => Buffer.from(`姓名,身份证号\n${body}`)
export const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from('bcdefghij', (name, at) => `<!ENTITY ${name} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`).join('')}]>`
export const outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
export const parameter = '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://169.254.169.254/"> %a;]>'
export const formula = (body: string, value: string, type = 'str') =>
  sheetOf(sheetWithHead(`<c r="B2" t="${type}"><f>${body}</f><v>${value}</v></c>`))
export const number = (value: string, style = 0) => sheetOf(sheetWithHead(`<c r="B2" s="${style}"><v>${value}</v></c>`))
export const bigSheet = (block: string, times: number, { before = '', after = '' } = {}) => ({
  name: sheet1,
  repeated: {
    block,
    times,
    before: worksheet('').replace('</sheetData></worksheet>', '') + textRow(1, '姓名', '身份证号') + before,
    after: `${after}</sheetData></worksheet>`,
  },
})
export const macroTypes = typesXml('application/vnd.ms-excel.sheet.macroEnabled.main+xml')
export const relationsOf = (list: string) => ({ name: 'xl/_rels/workbook.xml.rels', data: relationsXml(list) })
export const kilobyte = 'a'.repeat(1024)
