import { flatDocument, styleXml, paragraph as p } from './flat-document.ts'

const styles = [
  styleXml('Title', { face: '微软雅黑', points: 36, isBold: true, colour: '#1677ff', align: 'center' }),
  styleXml('Point', { face: '仿宋', points: 24 }),
  '<style:style style:name="bare" style:family="graphic"><style:graphic-properties draw:fill="none" draw:stroke="none"/></style:style>',
  styleXml('Kai', { face: '楷体', points: 20 }),
].join('')
const page = 'fo:page-width="28cm" fo:page-height="15.75cm"'

const box = (x: number, y: number, width: number, height: number, body: string) =>
  `<draw:frame draw:style-name="bare" svg:x="${x}cm" svg:y="${y}cm" svg:width="${width}cm" svg:height="${height}cm">${body}</draw:frame>`
const textBox = (...lines: string[]) => `<draw:text-box>${lines.join('')}</draw:text-box>`
const slide = (body: string) => `<draw:page draw:master-page-name="Standard">${body}</draw:page>`

const report = (number: number) =>
  slide(
    box(1.5, 0.6, 25, 2.5, textBox(p('Title', `第${number}部分　教育教学工作汇报`))) +
      box(
        3,
        5,
        28,
        9,
        textBox(
          ...['落实立德树人根本任务', '推进“双减”与课后服务', '加强教师队伍建设 2026'].map((x) => p('Point', `● ${x}`)),
        ),
      ) +
      box(2.5, 12.5, 23, 2, textBox(p('Kai', '——云禾区实验小学，2026年11月'))),
  )

const file = (name: string, body: string) => ({
  name: `${name}.fodp`,
  text: flatDocument('presentation', styles, body, page),
})

export const talk = file('talk', Array.from({ length: 20 }, (_, at) => report(at + 1)).join(''))
export const album = (base64: string) =>
  file(
    'album',
    Array.from({ length: 5 }, (_, at) =>
      slide(
        box(1.5, 0.6, 25, 2.5, textBox(p('Title', `活动照片（${at + 1}）`))) +
          box(5, 3.5, 18, 12, `<draw:image><office:binary-data>${base64}</office:binary-data></draw:image>`),
      ),
    ).join(''),
  )
