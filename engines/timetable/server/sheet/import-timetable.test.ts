import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orgTreeScope, type Actor, type Ctx } from '#packages/core'
import {
  guessColumns,
  readSheet,
  streamSheets,
  writeGridTemplate,
  writeTemplate,
  type ExportCell,
  type RowVerdict,
  type SheetRow,
} from '#packages/sheet'
import { createImportHarness, fingerprintTables, listIssueCodes, makeSheetRows, useDatabase } from '#packages/testing'
import { RowParser } from '#kernel/sheet/server/row-parser.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { aFullDraft, createLargeSchool } from '../large-school.fixture.ts'
import { listSlots } from '../slot-queries.ts'
import { checkDraft, getContent, listTimetables, removeTimetable, renameTimetable } from '../timetables.ts'
import { timetableImport } from './import-target.ts'

const classes = 36
const lessonsOfClass = 35
const wednesday = new Date('2026-09-02T04:00:00Z')
const database = useDatabase()
let school: Awaited<ReturnType<typeof createLargeSchool>>
let importer: Actor
let sheets: ReturnType<typeof createHarness>
let folder: string

const createHarness = () =>
  createImportHarness(timetableImport)((actor, work) => school.as(actor, wednesday, work), importer, school.school.id)
const inOffice = <T>(work: (ctx: Ctx) => Promise<T>) => school.as(importer, wednesday, work)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'timetable-import-'))
  school = await createLargeSchool(database, wednesday, classes)
  const right = ['timetable.import', orgTreeScope(school.school)] as const
  importer = { ...school.office, permissions: new Map([...school.office.permissions, right]) }
  sheets = createHarness()
}, 180_000)
afterAll(() => rm(folder, { recursive: true }))

async function timed<T>(what: string, seconds: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  const taken = (performance.now() - began) / 1000
  console.log(`timetable import: ${what} in ${taken.toFixed(2)} s`)
  expect(taken).toBeLessThan(seconds * 3)
  return result
}

/** Reads a file as the engine does: in its own process, the columns found by their headings. */
async function readFile(bytes: Uint8Array): Promise<SheetRow[]> {
  const path = join(folder, 'timetable.xlsx')
  await writeFile(path, bytes)
  const { columns, grid } = timetableImport
  const known = columns.flatMap(({ title, synonyms = [] }) => [title, ...synonyms])
  const { choices } = await inOffice((ctx) => timetableImport.loadContext(ctx, school.school.id))
  let headings: readonly string[] = []
  let isGrid = false
  const cells: (string | number | boolean | null)[][] = []
  for await (const piece of readSheet(path, { suffix: 'xlsx', rowsAtMost: 6_000, known, gridHeadings: grid!.known })) {
    if (piece.kind === 'head') [headings, isGrid] = [piece.grid ? grid!.headings : piece.headings, !!piece.grid]
    if (piece.kind !== 'rows') continue
    for (const { cells: some } of piece.rows) {
      const [sheetName = '', reference = '', heading = '', labels = '', text = ''] = some.map(String)
      const cell = { sheetName, reference, heading, labels: labels.split('\n'), text }
      cells.push(...(isGrid ? grid!.unfold(cell).map((row) => [...row]) : [some]))
    }
  }
  const mapping = guessColumns(columns, headings, cells.slice(0, 100)).map(({ key, how }, at) => ({ at, key, how }))
  const parser = new RowParser(timetableImport, choices, mapping)
  return cells.map((row, at) => {
    const { values, issues } = parser.parseRow(row, {})
    expect(issues).toEqual([])
    return { row: at + 1, values, accepted: [] }
  })
}

async function createFile(parts: { name: string; headings: string[]; rows: ExportCell[][] }[]) {
  const pieces: Uint8Array[] = []
  const columns = (headings: string[]) => headings.map((title) => ({ title }))
  const all = parts.map((part) => ({ sheetName: part.name, columns: columns(part.headings), rows: part.rows }))
  for await (const piece of streamSheets({ sheets: all })) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** A timetable of the whole school without conflicts, as a sheet for each class. */
async function printTimetable() {
  const draftId = await inOffice((ctx) => aFullDraft(ctx, school.term.id))
  const content = await inOffice((ctx) => getContent(ctx, draftId))
  await inOffice((ctx) => removeTimetable(ctx, draftId))
  const groups = new Map(content.groups.map((group) => [group.id, group]))
  const names = new Map(content.teachers.map(({ id, name }) => [id, name]))
  const separators = [(a: string, b: string) => `${a}/${b}`, (a: string, b: string) => `${a} ${b}`]
  const write = [...separators, (a: string, b: string) => `${a}\n${b}`, (a: string, b: string) => `${a}（${b}）`]
  const parts = content.classes.map(({ id, label }) => ({
    name: label,
    headings: ['节次', '星期一', '星期二', '星期三', '星期四', '星期五'],
    rows: content.periods.map((period) => [
      period.name,
      ...[1, 2, 3, 4, 5].map((weekday) => {
        const slot = content.slots.find(
          (one) => one.weekday === weekday && one.periodId === period.id && groups.get(one.groupId)!.classId === id,
        )
        if (!slot) return null
        const group = groups.get(slot.groupId)!
        return write[weekday % write.length]!(group.subjectName, names.get(group.teacherIds[0]!)!)
      }),
    ]),
  }))
  const places = content.slots.map((slot) => [slot.groupId, slot.weekday, slot.periodId, slot.weekRule].join(' '))
  return { parts, places: places.toSorted() }
}

const ignored = /^(import_|task|operation_log|event|message|log_|session|duty_lock)/
/** Every table of the district that is no log, with its versions and times. */
async function fingerprintDistrict() {
  const tables = await database.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'tenant'::regnamespace and relkind = 'r' order by 1`,
  )
  const names = tables.map(({ name }) => name).filter((name) => !ignored.test(name))
  expect(names).toEqual(expect.arrayContaining(['timetable', 'timetable_slot', 'teaching_group', 'lesson']))
  return fingerprintTables(database.sql, names, { isToTheByte: true })
}

const hire = (name: string) =>
  school.as(school.office, wednesday, (ctx) => aTeacher(ctx, { at: school.school, name, since: '2020-08-01' }))
const classNo = (nth: number) => `七(${nth})班`
const row = (more: Record<string, string> = {}) => ({
  class: classNo(1),
  weekday: '1',
  period: '第1节',
  subject: '数学',
  ...more,
})
const messagesOf = ({ issues }: RowVerdict) => issues.map(({ message }) => message)
/** How the teacher of a subject in a class is written. */
async function teacherOf(label: string, subjectName: string) {
  const { choices } = await inOffice((ctx) => timetableImport.loadContext(ctx, school.school.id))
  const [found] = await database.sql<{ id: string }>(
    `select a.user_id as id from tenant.teaching_assignment a join tenant.teaching_group g on g.id = a.group_id
     join tenant.subject s on s.id = g.subject_id where g.class_id = $1 and s.name = $2`,
    [choices['class']!.find(({ title }) => title === label)!.value, subjectName],
  )
  return choices['teacher']!.find(({ value }) => value === found!.id)!.title
}

describe('a class grid of 36 sheets', () => {
  it('becomes a draft with every lesson in its place, and is undone exactly', async () => {
    const { parts, places } = await printTimetable()
    const before = await fingerprintDistrict()
    const file = await createFile(parts)
    const rows = await timed('36 sheets read', 15, () => readFile(file))
    expect(rows).toHaveLength(classes * lessonsOfClass)
    const verdicts = await timed('1,260 lessons checked', 5, () => sheets.examine(rows))
    expect(verdicts.flatMap(messagesOf)).toEqual([])
    expect(await fingerprintDistrict()).toEqual(before)

    const effects = await timed('1,260 lessons written', 20, () => sheets.apply(rows, rows.length))
    expect(effects).toHaveLength(rows.length)
    const [draft, ...others] = await inOffice((ctx) => listTimetables(ctx, { termId: school.term.id, orgId: null }))
    expect(others).toEqual([])
    expect(draft).toMatchObject({ status: 'draft', name: '导入的课表 9月2日', lessons: rows.length, unplaced: 0 })
    const slots = await inOffice((ctx) => listSlots(ctx.db, draft!.id))
    const written = slots.map((slot) => [slot.groupId, slot.weekday, slot.periodId, slot.weekRule].join(' '))
    expect(written.toSorted()).toEqual(places)
    const undoable = await inOffice(async (ctx) => {
      await sql`set transaction read only`.execute(ctx.db)
      return timetableImport.previewUndo(ctx, school.school.id, effects)
    })
    expect(undoable.filter(({ keptReason }) => keptReason)).toEqual([])

    await sheets.undo(effects)
    expect(await fingerprintDistrict()).toEqual(before)
  }, 180_000)

  it('has a template with a sheet for each class', async () => {
    const target = timetableImport
    const grid = await inOffice((ctx) => target.grid!.buildTemplate(ctx, school.school.id))
    expect(grid).toHaveLength(classes)
    expect(grid[0]!.rows[0]).toEqual(['节次', '星期一', '星期二', '星期三', '星期四', '星期五'])
    const filled = grid.slice(0, 2).map(({ name, rows: [head, first, ...rest] }) => ({
      name,
      rows: [head!, [first![0]!, '数学', '', '音乐(单)/美术(双)'], ...rest],
    }))
    const read = await readFile(await writeGridTemplate(target, filled))
    expect(read.map(({ values }) => values)).toMatchObject([
      { place: '七(1)班 B2', class: '七(1)班', weekday: '1', period: '第1节', subject: '数学' },
      { place: '七(1)班 D2', weekday: '3', subject: '音乐', weekRule: 'odd' },
      { place: '七(1)班 D2', weekday: '3', subject: '美术', weekRule: 'even' },
      { place: '七(2)班 B2', subject: '数学' },
      { subject: '音乐' },
      { subject: '美术' },
    ])
    const { choices } = await inOffice((ctx) => target.loadContext(ctx, school.school.id))
    expect(await readFile(await writeTemplate({ target, orgName: '', choices }))).toEqual([])
  })
})

describe('a list of lessons', () => {
  const headings = ['班级', '星期', '节次', '学科', '教师工号', '教室', '单双周']

  it('is read by its headings, and what it lacks waits for a place', async () => {
    const math = await teacherOf('七(1)班', '数学')
    const file = await createFile([
      {
        name: '课表',
        headings,
        rows: [
          ['七年级1班', '星期一', '1', '数学', math, '', ''],
          ['701', '周三', '第二节', '音乐', '', '', '单周'],
          ['七1', '3', '第2节', '美术', '', '', '双'],
        ],
      },
    ])
    const rows = await readFile(file)
    expect((await sheets.examine(rows)).flatMap(messagesOf)).toEqual([])
    const effects = await sheets.apply(rows, rows.length)
    const [draft] = await inOffice((ctx) => listTimetables(ctx, { termId: school.term.id, orgId: null }))
    // Two half hours of 音乐 and 美术 became lessons of every second week; their other halves wait.
    expect(draft).toMatchObject({
      lessons: 1 + 2 + (classes * lessonsOfClass - 1),
      unplaced: classes * lessonsOfClass - 1,
    })
    const content = await inOffice((ctx) => getContent(ctx, draft!.id))
    const groups = new Map(content.groups.map((group) => [group.id, group]))
    const ofMusic = content.slots.filter(({ groupId }) => {
      const group = groups.get(groupId)!
      return group.label === '七(1)班' && group.subjectName === '音乐'
    })
    const toText = (slot: (typeof ofMusic)[number]) => `${slot.weekday} ${slot.weekRule}`
    expect(ofMusic.map(toText).toSorted()).toEqual(['3 odd', 'null even', 'null every'])
    await sheets.undo(effects)
  })

  it('names what it does not know, and says it once for the same text', async () => {
    const verdicts = await sheets.examine(
      makeSheetRows([
        row({ class: '十三(1)班' }),
        row({ subject: '炼金术' }),
        row({ period: '第19节' }),
        row({ room: '月球基地' }),
        row({ teacher: '诸葛无名' }),
        row({ weekday: '6' }),
      ]),
    )
    expect(verdicts.flatMap(messagesOf)).toEqual([
      '未识别班级“十三(1)班”，请选择',
      '未识别学科“炼金术”，请选择',
      '未识别节次“第19节”，请选择',
      '未识别场室“月球基地”，请选择',
      '未识别教师“诸葛无名”，请选择或新建',
      '每周上课5天',
    ])
    expect(verdicts.map(listIssueCodes).map(([code]) => code)).toEqual([
      'class:unknown',
      'subject:unknown',
      'period:unknown',
      'room:unknown',
      'teacher:unknown',
      'weekday:no-school',
    ])
  })

  it('asks which of the namesakes is meant, unless only one of them teaches the class', async () => {
    for (const number of ['T801', 'T802']) {
      const { userId } = await hire('欧阳同名')
      await database.sql('update tenant.membership set number = $2 where id = $1', [userId, number])
    }
    const math = await teacherOf('七(1)班', '数学')
    await hire(math)
    const [unclear, byNumber, chosen, known] = await sheets.examine(
      makeSheetRows([
        row({ teacher: '欧阳同名' }),
        row({ teacher: 'T802' }),
        row({ teacher: '欧阳同名（T801）' }),
        row({ teacher: math }),
      ]),
    )
    expect(messagesOf(unclear!)).toEqual(['存在2位同名教师“欧阳同名”，请选择'])
    expect(unclear!.issues[0]!.fixes).toMatchObject([
      { kind: 'set', column: 'teacher', value: '欧阳同名（T801）', isGuess: true },
      { kind: 'set', column: 'teacher', value: '欧阳同名（T802）', isGuess: true },
    ])
    const stranger = `欧阳同名不是七(1)班数学的任课教师（任课为${math}）`
    expect([...messagesOf(byNumber!), ...messagesOf(chosen!)]).toEqual([stranger, stranger])
    expect(messagesOf(known!)).toEqual([])
    const [accepted] = await sheets.examine(makeSheetRows([row({ teacher: 'T802' })], ['not-assigned']))
    expect(accepted!.issues).toEqual([])
  })

  it('tells lessons without an assignment, and more of them than are assigned', async () => {
    const days = ['1', '2', '3', '4', '5', '1']
    const six = days.map((weekday, at) => row({ weekday, period: at < 5 ? '第1节' : '第2节' }))
    const verdicts = await sheets.examine(makeSheetRows([...six, row({ subject: '物理', period: '第3节' })]))
    expect(verdicts.map(messagesOf)).toEqual([
      [],
      [],
      [],
      [],
      [],
      ['七(1)班数学任课每周5节，这一节超出'],
      ['七(1)班没有物理的任课安排，请先安排任课或跳过'],
    ])
    expect(verdicts[5]!.issues[0]!.fixes).toMatchObject([{ kind: 'accept' }, { kind: 'skip' }])
    const rows = makeSheetRows(six, ['more-hours'])
    const effects = await sheets.apply(rows, rows.length)
    expect(effects).toHaveLength(6)
    await sheets.undo(effects)
  })

  it('may have conflicts: the draft is made, and the check lists them', async () => {
    const rows = makeSheetRows([row(), row({ subject: '语文' })])
    const effects = await sheets.apply(rows, rows.length)
    expect(effects).toHaveLength(2)
    const [draft] = await inOffice((ctx) => listTimetables(ctx, { termId: school.term.id, orgId: null }))
    const { problems, status } = await inOffice((ctx) => checkDraft(ctx, draft!.id))
    expect(problems.filter(({ level }) => level === 'hard')).toHaveLength(1)
    expect(status).toBe('draft')
    await sheets.undo(effects)
  })

  it('stays when somebody has changed the draft since, and says why', async () => {
    const rows = makeSheetRows([row()])
    const effects = await sheets.apply(rows, rows.length)
    const [draft] = await inOffice((ctx) => listTimetables(ctx, { termId: school.term.id, orgId: null }))
    await inOffice((ctx) => renameTimetable(ctx, { id: draft!.id, name: '改过的课表', version: draft!.version }))
    expect(await sheets.undo(effects)).toEqual([{ row: rows[0]!.row, keptReason: '课表草稿已修改' }])
    await inOffice((ctx) => removeTimetable(ctx, draft!.id))
    expect(await sheets.undoable(effects)).toMatchObject([{ keptReason: '课表草稿已删除' }])
  })

  it('belongs to one term, and to a school in the scope of the importer', async () => {
    const { choices } = await inOffice((ctx) => timetableImport.loadContext(ctx, school.school.id))
    const other = choices['term']!.find(({ value }) => value !== school.term.id)!.value
    const [, second] = await sheets.examine(
      makeSheetRows([row({ term: school.term.id }), row({ term: other, weekday: '2' })]),
    )
    expect(messagesOf(second!)).toEqual([`一次只导入一个学期（${school.term.name}）`])
    await expect(inOffice((ctx) => timetableImport.loadContext(ctx, school.other.id))).rejects.toThrow('不存在')
    const stranger = createImportHarness(timetableImport)(
      (actor, work) => school.as(actor, wednesday, work),
      { ...school.neighbour, permissions: new Map([['timetable.import', orgTreeScope(school.other)]]) },
      school.school.id,
    )
    await expect(stranger.examine(makeSheetRows([row()]))).rejects.toThrow('不存在')
  })
})
