import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { makeDocuments, type DocumentSource } from '#packages/testing'
import { form, illustrated, letter, minutes, mixed, workPlan } from './letters.ts'
import { budget, pupils, timetable } from './sheets.ts'
import { album, talk } from './slides.ts'

export interface GoodDocument {
  path: string
  suffix: string
  /** Text that the PDF must contain. */
  text: string
}

const expectedTexts: Record<string, string> = {
  letter: '各中小学校',
  minutes: '第60项工作',
  plan: '第40章',
  mixed: 'Deadline',
  illustrated: '校园活动剪影',
  form: '教师请假审批表',
  pupils: '学生名册',
  budget: '预算执行情况表',
  timetable: '课程表',
  talk: '教育教学工作汇报',
  album: '活动照片',
}

/** Documents of schools, saved by LibreOffice in the formats of other programs: twenty, or five. */
export async function createGoodDocuments(folder: string, isLong: boolean): Promise<GoodDocument[]> {
  const photo = (await photograph()).toString('base64')
  const [pictured, photos] = [illustrated(photo), album(photo)]
  const plans: Record<string, DocumentSource[]> = isLong
    ? {
        docx: [letter, minutes, workPlan, mixed, pictured, form],
        doc: [letter, minutes, workPlan, form],
        xlsx: [pupils, budget, timetable],
        xls: [pupils, budget, timetable],
        pptx: [talk, photos],
        ppt: [talk, photos],
      }
    : { docx: [letter], doc: [minutes, form], xlsx: [pupils], pptx: [talk] }
  const paths: string[] = []
  for (const [suffix, sources] of Object.entries(plans)) paths.push(...(await makeDocuments(folder, sources, suffix)))
  // WPS Office saves Word's format under its own suffix.
  const [doc, wps] = [join(folder, 'form.doc'), join(folder, 'form.wps')]
  await rename(doc, wps)
  return paths.map((made) => {
    const path = made === doc ? wps : made
    const [name, suffix] = path.slice(folder.length + 1).split('.') as [string, string]
    return { path, suffix, text: expectedTexts[name]! }
  })
}

/** A picture with many colours, like a photograph. */
function photograph() {
  const [width, height] = [1200, 800]
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const wave of [1, 2, 3]) pixels[at++] = 128 + 100 * Math.sin((x * wave) / 150) * Math.cos((y * wave) / 210)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}
