import { CompiledQuery } from 'kysely'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Ret } from '#packages/core'
import { inDistrict } from '#packages/db'
import { useDatabase } from '#packages/testing'
import { createTemplateRoles } from '#kernel/access/server/role-templates.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { cancelTask, listTasks } from '#kernel/task/server/tasks.ts'
import { discardOldBatches } from './import-queries.ts'
import { csv } from './import.fixture.ts'
import { brokenRows, goodRows, headings, useImports } from './import-story.fixture.ts'
import { getImportStore } from './import-files.ts'
import { discardBatch, sweepImports } from './service/discard-import.ts'
import { previewUndo } from './service/undo-import.ts'
import { startWrongRowsTask } from './service/export-wrong-rows.ts'

const database = useDatabase()
const { as, sql, home } = database
const { queue, tree, li, on, begin, look, rowsOf, map, repair, apply, undo, books, checked, hire, takeRoles, enter } =
  useImports(database, {
    createRoles: createTemplateRoles,
    createTestQueue,
    run: async (db, text, values) => [
      ...((await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as never[]),
    ],
  })

describe('applying an import', () => {
  const ready = () => checked(li, csv([headings, ...goodRows]))

  it('writes nothing when data has changed since the check, and checks again', async () => {
    await sql(
      "insert into tenant.book (district_id, id, org_id, code, name) values ($1, gen_random_uuid(), $2, 'A1', '旧')",
      [home, tree.school.id],
    )
    const batch = await ready()
    expect(batch.summary).toMatchObject({ new: 2, changed: 1 })
    await apply(li, batch.id)
    await sql("update tenant.book set name = '更旧', version = version + 1")
    await queue.work('sheet.apply')
    expect(await look(li, batch.id)).toMatchObject({
      status: 'checking',
      message: '数据在检查后有变化，已重新检查，请再次确认',
    })
    expect(await books()).toHaveLength(1)
    await queue.work('sheet.check')
    const again = await look(li, batch.id)
    expect(again).toMatchObject({ status: 'ready', message: '数据在检查后有变化，已重新检查，请再次确认' })
    expect(await rowsOf(li, batch.id, { state: 'changed' })).toMatchObject([{ changes: [{ before: '更旧' }, {}, {}] }])
    await apply(li, batch.id)
    await queue.work('sheet.apply')
    expect(await look(li, batch.id)).toMatchObject({ status: 'applied', message: '' })
    expect(await books()).toHaveLength(3)
  })

  it('uses one task from the file to the end, which waits for its owner twice', async () => {
    const listMessages = async () =>
      (await as(li, listTasks)).map(({ title, status, phases, phase }) => `${title} ${status} ${phases[phase]}`)
    const { id } = await begin(li, csv([headings, ...goodRows]))
    expect(await listMessages()).toEqual(['导入图书 waiting 读取'])
    await queue.work('sheet.read')
    expect(await listMessages()).toEqual(['导入图书 paused 读取'])
    await map(li, await look(li, id))
    await queue.work('sheet.check')
    expect(await listMessages()).toEqual(['导入图书 paused 检查'])
    // A repeated job of an earlier phase does nothing.
    const { taskId } = await apply(li, id)
    await sql(
      `insert into pgboss.job (name, data) select 'sheet.read', data from pgboss.job where name = 'sheet.apply'`,
    )
    await queue.work('sheet.read')
    expect(await listMessages()).toEqual(['导入图书 waiting 导入'])
    await queue.work('sheet.apply')
    expect(await listMessages()).toEqual(['导入图书 done 导入'])
    expect(await look(li, id)).toMatchObject({ status: 'applied', taskId })
  })

  it('leaves no unfinished task after the batch is discarded', async () => {
    const { id } = await ready()
    await as(li, (ctx) => discardBatch(ctx, id))
    expect((await as(li, listTasks)).map(({ status }) => status)).toEqual(['cancelled'])
  })

  it('writes nothing when the owner has lost the permission since', async () => {
    const chen = await hire('陈静', tree.school, 'school-admin')
    const batch = await checked(chen, csv([headings, ...goodRows]))
    await apply(chen, batch.id)
    await takeRoles(chen)
    await queue.work('sheet.apply')
    expect(await books()).toEqual([])
    const message = '您已没有导入图书的权限'
    expect(await as(chen, listTasks)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ status: 'failed', message })]),
    )
    const [row] = await sql('select status, message from tenant.import_batch')
    expect(row).toEqual({ status: 'ready', message })
    const without = await enter(chen)
    await expect(look(without, batch.id)).rejects.toMatchObject({ ret: Ret.forbidden })
  })

  it('happens once although its task runs twice', async () => {
    const batch = await ready()
    await apply(li, batch.id)
    const [job] = await queue.waiting('sheet.apply')
    await queue.work('sheet.apply')
    const before = await books()
    await sql("update tenant.task set status = 'running', ended_at = null where kind = 'sheet.apply'")
    await queue.run(job!)
    expect(await books()).toEqual(before)
    expect(await look(li, batch.id)).toMatchObject({ status: 'applied' })
  })

  it('writes nothing when it fails halfway, and succeeds on retry', async () => {
    const batch = await ready()
    await apply(li, batch.id)
    const [job] = await queue.waiting('sheet.apply')
    on.apply = async (_ctx, done) => {
      if (done === 2) throw new Error('the worker died')
    }
    await expect(queue.run(job!)).rejects.toThrow('the worker died')
    expect(await books()).toEqual([])
    expect(await look(li, batch.id)).toMatchObject({ status: 'applying' })
    on.apply = async () => {}
    await queue.run(job!)
    expect(await books()).toHaveLength(3)
    expect(await look(li, batch.id)).toMatchObject({ status: 'applied', report: { new: 3 } })
  })

  it('writes nothing when it is stopped, and can be started again', async () => {
    const batch = await ready()
    const { taskId } = await apply(li, batch.id)
    await as(li, (ctx) => cancelTask(ctx, taskId))
    await queue.publishAll()
    expect(await look(li, batch.id)).toMatchObject({ status: 'ready', message: '已停止导入，未写入任何数据' })
    await apply(li, batch.id)
    await queue.work('sheet.apply')
    expect(await books()).toHaveLength(3)
  })

  it('imports only the correct rows on request and keeps the others for repair', async () => {
    const batch = await checked(li, csv([headings, ...brokenRows]))
    await apply(li, batch.id, 'good')
    await queue.work('sheet.apply')
    expect(await look(li, batch.id)).toMatchObject({ status: 'applied', report: { new: 3, left: 6 } })
    expect(await books()).toHaveLength(3)
    await as(li, (ctx) => startWrongRowsTask(ctx, batch.id))
    await expect(repair(li, batch.id, [{ row: 5, column: 'name', value: '冬' }])).rejects.toThrow('已经结束')
  })

  it('is refused while another step is running and when no row is correct', async () => {
    const batch = await checked(li, csv([headings, ['', 'A1', '', '']]))
    await expect(apply(li, batch.id, 'good')).rejects.toThrow('没有可以导入的行')
    const other = await ready()
    await apply(li, other.id)
    await expect(apply(li, other.id)).rejects.toThrow('正在导入')
    await expect(as(li, (ctx) => discardBatch(ctx, other.id))).rejects.toThrow('正在导入')
  })
})

describe('undoing an import', () => {
  it('restores the table whatever was in the file', async () => {
    const code = fc.constantFrom(...Array.from({ length: 12 }, (_, at) => `A${at}`))
    const cell = fc.constantFrom('', '', '语文柜', '数学柜', '没有的柜')
    const line = fc.tuple(fc.constantFrom('', '春', '夏', '孤本'), code, cell, fc.constantFrom('', '1', '否', '看看'))
    const file = fc.array(line, { minLength: 1, maxLength: 15 })
    await fc.assert(
      fc.asyncProperty(file, file, async (first, second) => {
        await sql('truncate tenant.book')
        for (const [at, lines] of [first, second].entries()) {
          const before = await books()
          const { id, summary } = await checked(li, csv([headings, ...lines, ['冬', `Z${at}`, '', '']]))
          expect(summary!.new + summary!.changed + summary!.same + summary!.wrong).toBe(lines.length + 1)
          await apply(li, id, 'good')
          await queue.work('sheet.apply')
          const { report } = await look(li, id)
          expect(await books()).toHaveLength(before.length + report!.new)
          if (at === 0) continue
          await undo(li, id)
          await queue.work('sheet.undo')
          expect(await books()).toEqual(before)
        }
        await sql('delete from tenant.task')
      }),
      { numRuns: 8 },
    )
  }, 300_000)
})

describe('the end of a batch without result', () => {
  it('deletes the rows and the file', async () => {
    const batch = await checked(li, csv([headings, ...goodRows]))
    await as(li, (ctx) => discardBatch(ctx, batch.id))
    await expect(look(li, batch.id)).rejects.toMatchObject({ ret: Ret.notFound })
    await sweepImports({ app: database.app, cells: database.cells, districtId: home, now: new Date() })
    expect(await sql('select * from tenant.import_row')).toEqual([])
    expect(await sql('select * from tenant.import_batch')).toEqual([])
  })

  it('happens automatically after a week', async () => {
    const old = await checked(li, csv([headings, ...goodRows]))
    await sql("update tenant.import_batch set created_at = now() - interval '8 days'")
    const fresh = await checked(li, csv([headings, ...goodRows, ['冬', 'A4', '', '']]))
    await sweepImports({ app: database.app, cells: database.cells, districtId: home, now: new Date() })
    const left = await sql<{ id: string }>('select id from tenant.import_batch')
    expect(left.map(({ id }) => id)).toEqual([fresh.id])
    expect(left.map(({ id }) => id)).not.toContain(old.id)
    expect(await sql('select distinct batch_id from tenant.import_row')).toEqual([{ batch_id: fresh.id }])
  })

  it('does not happen while the import can still be undone', async () => {
    const { id } = await checked(li, csv([headings, ...goodRows]))
    await sql("update tenant.import_batch set created_at = now() - interval '8 days'")
    await apply(li, id)
    await queue.work('sheet.apply')
    const sweepIn = (hours: number) =>
      sweepImports({
        app: database.app,
        cells: database.cells,
        districtId: home,
        now: new Date(Date.now() + hours * 3600_000),
      })
    await sweepIn(23)
    expect(await as(li, (ctx) => previewUndo(ctx, id))).toMatchObject({ removed: goodRows.length })
    await sweepIn(25)
    await expect(look(li, id)).rejects.toMatchObject({ ret: Ret.notFound })
  })

  it('never lets a batch be applied while its rows are being deleted', async () => {
    const { id } = await checked(li, csv([headings, ...goodRows]))
    await sql("update tenant.import_batch set created_at = now() - interval '8 days'")
    await inDistrict(database.cells, home, (db) => discardOldBatches(db, new Date(), new Date()))
    await expect(apply(li, id)).rejects.toMatchObject({ ret: Ret.notFound })
  })

  it('is required before the limit of open batches is exceeded; the next file is not stored', async () => {
    const stored = async () => (await (await getImportStore(database)).list(`imports/${home}/`)).objects.length
    for (let at = 0; at < 20; at++) await begin(li, csv([headings, ...goodRows]))
    const before = await stored()
    await expect(begin(li, csv([headings, ...goodRows]))).rejects.toThrow('未完成的导入过多')
    expect(await stored()).toBe(before)
  })

  it('returns to the mapping when a check is stopped', async () => {
    const { id } = await begin(li, csv([headings, ...goodRows]))
    await queue.work('sheet.read')
    const { taskId } = await map(li, await look(li, id))
    await as(li, (ctx) => cancelTask(ctx, taskId))
    await queue.publishAll()
    expect(await look(li, id)).toMatchObject({ status: 'mapping', message: '已停止检查' })
  })

  it('leaves no row when the batch is discarded during reading', async () => {
    const { id } = await begin(li, csv([headings, ...goodRows]))
    await as(li, (ctx) => discardBatch(ctx, id))
    await queue.work('sheet.read')
    expect(await sql('select * from tenant.import_row')).toEqual([])
    expect(await sql('select status from tenant.import_batch')).toEqual([{ status: 'discarded' }])
  })

  it('ends the check when the batch is discarded during checking', async () => {
    const { id } = await begin(li, csv([headings, ...goodRows]))
    await queue.work('sheet.read')
    await map(li, await look(li, id))
    await as(li, (ctx) => discardBatch(ctx, id))
    await queue.work('sheet.check')
    expect(await sql('select status from tenant.import_batch')).toEqual([{ status: 'discarded' }])
  })
})
