import { createHash } from 'node:crypto'
import type { BodyOf, QueryOf, RawAnswer, Upload } from '#packages/contract'
import { dayOf, newId, notFound, Refusal, type Ctx } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { checkSheetFile, writeGridTemplate, writeTemplate, type ImportTarget } from '#packages/sheet'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { sheetApi, type TargetFacts } from '../../contract.ts'
import {
  countUnfinishedBatches,
  findImportedAt,
  insertImportBatch,
  updateBatch,
  listRecentBatches,
} from '../import-queries.ts'
import { getImportTarget, limitToVisible } from '../import-targets.ts'
import { getImportPhase } from '../import-phases.ts'
import { getImportKey, getImportStore } from '../import-files.ts'
import { BatchCipher } from '../batch-cipher.ts'
import { requireImportPermission } from './lock-batch.ts'
import { readFileTask } from './read-import-file.ts'

const recentDays = 7
const recentAtMost = 20
const unfinishedAtMost = 20
const dayMs = 24 * 3600_000

export async function getImportTargetFacts(ctx: Ctx, { target: key, orgId }: QueryOf<typeof sheetApi.importTarget>) {
  const { target, orgName, choices } = await loadTargetContext(ctx, key, orgId)
  const since = new Date(ctx.now.getTime() - recentDays * dayMs)
  const recent = await listRecentBatches(ctx.db, ctx.actor, key, since, recentAtMost)
  const { title, measure, page, matchHint, rowsAtMost, grid, isAlwaysNew = false } = target
  return {
    key,
    title,
    measure,
    page,
    matchHint,
    hasGrid: grid !== undefined,
    isAlwaysNew,
    rowsAtMost,
    orgName,
    columns: target.columns.map((column) => ({
      key: column.key,
      title: column.title,
      kind: column.kind,
      hint: column.hint ?? '',
      isRequired: column.isRequired ?? false,
      isName: column.isName ?? false,
      isOfGrid: column.isOfGrid ?? false,
      choices: (choices[column.key] ?? column.choices ?? []).map(({ value, title }) => ({ value, title })),
    })),
    recent: recent.map((line) => ({
      ...line,
      orgName: line.orgName ?? '',
      status: line.status as TargetFacts['recent'][number]['status'],
      createdAt: line.createdAt.toISOString(),
    })),
  } satisfies TargetFacts
}

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export async function getImportTemplate(
  own: RequestCtx,
  { target: key, orgId, form }: QueryOf<typeof sheetApi.template>,
) {
  const load = async (ctx: Ctx) => {
    const context = await loadTargetContext(ctx, key, orgId)
    if (form === 'rows') return { context, sheets: null }
    const { grid } = context.target
    if (!grid) throw notFound('模板')
    return { context, sheets: await grid.buildTemplate(ctx, orgId) }
  }
  const { context, sheets } = await inOwnDistrict(own, load, { readOnly: true })
  const bytes = sheets ? await writeGridTemplate(context.target, sheets) : await writeTemplate(context)
  const raw: RawAnswer = { type: spreadsheet, bytes }
  return raw as never
}

/** Checks a file, stores it encrypted, and starts a task that reads it. */
export async function beginImport(own: RequestCtx, form: BodyOf<typeof sheetApi.begin>): Promise<{ id: string }> {
  const { target: key, orgId } = form
  const { name, bytes } = form.file as Upload
  const requireTarget = async (ctx: Ctx) => {
    const context = await loadTargetContext(ctx, key, orgId)
    await refuseTooManyBatches(ctx)
    return context.target
  }
  // Checked before the file is stored and again below, because two requests may arrive at once.
  const target = await inOwnDistrict(own, requireTarget, { readOnly: true })
  const suffix = checkSheetFile(bytes, name)
  const id = newId()
  const sha256 = createHash('sha256').update(bytes).digest()
  const { districtId } = own.actor!
  const sealed = await inOwnDistrict(own, async (ctx) => (await BatchCipher.create(ctx)).encryptFile(bytes), {
    readOnly: true,
  })
  await (
    await getImportStore(own)
  ).put(getImportKey(districtId, id), sealed, { contentType: 'application/octet-stream' })
  await inOwnDistrict(own, async (ctx) => {
    await refuseTooManyBatches(ctx)
    const notice = await getDuplicateNotice(ctx, target, { target: key, orgId, sha256 })
    await insertImportBatch(
      ctx.db,
      { id, target: key, orgId, fileName: cleanFileName(name), suffix, sha256, message: notice },
      ctx.actor,
      ctx.now,
    )
    const taskId = await readFileTask.start(ctx, {
      title: `导入${target.title}`,
      data: { batchId: id, preset: readPreset(target, form.preset) },
      ...getImportPhase('读取', null),
    })
    await updateBatch(ctx.db, id, ['reading'], { task_id: taskId })
    const { path, title } = sheetApi.begin
    await recordOperation(ctx, { route: path, title, objectIds: [id, orgId] })
  })
  return { id }
}

async function refuseTooManyBatches({ db, actor }: Ctx) {
  if ((await countUnfinishedBatches(db, actor.personId)) >= unfinishedAtMost)
    throw new Refusal('未完成的导入过多，请先取消不需要的导入')
}

/** The target and its context for an organisation in scope. */
async function loadTargetContext(ctx: Ctx, key: string, orgId: string) {
  const target: ImportTarget = limitToVisible(ctx, getImportTarget(ctx, key))
  await requireImportPermission(ctx, target)
  return { target, ...(await target.loadContext(ctx, orgId)) }
}

/** The last part of a path, as some browsers send one, limited in length. */
const cleanFileName = (name: string) => name.split(/[\\/]/).at(-1)!.slice(-200) || '未命名'

/** The values of known columns; they are checked with the rows. */
const readPreset = ({ columns }: ImportTarget, preset: string) =>
  Object.fromEntries([...new URLSearchParams(preset)].filter(([key]) => columns.some((column) => column.key === key)))

async function getDuplicateNotice(
  { db }: Ctx,
  { isAlwaysNew }: ImportTarget,
  file: Parameters<typeof findImportedAt>[1],
): Promise<string> {
  const before = await findImportedAt(db, file)
  if (!before) return ''
  const [, month, day] = dayOf(before).split('-').map(Number)
  const effect = isAlwaysNew ? '再次导入会另外新建一份' : '再次导入不会重复，只更新有变化的行'
  return `这个文件已于${month}月${day}日导入过，${effect}`
}
