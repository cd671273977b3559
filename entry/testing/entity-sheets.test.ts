import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { emptyScope, listContributions, newId, wholeDistrict, type Actor } from '#packages/core'
import { createEntityExport, createEntityImport, crud, type ServedEntity } from '#packages/crud'
import type { ExportPageRequest } from '#packages/sheet'
import {
  buildExampleForm,
  createActor,
  createImportHarness,
  entitySheetCases,
  listIssueCodes,
  makeSheetRows,
  useDatabase,
  type SheetEntity,
  type SheetWorld,
} from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { subjects } from '#kernel/schooling/server/api.ts'
import { loadModules } from '../modules.ts'
import {
  allowedBorrowers,
  borrowerOrgs,
  borrowerQuestions,
  createLoanWorld,
  loan,
  loanOptions,
  loans,
} from './loan.fixture.ts'

const loaded = await loadModules()
const entities = listContributions(loaded, 'entities')
const database = useDatabase()
let editor: Actor
let stranger: Actor
const subjectIds: string[] = []

beforeAll(async () => {
  Object.assign(database.app, loaded.app)
  const permissions = loaded.manifests.flatMap((manifest) => Object.keys(manifest.permissions))
  await database.as(createActor(), async (ctx) => {
    const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
    const hire = async (name: string, school: string): Promise<Actor> => {
      const { id, path } = await createOrganisation(ctx, { parent: bureau, name: school, type: 'school' })
      const scope = { ...emptyScope, orgPaths: [path] }
      const personId = await createPerson(ctx, { name })
      return createActor(
        { orgId: id, personId, userId: newId() },
        Object.fromEntries(permissions.map((permission) => [permission, scope])),
      )
    }
    editor = await hire('赵校长', '实验小学')
    stranger = await hire('钱校长', '文澜中学')
  })
  await database.as(editor, async (ctx) => {
    for (const nth of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const facts = { orgId: editor.orgId, kind: 'school' as const, stages: [4], isExam: false, isDisabled: false }
      subjectIds.push((await subjects.create(ctx, { ...facts, name: `选修${nth}`, shortName: `${nth}` })).id)
    }
  })
})

/** Values that cannot be derived from the fields, by the key of the entity. */
const more: Readonly<Record<string, SheetWorld['more']>> = {
  // A combination has three different subjects, also when one of another row is put into it.
  profession: (nth) => ({
    years: nth,
    stages: [4, nth],
    firstSubject: subjectIds[nth * 3 - 3],
    secondSubject: subjectIds[nth * 3 - 2],
    thirdSubject: subjectIds[nth * 3 - 1],
  }),
}

/** The entity with what its module declares for it, or what it forgets to declare. */
function findSheets({ key, crud }: ServedEntity): SheetEntity {
  const target = listContributions(loaded, 'imports').find((one) => one.key === key)
  const source = listContributions(loaded, 'exports').find((one) => one.key === key)
  if (!target || !source) throw new Error(`${key} declares an import or export that no module contributes`)
  return { crud, target, source }
}

/** The cases need both: an export alone has nothing to compare it with. */
const withSheets = entities.filter(({ crud: { entity } }) => entity.import && entity.export)

it('some entities have an import and an export', () => expect(withSheets.length).toBeGreaterThan(0))

it('every import and export that an entity declares is contributed by its module', () => {
  const imports = listContributions(loaded, 'imports').map(({ key }) => key)
  const exports = listContributions(loaded, 'exports').map(({ key }) => key)
  const missing = [
    ...entities.filter(({ key, crud: { entity } }) => entity.import && !imports.includes(key)),
    ...entities.filter(({ key, crud: { entity } }) => entity.export && !exports.includes(key)),
  ]
  expect(missing.map(({ key }) => key)).toEqual([])
})

describe.each(withSheets)('$key', (served) => {
  const world = (): SheetWorld => {
    const own = more[served.key]
    return { database, editor, stranger, orgId: editor.orgId, ...(own && { more: own }) }
  }
  it.each(Object.entries(entitySheetCases))('%s', async (_, run) => {
    await expect(run(findSheets(served), world())).resolves.toBeUndefined()
  })
})

describe('an entity with every kind of field', () => {
  let head: Actor
  let neighbour: Actor
  let people: string[] = []
  const sheets = {
    crud: loans as ServedEntity['crud'],
    target: createEntityImport(loans, { page: '/loans' }),
    source: createEntityExport(loans),
  }

  beforeAll(async () => {
    ;({ head, neighbour } = await createLoanWorld(database))
    people = await database.as(head, async (ctx) => {
      const ids: string[] = []
      for (const name of ['周老师', '吴老师', '郑老师']) ids.push(await createPerson(ctx, { name }))
      return ids
    })
    for (const id of people) allowedBorrowers.add(id)
  })
  const world = (): SheetWorld => ({
    database,
    editor: head,
    stranger: neighbour,
    orgId: head.orgId,
    more: (nth) => ({ borrower: people[nth - 1]!, notes: ['备注'] }),
  })

  it.each(Object.entries(entitySheetCases))('%s', async (_, run) => {
    await expect(run(sheets, world())).resolves.toBeUndefined()
  })

  it('a name in a file is looked up among those that the caller may refer to', async () => {
    const { as } = database
    const [known, , namesake] = people
    await entitySheetCases['a file changes only what a form may change']!(sheets, world())
    const bring = createImportHarness(sheets.target)(as, head, head.orgId)
    const one = (borrower: string) => bring.one({ number: '1单号', borrower })
    expect(listIssueCodes(await one('钱校长'))).toEqual(['borrower:unknown']) // She is at another school.
    expect(await one('吴老师')).toMatchObject({
      result: 'changed',
      changes: [{ column: 'borrower', before: '周老师' }],
    })
    await database.sql('update tenant.person set name = $1 where id = $2', ['周老师', namesake])
    expect(listIssueCodes(await one('吴老师'))).toEqual([])
    expect(await one('周老师')).toMatchObject({ result: 'same', issues: [] }) // The name that the row already has.
    await database.sql('update tenant.person set name = $1 where id = $2', ['吴老师', namesake])
    expect(listIssueCodes(await one('吴老师'))).toEqual(['borrower:ambiguous'])
    allowedBorrowers.delete(known!)
    expect(await one('周老师')).toMatchObject({ result: 'same', issues: [] })
    allowedBorrowers.add(known!)
    await database.sql('update tenant.person set name = $1 where id = $2', ['郑老师', namesake])
  })

  it('a district that imports for a school finds the people of that school, with one question for all names', async () => {
    await entitySheetCases['a file changes only what a form may change']!(sheets, world())
    const [own, namesake, third] = people as [string, string, string]
    borrowerOrgs.set(own, head.orgId).set(namesake, neighbour.orgId)
    await database.sql('update tenant.person set name = $1 where id = any($2)', ['周老师', [own, namesake]])
    const permissions = new Map([...head.permissions].map(([code]) => [code, wholeDistrict]))
    const bring = createImportHarness(sheets.target)(database.as, { ...head, permissions }, head.orgId)
    borrowerQuestions.length = 0
    const verdicts = await bring.examine(
      makeSheetRows([
        { number: '3单号', borrower: '周老师' },
        { number: '1单号', borrower: '郑老师' },
      ]),
    )
    expect(verdicts.map(listIssueCodes)).toEqual([[], []])
    expect(verdicts.map(({ result }) => result)).toEqual(['changed', 'changed'])
    expect(borrowerQuestions.map((ids) => ids.toSorted())).toEqual([[own, namesake, third].toSorted()])
    borrowerOrgs.clear()
    await database.sql('update tenant.person set name = $1 where id = $2', ['吴老师', namesake])
  })

  it('people are found by name with the index of their names', async () => {
    await database.sql(
      `insert into tenant.person
       select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'name', '学生' || number))).*
       from tenant.person p, generate_series(1, 3000) number where p.id = $1`,
      [people[0]],
    )
    await database.sql('analyze tenant.person')
    const scans = await database.as(head, async (ctx) => {
      const { db } = ctx
      await sheets.target.examine(ctx, head.orgId, makeSheetRows([{ number: '1单号', borrower: '吴老师' }]))
      const { rows } = await sql<{ count: number }>`
        select pg_stat_get_xact_numscans('tenant.person_by_name'::regclass)::int as count
      `.execute(db)
      return rows[0]!.count
    })
    expect(scans).toBeGreaterThan(0)
  })

  it('an export in pages has every row once, in the order of the list, with nulls and equal values', async () => {
    await database.sql('delete from tenant.test_loan')
    const ordered = crud({ ...loan, list: { ...loan.list, order: ['dueOn', '-deposit'] } }, 'test_loan', loanOptions)
    const source = createEntityExport(ordered)
    await database.as(head, async (ctx) => {
      for (const [at, dueOn] of ['2026-12-01', null, '2026-12-01', null, '2026-11-30', null].entries())
        await ordered.create(ctx, {
          ...buildExampleForm(loan, `O-${at}`, { orgId: null, notes: [] }),
          dueOn,
          deposit: at % 3 === 0 ? null : 100 * (at % 2),
        })
    })
    const page = { pageNumber: 1, pageSize: 20, keyword: '', orgId: null }
    const listed = await database.as(head, async (ctx) =>
      (await ordered.list(ctx, page)).items.map((row) => row.number),
    )
    for (const limit of [1, 2, 4]) {
      const numbers: string[] = []
      let after: string | null = null
      do {
        const request: ExportPageRequest = { columns: ['number'], isWhole: false, after, limit }
        const piece: Awaited<ReturnType<typeof source.read>> = await database.as(head, (ctx) =>
          source.read(ctx, source.filter.parse({ orgId: '' }), request),
        )
        numbers.push(...piece.rows.map(([cell]) => String(cell)))
        ;({ after } = piece)
      } while (after !== null)
      expect(numbers).toEqual(listed)
    }
    expect(new Set(listed).size).toBe(6)
  })

  it('an export decrypts each value once', async () => {
    await entitySheetCases['a file changes only what a form may change']!(sheets, world())
    const rows = Object.assign(Object.create(loans.rows as object) as typeof loans.rows, {
      decrypt: () => Promise.reject(new Error('the rows are already decrypted')),
    })
    const source = createEntityExport({ ...loans, rows })
    const request = { columns: ['number', 'phone'], isWhole: true, after: null, limit: 10 }
    const piece = await database.as(head, (ctx) => source.read(ctx, source.filter.parse({ orgId: '' }), request))
    expect(piece.rows[0]![1]).toMatch(/^1380000000\d$/)
  })

  it('the history has the import and what undo restored', async () => {
    await entitySheetCases['a file changes only what a form may change']!(sheets, world())
    const { bring, undo } = createImportHarness(sheets.target)(database.as, head, head.orgId)
    const effects = await bring([{ number: '1单号', purpose: '运动会' }])
    await undo(effects)
    const { items } = await database.as(head, (ctx) =>
      loans.history(ctx, { id: effects[0]!.id, pageNumber: 1, pageSize: 20 }),
    )
    expect(items.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['purpose', '运动会', '1用途'],
      ['purpose', '1用途', '运动会'],
    ])
  })

  it('an export covers no more than the list', async () => {
    await entitySheetCases['a file changes only what a form may change']!(sheets, world())
    const filter = sheets.source.filter.parse({ orgId: '' })
    expect(await database.as(head, (ctx) => sheets.source.count(ctx, filter))).toBe(3)
    const prepareList: typeof loans.prepareList = async (ctx, query) => ({
      ...(await loans.prepareList(ctx, query)),
      scope: emptyScope,
    })
    const source = createEntityExport({ ...loans, prepareList })
    expect(await database.as(head, (ctx) => source.count(ctx, filter))).toBe(0)
  })

  /** The cells of a valid row but for its number. */
  const cells = {
    purpose: '公开课',
    kind: 'lab',
    quantity: '5',
    'period.from': '2026-11-16',
    'period.to': '2026-11-16',
  }

  it('undo keeps a new row that another one refers to', async () => {
    await database.sql(`
      create table tenant.test_loan_use (
        district_id int not null default tenant.current_district(), id uuid not null, loan_id uuid not null,
        primary key (district_id, id),
        foreign key (district_id, loan_id) references tenant.test_loan (district_id, id))`)
    await database.sql("select tenant.wall('test_loan_use', 'select')")
    const { bring, undo, undoable } = createImportHarness(sheets.target)(database.as, head, head.orgId)
    const effects = await bring([
      { ...cells, number: 'U-1' },
      { ...cells, number: 'U-2' },
    ])
    await database.sql('insert into tenant.test_loan_use (district_id, id, loan_id) values (1, $1, $1)', [
      effects[0]!.id,
    ])
    const reasons = ['已被使用', '']
    expect((await undoable(effects)).map(({ keptReason }) => keptReason)).toEqual(reasons)
    expect((await undo(effects)).map(({ keptReason }) => keptReason)).toEqual(reasons.toReversed())
    await database.sql('drop table tenant.test_loan_use')
  })

  it('a row has the messages of the form, in the column of the field', async () => {
    const { one } = createImportHarness(sheets.target)(database.as, head, head.orgId)
    expect(listIssueCodes(await one({ number: '9' }))).toEqual([
      'purpose:required',
      'kind:required',
      'quantity:required',
      'period.from:required',
      'period.to:required',
    ])
    const wrong = { number: '9', purpose: '公开课', kind: 'lab', quantity: '5', 'period.from': '2026-11-20' }
    expect((await one({ ...wrong, 'period.to': '2026-11-16' })).issues).toEqual([
      { column: 'period.from', code: 'format', message: '结束日期不能早于开始日期' },
    ])
    expect(listIssueCodes(await one(wrong))).toEqual(['period.to:required'])
    const check = (key: string, cell: string) => sheets.target.columns.find((one) => one.key === key)!.check!(cell)
    expect([check('quantity', '1.5'), check('quantity', '501'), check('quantity', '5')]).toEqual([
      '应填写整数',
      '数量不超过500',
      undefined,
    ])
    expect([check('deposit', '0.1'), check('deposit', '0.105')]).toEqual([undefined, '最多两位小数'])
    expect([check('tags', '易碎，重物'), check('tags', '易碎、轻')]).toEqual([undefined, '“轻”不在可选范围内'])
  })

  it('rows are written by the functions that the module gives', async () => {
    const created: string[] = []
    const create: typeof loans.create = (ctx, form) => {
      created.push(form.number)
      return loans.create(ctx, { ...form, purpose: `${form.purpose}！` })
    }
    const target = createEntityImport({ ...loans, create }, { page: '/loans' })
    const bring = createImportHarness(target)(database.as, head, head.orgId)
    await bring.bring([{ ...cells, number: 'R-1' }])
    expect(created).toEqual(['R-1'])
    expect(await bring.one({ ...cells, number: 'R-1', purpose: '公开课！' })).toMatchObject({ result: 'same' })
    // What the check cannot foresee names its row: here the number is taken in another school.
    const elsewhere = createImportHarness(sheets.target)(database.as, neighbour, neighbour.orgId)
    await expect(elsewhere.bring([{ ...cells, number: 'R-1' }])).rejects.toThrow('第3行：单号已存在')
  })
})
