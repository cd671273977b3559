import { createHash } from 'node:crypto'
import type { BodyOf, QueryOf, Raw, Upload } from '#packages/contract'
import { dayOf, newId, Refusal, type Ctx } from '#packages/core'
import { inOwnDistrict, type OwnCtx } from '#packages/http'
import { checkSheetFile, writeTemplate, type ImportTarget } from '#packages/sheet'
import { recordOperation } from '#kernel/audit/server'
import { sheetApi, type TargetFacts } from '../../contract.ts'
import { countUnfinished, importedAt, insertBatch, moveBatch, recentBatches } from '../import-queries.ts'
import { targetOf } from '../import-targets.ts'
import { phaseAt } from '../import-phases.ts'
import { importKey, importObjects } from '../installation.ts'
import { Sealing } from '../sealing.ts'
import { requireRight } from './import-opening.ts'
import { readFile } from './import-reading.ts'

const recentDays = 7
const recentAtMost = 20
const unfinishedAtMost = 20
const dayMs = 24 * 3600_000

export async function importTarget(ctx: Ctx, { target: key, orgId }: QueryOf<typeof sheetApi.importTarget>) {
  const { target, orgName, choices } = await groundOf(ctx, key, orgId)
  const since = new Date(ctx.now.getTime() - recentDays * dayMs)
  const recent = await recentBatches(ctx.db, ctx.actor, key, since, recentAtMost)
  const { title, measure, page, keyWords, rowsAtMost } = target
  return {
    key,
    title,
    measure,
    page,
    keyWords,
    rowsAtMost,
    orgName,
    columns: target.columns.map((column) => ({
      key: column.key,
      title: column.title,
      kind: column.kind,
      hint: column.hint ?? '',
      isRequired: column.isRequired ?? false,
      isName: column.isName ?? false,
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

export async function importTemplate(own: OwnCtx, { target: key, orgId }: QueryOf<typeof sheetApi.template>) {
  const ground = await inOwnDistrict(own, (ctx) => groundOf(ctx, key, orgId), { readOnly: true })
  const raw: Raw = { type: spreadsheet, bytes: await writeTemplate(ground) }
  return raw as never
}

/** Takes a file in: it is looked at, sealed and laid aside, and a task reads it. */
export async function beginImport(own: OwnCtx, form: BodyOf<typeof sheetApi.begin>): Promise<{ id: string }> {
  const { target: key, orgId } = form
  const { name, bytes } = form.file as Upload
  const look = async (ctx: Ctx) => {
    const ground = await groundOf(ctx, key, orgId)
    await refuseTooMany(ctx)
    return ground.target
  }
  // Before anything is stored, and once more below: two may come at once.
  const target = await inOwnDistrict(own, look, { readOnly: true })
  const suffix = checkSheetFile(bytes, name)
  const id = newId()
  const sha256 = createHash('sha256').update(bytes).digest()
  const { districtId } = own.actor!
  const sealed = await inOwnDistrict(own, async (ctx) => (await Sealing.of(ctx)).sealFile(bytes), { readOnly: true })
  await (await importObjects()).put(importKey(districtId, id), sealed, { contentType: 'application/octet-stream' })
  await inOwnDistrict(own, async (ctx) => {
    await refuseTooMany(ctx)
    const words = await noticeOf(ctx, { target: key, orgId, sha256 })
    await insertBatch(
      ctx.db,
      { id, target: key, orgId, fileName: nameOf(name), suffix, sha256, words },
      ctx.actor,
      ctx.now,
    )
    const taskId = await readFile.start(ctx, {
      title: `导入${target.title}`,
      data: { batchId: id },
      ...phaseAt('读取', null),
    })
    await moveBatch(ctx.db, id, ['reading'], { task_id: taskId })
    const { path, title } = sheetApi.begin
    await recordOperation(ctx, { route: path, title, objectIds: [id, orgId] })
  })
  return { id }
}

async function refuseTooMany({ db, actor }: Ctx) {
  if ((await countUnfinished(db, actor.personId)) >= unfinishedAtMost)
    throw new Refusal('未完成的导入过多，请先取消不需要的导入')
}

/** What can be imported, and what there is in an organisation that is within reach. */
async function groundOf(ctx: Ctx, key: string, orgId: string) {
  const target: ImportTarget = targetOf(key)
  requireRight(ctx, target)
  return { target, ...(await target.ground(ctx, orgId)) }
}

/** The last part of a path, as some browsers send one, and no longer than a table likes. */
const nameOf = (name: string) => name.split(/[\\/]/).at(-1)!.slice(-200) || '未命名'

async function noticeOf({ db }: Ctx, file: Parameters<typeof importedAt>[1]): Promise<string> {
  const before = await importedAt(db, file)
  if (!before) return ''
  const [, month, day] = dayOf(before).split('-').map(Number)
  return `这个文件已于${month}月${day}日导入过，再次导入不会重复，只更新有变化的行`
}
