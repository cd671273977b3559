import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sheetApi } from '#kernel/sheet/contract.ts'
import { taskApi } from '#kernel/task/contract.ts'
import type { ApiClient } from '../shared/browser.ts'
import { requireGood } from '../shared/upload.ts'
import { createWorkbook } from './import-clerk.ts'
import type { ImportProofContext } from './import-context.ts'

const run = promisify(execFile)
const nasty = ['=1+1', '+cmd|calc', '-2+3', '@SUM(A1)', '\t=1', '=HYPERLINK("http://127.0.0.1/")', '=WEBSERVICE("x")']

/** An export contains text only: names that look like formulas are imported, exported, unpacked and checked. */
export async function checkExportsAreSafe({ clerk, departments, show }: ImportProofContext) {
  const rows = nasty.map((words, at) => [`林${at}`, `N${at}00${at}`, departments[0]!, words, words])
  const file = { title: '名单', headings: ['姓名', '工号', '部门', '职务', '备注'], rows }
  const made = await clerk.map(await clerk.upload('名单.xlsx', await createWorkbook(file)))
  const applied = await clerk.apply(made.id, 'good')
  show(`${applied.report!.new} people with posts like formulas`, applied.report!.new === nasty.length)
  const bytes = await exported(clerk.who, clerk.orgId)
  const folder = await mkdtemp(join(tmpdir(), 'qiming-drill-export-'))
  try {
    await writeFile(join(folder, 'export.xlsx'), bytes)
    await run('unzip', ['-q', 'export.xlsx', '-d', 'out'], { cwd: folder })
    const { stdout: parts } = await run('grep', ['-rlE', '<f[ >/]|externalLink|ddeLink', 'out'], { cwd: folder }).catch(
      () => ({ stdout: '' }),
    )
    show(`an export of ${bytes.length} bytes holds no formula and no link ${parts}`, parts === '')
    const { stdout: found } = await run('grep', ['-rlF', 'SUM(A1)', 'out'], { cwd: folder })
    show('and the words are in it', found !== '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await clerk.undo(made.id)
}

/** Exports like the dialog: starts the task, waits for it, and downloads the file. */
async function exported(who: ApiClient, nodeId: string): Promise<Uint8Array> {
  const columns = ['name', 'number', 'department', 'post', 'mobile', 'status']
  const filter = { nodeId, within: 'below', keyword: '' }
  const { taskId } = await requireGood(
    who.post<{ taskId: string }>(sheetApi.export.path, {
      source: 'staff',
      filter,
      columns,
      isWhole: false,
      reason: '',
    }),
  )
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    const tasks = await requireGood(who.get<{ id: string; status: string; message: string }[]>(taskApi.list.path))
    const task = tasks.find(({ id }) => id === taskId)
    if (task?.status === 'failed') throw new Error(task.message)
    if (task?.status !== 'done') continue
    const { url } = await requireGood(who.post<{ url: string }>(taskApi.result.path, { id: taskId }))
    return new Uint8Array(await (await fetch(url)).arrayBuffer())
  }
  throw new Error('the export did not come')
}
