import { flatDocument } from './flat-document.ts'

const face = (name: string, family: string, points: number, more = '') =>
  `<style:style style:name="${name}" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #000000" ${more}/>
    <style:paragraph-properties fo:text-align="center"/>
    <style:text-properties fo:font-family="'${family}'" style:font-family-asian="'${family}'" fo:font-size="${points}pt" style:font-size-asian="${points}pt"/></style:style>`
const styles = [
  '<style:style style:name="sheet" style:family="table" style:master-page-name="Standard"/>',
  face('title', '方正小标宋简体', 18),
  face('head', '黑体', 11, 'fo:background-color="#e6f0ff"'),
  face('cell', '宋体', 11),
  ...[2, 3.2, 5].map(
    (width, at) =>
      `<style:style style:name="c${at}" style:family="table-column"><style:table-column-properties style:column-width="${width}cm"/></style:style>`,
  ),
].join('')

const cell = (value: string | number, style = 'cell') =>
  typeof value === 'number'
    ? `<table:table-cell table:style-name="${style}" office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`
    : `<table:table-cell table:style-name="${style}" office:value-type="string"><text:p>${value}</text:p></table:table-cell>`
const row = (values: readonly (string | number)[], style?: string) =>
  `<table:table-row>${values.map((value) => cell(value, style)).join('')}</table:table-row>`

const sheet = (
  title: string,
  columns: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
) =>
  `<table:table table:name="${title}" table:style-name="sheet">${columns}
    <table:table-row><table:table-cell table:style-name="title" table:number-columns-spanned="${head.length}" office:value-type="string"><text:p>${title}</text:p></table:table-cell></table:table-row>
    ${row(head, 'head')}${rows.map((values) => row(values)).join('')}</table:table>`
const column = (style: string) => `<table:table-column table:style-name="${style}"/>`

const page =
  'fo:page-width="21cm" fo:page-height="29.7cm" fo:margin-top="2cm" fo:margin-bottom="2cm" fo:margin-left="1.5cm" fo:margin-right="1.5cm"'
const file = (name: string, body: string) => ({
  name: `${name}.fods`,
  text: flatDocument('spreadsheet', styles, body, page),
})

const families = ['赵', '钱', '孙', '李', '周', '吴', '郑', '王']
/** Two thousand rows. */
export const pupils = file(
  'pupils',
  sheet(
    '学生名册',
    ['c0', 'c1', 'c0', 'c1', 'c2'].map(column).join(''),
    ['序号', '姓名', '性别', '班级', '家庭住址'],
    Array.from({ length: 2000 }, (_, at) => [
      at + 1,
      `${families[at % 8]}小${'明华强丽'[at % 4]}`,
      at % 2 ? '女' : '男',
      `${(at % 6) + 1}年级${(at % 8) + 1}班`,
      `云禾区学府路${(at % 300) + 1}号`,
    ]),
  ),
)
/** Wider than a page. */
export const budget = file(
  'budget',
  sheet(
    '2026年度预算执行情况表',
    column('c2') + Array.from({ length: 14 }, () => column('c1')).join(''),
    ['项目', ...Array.from({ length: 12 }, (_, at) => `${at + 1}月`), '合计', '执行率'],
    Array.from({ length: 40 }, (_, at) => [
      `第${at + 1}项经费`,
      ...Array.from({ length: 12 }, (__, month) => (at + 1) * 1000 + month * 37.5),
      (at + 1) * 12_000,
      `${80 + (at % 20)}%`,
    ]),
  ),
)
const days = ['', '星期一', '星期二', '星期三', '星期四', '星期五']
export const timetable = file(
  'timetable',
  sheet(
    '三年级（2）班课程表',
    Array.from({ length: 6 }, () => column('c1')).join(''),
    days,
    Array.from({ length: 7 }, (_, at) => [
      `第${at + 1}节`,
      ...['语文', '数学', '英语', '科学', '体育'].map((x, d) => ((at + d) % 6 === 0 ? '班会' : x)),
    ]),
  ),
)
