import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sheetApi } from '#kernel/sheet/contract.ts'
import { createStaffFile } from '../../entry/testing/staff-import-file.ts'
import { createWorkbook } from './import-clerk.ts'
import type { ImportProofContext } from './import-context.ts'

const run = promisify(execFile)
const people = 60

/** LibreOffice saves our files and a list of its own; both can be imported. */
export async function checkOtherOfficePrograms(context: ImportProofContext) {
  const folder = await mkdtemp(join(tmpdir(), 'qiming-drill-import-'))
  try {
    await roundTrips(context, folder)
    await templateOpens(context, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function converted(folder: string, name: string, to: string): Promise<Uint8Array<ArrayBuffer>> {
  const profile = `-env:UserInstallation=file://${folder}/profile`
  await run('soffice', [profile, '--headless', '--convert-to', to, '--outdir', join(folder, 'out'), join(folder, name)])
  return new Uint8Array(await readFile(join(folder, 'out', `${name.split('.')[0]}.${to.split(':')[0]}`)))
}

/**
 * The same people from four files: ours, and its copies saved by Calc as .xlsx, .xls and .csv. Only the first one adds
 * anybody.
 */
async function roundTrips({ clerk, departments, show }: ImportProofContext, folder: string) {
  const ours = await createWorkbook(createStaffFile({ rows: people, departments, series: 7 }))
  await writeFile(join(folder, '花名册.xlsx'), ours)
  const first = await clerk.map(await clerk.upload('花名册.xlsx', ours))
  for (const { title, count } of first.summary!.groups) show(`${title}: ${count} of our own`, false)
  const applied = await clerk.apply(first.id)
  show(`our own file: ${applied.report!.new} people`, applied.report!.new === people)
  const formats = {
    xlsx: 'xlsx:Calc MS Excel 2007 XML',
    xls: 'xls:MS Excel 97',
    csv: 'csv:Text - txt - csv (StarCalc):44,34,76',
  }
  for (const [suffix, filter] of Object.entries(formats)) {
    const bytes = await converted(folder, '花名册.xlsx', filter)
    const { summary, message } = await clerk.map(await clerk.upload(`另存.${suffix}`, bytes))
    show(
      `saved by LibreOffice as .${suffix}: ${summary?.same} of ${people} the same ${message}`,
      summary?.same === people,
    )
  }
  const undone = await clerk.undo(first.id)
  show('and gone again', undone.status === 'undone')
}

async function templateOpens({ clerk, show, pictures }: ImportProofContext, folder: string) {
  const bytes = await clerk.who.bytes(`${sheetApi.template.path}?target=staff&orgId=${clerk.orgId}`)
  await writeFile(join(folder, 'template.xlsx'), bytes)
  const flat = Buffer.from(await converted(folder, 'template.xlsx', 'fods')).toString('utf8')
  const lists = flat.match(/<table:content-validation /g)?.length ?? 0
  show(`the template opens in LibreOffice with ${lists} drop-downs`, lists >= 4)
  const read = await clerk.offer('模板.xlsx', new Uint8Array(await readFile(join(folder, 'template.xlsx'))))
  const outcome = read.ret === 1 ? await clerk.waitForStatus(read.data.id) : undefined
  show(`imported without a row it says: ${outcome?.message ?? read.msg}`, /空|没有/.test(outcome?.message ?? read.msg))
  if (!pictures) return
  await writeFile(join(pictures, '模板.pdf'), await converted(folder, 'template.xlsx', 'pdf'))
  await run('pdftoppm', ['-r', '60', '-png', join(pictures, '模板.pdf'), join(pictures, '模板')])
}
