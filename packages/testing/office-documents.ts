import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { promisify } from 'node:util'

/** `letter.html`, `pupils.csv`, or a flat format of LibreOffice: fodt, fods, fodp. */
export interface DocumentSource {
  name: string
  text: string
}

const writers: Record<string, string> = {
  docx: 'MS Word 2007 XML',
  doc: 'MS Word 97',
  xlsx: 'Calc MS Excel 2007 XML',
  xls: 'MS Excel 97',
  pptx: 'Impress MS PowerPoint 2007 XML',
  ppt: 'MS PowerPoint 97',
  odt: 'writer8',
}
const readers: Record<string, string> = { '.html': 'HTML (StarWriter)', '.csv': 'CSV:44,34,76' }

/** Documents made by LibreOffice from small sources, all with one start. */
export async function makeDocuments(folder: string, sources: readonly DocumentSource[], suffix: string) {
  const profile = await mkdtemp(join(tmpdir(), 'office-'))
  await mkdir(folder, { recursive: true })
  const paths = sources.map(({ name }) => join(profile, name))
  for (const [at, { text }] of sources.entries()) await writeFile(paths[at]!, text)
  const reader = readers[parse(paths[0]!).ext]
  try {
    await promisify(execFile)('soffice', [
      '--headless',
      '--norestore',
      `-env:UserInstallation=file://${profile}/profile`,
      ...(reader ? [`--infilter=${reader}`] : []),
      '--convert-to',
      `${suffix}:${writers[suffix]}`,
      '--outdir',
      folder,
      ...paths,
    ])
  } finally {
    await rm(profile, { recursive: true, force: true })
  }
  return paths.map((path) => join(folder, `${parse(path).name}.${suffix}`))
}
