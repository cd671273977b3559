import type { BodyOf } from '#packages/contract'
import { invalid, Refusal, type Ctx } from '#packages/core'
import type { ImportTarget } from '#packages/sheet'
import type { sheetApi } from '../../contract.ts'
import { updateBatch, saveMapping, type MappedColumn } from '../import-queries.ts'
import { getImportPhase } from '../import-phases.ts'
import { BatchCipher } from '../batch-cipher.ts'
import { checkRowsTask } from './check-import.ts'
import { lockBatch } from './lock-batch.ts'

type MappingForm = BodyOf<typeof sheetApi.map>

/** Stores the mapping and starts the check. The mapping can be changed again, also after undoing; repairs stay. */
export async function mapColumns(ctx: Ctx, { id, columns, remember }: MappingForm): Promise<{ taskId: string }> {
  const { batch, target } = await lockBatch(ctx, id, ['mapping', 'ready', 'undone'], '这次导入已经结束')
  await target.loadContext(ctx, batch.orgId)
  const cipher = await BatchCipher.create(ctx)
  const { headings } = cipher.decryptHead(batch.head!)
  const mapping = mergeMapping(batch.mapping, columns, headings.length)
  requireUsableMapping(target, mapping)
  if (remember) {
    const mappingKey = { orgId: batch.orgId, target: target.key, headings: cipher.hashHeadings(headings) }
    const keys = mapping.map(({ key }) => key)
    await saveMapping(ctx.db, mappingKey, keys, ctx.now)
  }
  const taskId = await checkRowsTask.start(ctx, {
    title: `导入${target.title}`,
    data: { batchId: id },
    total: batch.rowCount,
    ...getImportPhase('检查', batch.taskId),
  })
  const cleared = { mode: null, report: null, applied_at: null, undo_ends_at: null }
  await updateBatch(ctx.db, id, [batch.status], { status: 'checking', mapping, task_id: taskId, ...cleared })
  return { taskId }
}

/** One entry for each column of the file; unmapped columns are not imported. */
function mergeMapping(before: readonly MappedColumn[], chosen: MappingForm['columns'], count: number): MappedColumn[] {
  if (chosen.some(({ at }) => at >= count)) throw invalid([{ field: 'columns', msg: '没有这一列' }])
  const keys = new Map(chosen.map(({ at, key }) => [at, key]))
  return Array.from({ length: count }, (_, at) => {
    const key = keys.get(at) ?? null
    const guess = before.find((column) => column.at === at)
    if (guess?.key === key) return guess
    return { at, key, how: key === null ? 'none' : 'chosen' }
  })
}

function requireUsableMapping({ columns }: ImportTarget, mapping: readonly MappedColumn[]) {
  const keys = mapping.flatMap(({ key }) => (key === null ? [] : [key]))
  const unknown = keys.find((key) => !columns.some((column) => column.key === key))
  if (unknown !== undefined) throw invalid([{ field: 'columns', msg: '没有这个系统字段' }])
  const twice = columns.find(({ key }) => keys.filter((other) => other === key).length > 1)
  if (twice) throw new Refusal(`有多列对应了“${twice.title}”，请只保留一列`)
  const missing = columns.filter(({ key, isRequired }) => isRequired && !keys.includes(key))
  if (missing.length > 0) throw new Refusal(`缺少必填列：${missing.map(({ title }) => title).join('、')}`)
}
