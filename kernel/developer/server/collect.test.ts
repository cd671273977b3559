import { beforeAll, expect, it } from 'vitest'
import { twoSchools } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { newId, orgTreeScope, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import {
  collectRows,
  collectTasks,
  createCollectTask,
  dropQuarantine,
  getQuarantineRow,
  listCollectBatches,
  mendQuarantine,
  quarantine,
  replayQuarantine,
  takeNextRows,
  uploadCollectFile,
} from './collect.ts'

const database = useDatabase()
const { as, sql } = database
const rowCount = 5_000
const unknown = 23
/** Pupils by number, as a module with pupils finds them. */
const pupils = new Map<string, string>()
const askedPaths = new Set<string>()
let schoolPath: string
let people: Record<'clerk' | 'neighbour', Actor>
let taskId: string

const lineOf = (at: number) => ({
  studentNo: at < unknown ? `X${at}` : `G${at}`,
  passedAt: '2026-11-18 07:30:00',
  direction: '进',
})
const rows = Array.from({ length: rowCount }, (_, at) => lineOf(at))
const fileOf = (lines: readonly object[], name = 'gate.jsonl') => ({
  name,
  type: 'application/json',
  bytes: new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n')),
})

beforeAll(async () => {
  const { school, clerk, neighbour } = await as(createActor(), async (ctx) => {
    const made = await twoSchools(ctx)
    const managing = (at: typeof made.school) =>
      aTeacher(ctx, {
        at,
        can: { 'collect.manage': orgTreeScope(at), 'collect.reveal': orgTreeScope(at) },
        hasAccount: true,
      })
    return { school: made.school, clerk: await managing(made.school), neighbour: await managing(made.other) }
  })
  people = { clerk, neighbour }
  schoolPath = school.path
  for (const { studentNo } of rows.slice(unknown)) pupils.set(studentNo, newId())
  database.contribute('collectTargets', {
    key: 'passages',
    title: '进出记录',
    about: '',
    fields: [
      { name: 'studentNo', title: '学籍号', type: 'text', class: 'C', isRequired: true },
      { name: 'passedAt', title: '时间', type: 'time', class: 'B', isRequired: true },
      { name: 'direction', title: '方向', type: 'text', class: 'B' },
    ],
    keys: ['studentNo', 'passedAt'],
    sample: {},
    resolve: async (_, path, sent) => {
      askedPaths.add(path)
      return sent.map(({ studentNo = '' }) => {
        const subjectId = pupils.get(studentNo)
        return subjectId ? { orgId: school.id, subjectId } : { reason: '没有这个学籍号' }
      })
    },
  })
  const form = { org: school.id, name: '东门', target: 'passages', source: '闸机', isDisabled: false }
  taskId = (await as(clerk, (ctx) => createCollectTask(ctx, form))).id
})

const countTask = async () => {
  const { items } = await as(people.clerk, (ctx) =>
    collectTasks.list(ctx, { keyword: '', orgId: null, pageNumber: 1, pageSize: 10 }),
  )
  return { taken: items[0]!.taken, waiting: items[0]!.waiting }
}
const listWaiting = async (actor = people.clerk) =>
  (
    await as(actor, (ctx) =>
      quarantine.list(ctx, { keyword: '', orgId: null, pageNumber: 1, pageSize: 100, status: 'waiting' }),
    )
  ).items
const upload = (lines: readonly object[], name?: string) =>
  as(people.clerk, (ctx) => uploadCollectFile(ctx, { taskId, file: fileOf(lines, name) }))
const takeAll = async (batchId: string) => {
  for (;;) {
    await as(people.clerk, (ctx) => takeNextRows(ctx, { batchId }))
    const batch = (await as(people.clerk, (ctx) => listCollectBatches(ctx, { taskId }))).find(
      ({ id }) => id === batchId,
    )!
    if (batch.done === batch.total) return batch
  }
}

it('takes 4,977 of 5,000 rows, keeps 23 in quarantine, and goes on after it was killed', async () => {
  const { id, isRepeated } = await upload(rows)
  expect(isRepeated).toBe(false)
  // A job decrypts one piece, not the file.
  expect(await sql('select 1 from tenant.collect_piece')).toHaveLength(10)
  const [piece] = await sql<{ text: string }>('select p::text as text from tenant.collect_piece p')
  expect(piece!.text).not.toContain(Buffer.from('studentNo').toString('hex'))
  await as(people.clerk, (ctx) => takeNextRows(ctx, { batchId: id }))
  // Killed in the middle of a piece: nothing of it was stored.
  await expect(
    as(people.clerk, async (ctx) => {
      await takeNextRows(ctx, { batchId: id })
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await countTask()).toEqual({ taken: 477, waiting: 23 })
  expect(await takeAll(id)).toMatchObject({ total: 5000, taken: 4977, unchanged: 0, quarantined: 23 })
  expect(await countTask()).toEqual({ taken: 4977, waiting: 23 })
  // What was read is deleted; a job that runs once more does nothing.
  expect(await sql('select 1 from tenant.collect_piece')).toEqual([])
  await as(people.clerk, (ctx) => takeNextRows(ctx, { batchId: id }))
  expect(await countTask()).toEqual({ taken: 4977, waiting: 23 })
})

it('the same file again changes nothing, nor do the same rows in another file', async () => {
  expect((await upload(rows)).isRepeated).toBe(true)
  const { id, isRepeated } = await upload(rows.slice(0, 600), 'again.jsonl')
  expect(isRepeated).toBe(false)
  expect(await takeAll(id)).toMatchObject({ taken: 0, unchanged: 600, quarantined: 0 })
  expect(await countTask()).toEqual({ taken: 4977, waiting: 23 })
})

it('mended rows are taken exactly once; what is still wrong stays, with its reason', async () => {
  const waiting = await listWaiting()
  expect(waiting).toHaveLength(23)
  // One was typed wrong; the others joined the school since.
  const { id } = waiting[0]!
  const mend = (studentNo: string) =>
    as(people.clerk, (ctx) => mendQuarantine(ctx, { id, values: { studentNo, passedAt: '2026-11-18 07:31:00' } }))
  expect(await mend('nobody')).toEqual({ taken: 0, left: 1 })
  expect(await mend('G100')).toEqual({ taken: 1, left: 0 })
  await expect(mend('G100')).rejects.toMatchObject({ ret: -5 })
  for (let at = 0; at < unknown; at++) pupils.set(`X${at}`, newId())
  const ids = waiting.slice(1).map((row) => row.id)
  const results = await Promise.all([1, 2].map(() => as(people.clerk, (ctx) => replayQuarantine(ctx, { ids }))))
  expect(results.map(({ taken }) => taken).toSorted((a, b) => a - b)).toEqual([0, 22])
  expect(await countTask()).toEqual({ taken: 5000, waiting: 0 })
  expect([...askedPaths]).toEqual([schoolPath])
})

it('wrong values are named, and another school sees and touches nothing', async () => {
  const counts = await as(people.clerk, (ctx) =>
    collectRows(ctx, taskId, [{ studentNo: 'G200', passedAt: '早上' }, { passedAt: '2026-11-18 08:00:00' }]),
  )
  expect(counts).toEqual({ taken: 0, unchanged: 0, quarantined: 2 })
  const [first, second] = await listWaiting()
  expect([first!.reason, second!.reason].toSorted()).toEqual(['时间格式不正确', '缺少学籍号'])
  expect(await listWaiting(people.neighbour)).toEqual([])
  const ids = [first!.id]
  await expect(as(people.neighbour, (ctx) => replayQuarantine(ctx, { ids }))).rejects.toMatchObject({ ret: -5 })
  await expect(as(people.neighbour, (ctx) => dropQuarantine(ctx, { ids }))).rejects.toMatchObject({ ret: -5 })
  await expect(as(people.neighbour, (ctx) => listCollectBatches(ctx, { taskId }))).rejects.toMatchObject({ ret: -5 })
  expect(await as(people.clerk, (ctx) => dropQuarantine(ctx, { ids }))).toEqual({ count: 1 })
})

it('shows what is sensitive only to whoever says why, and records it', async () => {
  const { id } = (await listWaiting())[0]!
  await as(people.clerk, (ctx) => dropQuarantine(ctx, { ids: [id] }))
  const sent = { studentNo: 'X-unknown', passedAt: '2026-11-18 09:00:00', direction: '进' }
  await as(people.clerk, (ctx) => collectRows(ctx, taskId, [sent]))
  const [row] = await listWaiting()
  const detail = await as(people.clerk, (ctx) => getQuarantineRow(ctx, { id: row!.id }))
  expect(JSON.parse(detail.payload)).toEqual({ ...sent, studentNo: '****' })
  const reveal = (actor: Actor) =>
    as(actor, (ctx) => quarantine.reveal(ctx, { id: row!.id, field: 'payload', reason: '与学校核对' }))
  await expect(reveal(people.neighbour)).rejects.toMatchObject({ ret: -5 })
  const weak = { ...people.clerk, permissions: new Map([...people.clerk.permissions].slice(0, 1)) }
  await expect(reveal(weak)).rejects.toMatchObject({ ret: -6 })
  expect(JSON.parse((await reveal(people.clerk)).value)).toEqual(sent)
  const logged = await sql('select 1 from tenant.reveal_log where subject_id = $1 and person_id = $2', [
    row!.id,
    people.clerk.personId,
  ])
  expect(logged).toHaveLength(1)
})

it('a dropped row waits again when it is sent again, one that was taken does not', async () => {
  const taken = { studentNo: 'X-later', passedAt: '2026-11-18 10:00:00', direction: '进' }
  const dropped = { ...taken, studentNo: 'X-never' }
  const send = () => as(people.clerk, (ctx) => collectRows(ctx, taskId, [taken, dropped]))
  const before = (await listWaiting()).map(({ id }) => id)
  expect(await send()).toEqual({ taken: 0, unchanged: 0, quarantined: 2 })
  expect(await send()).toEqual({ taken: 0, unchanged: 2, quarantined: 0 })
  for (const { id } of (await listWaiting()).filter((row) => !before.includes(row.id))) {
    const detail = await as(people.clerk, (ctx) => quarantine.reveal(ctx, { id, field: 'payload', reason: '核对' }))
    if (detail.value.includes('X-never')) await as(people.clerk, (ctx) => dropQuarantine(ctx, { ids: [id] }))
    else await as(people.clerk, (ctx) => mendQuarantine(ctx, { id, values: { studentNo: 'G100' } }))
  }
  expect(await send()).toEqual({ taken: 0, unchanged: 1, quarantined: 1 })
  expect((await listWaiting()).filter(({ id }) => !before.includes(id))).toHaveLength(1)
})

it('numbers of pupils are nowhere readable in the tables', async () => {
  for (const table of ['collected_record', 'collect_quarantine', 'collect_batch']) {
    const stored = await sql<{ text: string }>(`select t::text as text from tenant.${table} t limit 200`)
    expect(stored.length).toBeGreaterThan(0)
    for (const { text } of stored) {
      expect(text).not.toContain('passedAt')
      expect(text).not.toContain(Buffer.from('studentNo').toString('hex'))
    }
  }
})
