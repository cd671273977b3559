import { flatDocument, styleXml, paragraph as p, picture } from './flat-document.ts'

const styles = [
  styleXml('Head', { face: '方正小标宋简体', points: 40, colour: '#d8281e', align: 'center', more: redLine() }),
  styleXml('Number', { face: '仿宋_GB2312', points: 16, align: 'center', lineHeight: '40pt' }),
  styleXml('Title', { face: '方正小标宋简体', points: 22, align: 'center', lineHeight: '33pt' }),
  styleXml('To', { face: '仿宋_GB2312', points: 16, lineHeight: '28pt' }),
  styleXml('Body', { face: '仿宋_GB2312', points: 16, align: 'justify', indent: '32pt', lineHeight: '28pt' }),
  styleXml('One', { face: '黑体', points: 16, indent: '32pt', lineHeight: '28pt' }),
  styleXml('Two', { face: '楷体_GB2312', points: 16, indent: '32pt', lineHeight: '28pt' }),
  styleXml('Sign', { face: '仿宋_GB2312', points: 16, align: 'end', lineHeight: '28pt' }),
  styleXml('Cell', { face: '宋体', points: 10.5, align: 'center' }),
  styleXml('CellHead', { face: '黑体', points: 10.5, align: 'center' }),
  styleXml('Song', { face: '宋体', points: 12, align: 'justify', indent: '24pt', lineHeight: '150%' }),
  styleXml('Latin', { face: 'Times New Roman', points: 12, align: 'justify', lineHeight: '150%' }),
  styleXml('Office', { face: 'Calibri', points: 11, align: 'start' }),
  styleXml('Screen', { face: '微软雅黑', points: 12, isBold: true }),
  `<style:style style:name="cell" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #000000" fo:padding="0.08cm"/></style:style>`,
].join('')

function redLine() {
  return 'fo:border-bottom="2pt solid #d8281e" fo:padding-bottom="0.4cm"'
}

const sentence =
  '根据区委、区政府统一部署，为进一步规范学校管理，提高教育教学质量，现就做好2026年秋季学期期末有关工作通知如下。'

/** An official letter of a bureau with a red heading (GB/T 9704). */
const letterBody = [
  p('Head', '云禾区教育局文件'),
  p('Number', '云教〔2026〕17号'),
  p('Title', '云禾区教育局关于做好2026年秋季学期期末工作的通知'),
  p('To', '各中小学校、幼儿园，局属各单位：'),
  p('Body', sentence),
  p('One', '一、总体要求'),
  p('Body', '坚持立德树人根本任务，统筹教学、安全与服务保障，确保期末各项工作平稳有序。'),
  p('Two', '（一）时间安排'),
  p('Body', '全区中小学统一于2027年1月22日放寒假，2月22日正式上课。幼儿园可适当提前。'),
  p('Two', '（二）考试组织'),
  p('Body', '小学一、二年级不进行纸笔考试；其他年级由学校按《义务教育课程方案》组织，不得公布排名。'),
  p('One', '二、工作安排'),
  p('Body', '1.严格执行作息时间。2.落实“双减”要求。3.加强值班值守，联系电话：0571-12345678。'),
  p('Body', '附件：期末工作安排表'),
  p('Sign', '云禾区教育局　　'),
  p('Sign', '2026年11月15日　　'),
].join('')

const table = (rows: readonly (readonly string[])[]) =>
  `<table:table>${`<table:table-column table:number-columns-repeated="${rows[0]!.length}"/>`}${rows
    .map(
      (row, at) =>
        `<table:table-row>${row.map((words) => `<table:table-cell table:style-name="cell" office:value-type="string">${p(at === 0 ? 'CellHead' : 'Cell', words)}</table:table-cell>`).join('')}</table:table-row>`,
    )
    .join('')}</table:table>`

const schedule = [
  ['序号', '工作内容', '责任单位', '完成时限', '备注'],
  ...Array.from({ length: 60 }, (_, at) => [
    `${at + 1}`,
    `第${at + 1}项工作：学生综合素质评价与档案整理`,
    `实验小学第${(at % 6) + 1}教研组`,
    `2027-01-${String((at % 28) + 1).padStart(2, '0')}`,
    at % 5 === 0 ? '需报备' : '',
  ]),
]

const chapter = (number: number) =>
  [
    p('One', `第${number}章　工作计划`),
    ...Array.from({ length: 14 }, (_, at) => p('Song', `${at + 1}. ${sentence}${sentence}${sentence}`)),
  ].join('')

const text = (name: string, body: string) => ({ name: `${name}.fodt`, text: flatDocument('text', styles, body) })

export const letter = text('letter', letterBody)
export const minutes = text('minutes', p('Title', '行政办公会议纪要') + p('Body', sentence) + table(schedule))
export const workPlan = text('plan', Array.from({ length: 40 }, (_, at) => chapter(at + 1)).join(''))
export const mixed = text(
  'mixed',
  [
    p('Title', '国际交流项目申报书（English version included）'),
    p('Latin', 'The programme invites 24 teachers from 12 schools. Deadline: 30 June 2027. '.repeat(6)),
    p('Office', 'Calibri is what Word writes unless told otherwise: 2026, ☑ done, ☐ open, № 5, 15 ℃, ①②③, ½.'),
    p('Song', `生僻字：𠮷、㑇、镕、喆、堃、昇、旻、祎。${sentence}`),
    p('Two', `楷体里的生僻字：喆、堃、镕、旻、祎；引号“试”与‘试’，破折号——省略号……`),
    p('Screen', '微软雅黑加粗标题：学生资助政策'),
  ].join(''),
)
export const illustrated = (base64: string) =>
  text(
    'illustrated',
    [p('Title', '校园活动剪影'), ...Array.from({ length: 6 }, () => p('Cell', picture(base64, '12cm', '8cm')))].join(
      '',
    ),
  )
export const form = text(
  'form',
  p('Title', '教师请假审批表') +
    table([
      ['姓名', '张三', '部门', '语文组'],
      ['请假类型', '事假', '天数', '2.5'],
      ['事由', '家中有事，需回原籍办理有关手续，已安排好代课教师。', '联系电话', '138****0000'],
      ['部门意见', '同意', '校长意见', '同意'],
    ]),
)
