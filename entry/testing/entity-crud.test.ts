import { beforeAll, expect, it } from 'vitest'
import { moveRoutes, schemasOf } from '#packages/contract'
import { crud } from '#packages/crud'
import { emptyScope, Ret, wholeDistrict, type Actor } from '#packages/core'
import { buildExampleForm, useDatabase } from '#packages/testing'
import { allowedBorrowers, createLoanWorld, loan, loanOptions, loans, notes, reveals } from './loan.fixture.ts'

const database = useDatabase()
const { as } = database
let head: Actor
let teacher: Actor
let neighbour: Actor

beforeAll(async () => {
  ;({ head, teacher, neighbour } = await createLoanWorld(database))
})

const firstPage = { pageNumber: 1, pageSize: 20, keyword: '', orgId: null }
const numbersOf = (who: Actor, query: object = {}) =>
  as(who, async (ctx) => (await loans.list(ctx, { ...firstPage, ...query })).items.map(({ number }) => number))
const formOf = (number: string, more: object = {}) => ({
  ...buildExampleForm(loan, number, { orgId: null, phone: '13800000001', notes: [] }),
  ...more,
})

it('an example form is valid, and messages name the field', () => {
  const { create } = schemasOf(loan)
  expect(create.safeParse(formOf('L-0')).success).toBe(true)
  const wrong = create.safeParse(
    formOf('L-0', { purpose: '', quantity: 0, period: { from: '2026-11-20', to: '2026-11-16' } }),
  )
  expect(wrong.error!.issues.map(({ message }) => message)).toEqual([
    '请说明用途',
    '数量不小于1',
    '结束日期不能早于开始日期',
  ])
})

it('every kind of field is stored, read, filtered and shown to those who may see it', async () => {
  const form = formOf('L-1', {
    tags: ['fragile'],
    isUrgent: true,
    deposit: 120_000,
    period: { from: '2026-11-10', to: '2026-11-12' },
    dueOn: '2026-11-12',
    borrower: teacher.personId,
    cost: 5_000_000,
    notes: ['轻拿轻放'],
  })
  const { id } = await as(teacher, (ctx) => loans.create(ctx, form))
  await as(head, (ctx) => loans.create(ctx, formOf('L-2')))
  const detail = await as(head, (ctx) => loans.get(ctx, { id }))
  expect(detail).toMatchObject({
    number: 'L-1',
    tags: ['fragile'],
    deposit: 120_000,
    period: { from: '2026-11-10', to: '2026-11-12' },
    dueOn: '2026-11-12',
    borrower: { id: teacher.personId, name: '李老师' },
    phone: '138****0001',
    // Who may not see a value may not set it either.
    cost: null,
    notes: ['轻拿轻放'],
    isOverdue: true,
    status: 'draft',
    version: 1,
  })
  expect(schemasOf(loan).detail.safeParse(detail).success).toBe(true)
  const [stored] = await database.sql<{ phone: Buffer }>('select phone from tenant.test_loan where id = $1', [id])
  expect(stored!.phone.toString('latin1')).not.toContain('0001')

  const filters: [object, string[]][] = [
    [{ tags: 'fragile' }, ['L-1']],
    [{ isUrgent: false }, ['L-2']],
    [{ period: { from: '2026-11-12', to: '2026-11-15' } }, ['L-1']],
    [{ period: { from: '2026-11-13', to: '2026-11-15' } }, []],
    [{ period: { from: null, to: '2026-11-16' } }, ['L-2', 'L-1']],
    [{ dueOn: { from: '2026-11-12', to: null } }, ['L-1']],
    [{ createdAt: { from: '2000-01-01', to: '2000-01-02' } }, []],
    [{ borrower: teacher.personId }, ['L-1']],
    [{ box: 'mine' }, ['L-2']],
    [{ keyword: 'L-1' }, ['L-1']],
    [{ keyword: 'l-1' }, ['L-1']],
    [{ keyword: 'L_1' }, []],
    [{ keyword: '李老' }, ['L-1']],
    [{ status: 'lent' }, []],
  ]
  for (const [query, expected] of filters)
    expect({ query, found: await numbersOf(head, query) }).toEqual({ query, found: expected })
})

it('functions of a module get what is never returned too, and nothing outside the scope', async () => {
  const { id } = await as(teacher, (ctx) => loans.create(ctx, formOf('L-0')))
  const scopeOf = (who: Actor) => who.permissions.get('loan.read')!
  const known = await as(head, (ctx) => loans.rows.require(ctx, scopeOf(head), id))
  expect(known).toMatchObject({ number: 'L-0', orgId: teacher.orgId, ownerId: teacher.userId, isOverdue: false })
  expect(known).not.toHaveProperty('phone')
  const stranger = { ret: Ret.notFound, message: '借用不存在' }
  await expect(as(neighbour, (ctx) => loans.rows.require(ctx, scopeOf(neighbour), id))).rejects.toMatchObject(stranger)
  expect(await as(neighbour, (ctx) => loans.rows.listIds(ctx.db, scopeOf(neighbour), [id]))).toEqual([])
})

it('rows outside the scope are not found, and the owner sees her own', async () => {
  const { id } = await as(head, (ctx) => loans.create(ctx, formOf('L-3')))
  const gone = { ret: Ret.notFound }
  await expect(as(neighbour, (ctx) => loans.get(ctx, { id }))).rejects.toMatchObject(gone)
  await expect(as(neighbour, (ctx) => loans.update(ctx, { ...formOf('L-3'), id, version: 1 }))).rejects.toMatchObject(
    gone,
  )
  await expect(as(neighbour, (ctx) => loans.remove(ctx, { ids: [id] }))).rejects.toMatchObject(gone)
  await expect(
    as(neighbour, (ctx) => loans.reveal(ctx, { id, field: 'phone', reason: '联系归还' })),
  ).rejects.toMatchObject(gone)
  await expect(as(teacher, (ctx) => loans.get(ctx, { id }))).rejects.toMatchObject(gone)
  await expect(as(neighbour, (ctx) => loans.create(ctx, formOf('L-4', { orgId: head.orgId })))).rejects.toMatchObject(
    gone,
  )
  expect(await numbersOf(teacher)).not.toContain('L-3')
  await as(head, (ctx) => loans.remove(ctx, { ids: [id] }))
  expect(await numbersOf(head)).not.toContain('L-3')
})

it('another row may refer to what the caller may read', async () => {
  const { id } = await as(head, (ctx) => loans.create(ctx, formOf('L-C')))
  expect(await as(head, (ctx) => loans.canChoose(ctx, id))).toBe(true)
  expect(await as(neighbour, (ctx) => loans.canChoose(ctx, id))).toBe(false)
  // Names in a file mean rows of the organisation of the import.
  const everywhere = { ...head, permissions: new Map(head.permissions).set('loan.read', wholeDistrict) }
  const choosable = (orgId: string | null) => as(everywhere, (ctx) => loans.listChoosable(ctx, [id], orgId))
  expect([await choosable(null), await choosable(head.orgId), await choosable(neighbour.orgId)]).toEqual([
    [id],
    [id],
    [],
  ])
  await as(head, (ctx) => loans.remove(ctx, { ids: [id] }))
})

it('many rows are removed in one request, or none of them', async () => {
  const ids = await as(head, async (ctx) => {
    const first = await loans.create(ctx, formOf('L-R1', { notes: ['外借'] }))
    const made = [first, await loans.create(ctx, formOf('L-R2'))]
    return made.map(({ id }) => id)
  })
  const { id: foreign } = await as(neighbour, (ctx) => loans.create(ctx, formOf('L-R3')))
  await expect(as(head, (ctx) => loans.remove(ctx, { ids: [...ids, foreign] }))).rejects.toMatchObject({
    ret: Ret.notFound,
  })
  expect(await numbersOf(head)).toContain('L-R1')
  expect(ids.map((id) => notes.get(id))).toEqual([['外借'], []])
  expect(await as(head, (ctx) => loans.remove(ctx, { ids }))).toEqual({ count: 2 })
  expect(await numbersOf(head)).not.toContain('L-R1')
  expect(ids.map((id) => notes.get(id))).toEqual([undefined, undefined])
  await as(neighbour, (ctx) => loans.remove(ctx, { ids: [foreign] }))
})

it('rows of a merged organisation whose names are taken are refused with a message', async () => {
  await database.sql('create unique index test_loan_of_org on tenant.test_loan (org_id, quantity) where kind = $$lab$$')
  const strict = crud(
    { ...loan, unique: [{ constraint: 'test_loan_of_org', message: '数量已存在' }] },
    'test_loan',
    loanOptions,
  )
  const { id } = await as(head, (ctx) => strict.create(ctx, formOf('L-M1', { kind: 'lab', quantity: 77 })))
  const other = await as(neighbour, (ctx) => strict.create(ctx, formOf('L-M2', { kind: 'lab', quantity: 77 })))
  const move = () => as(head, (ctx) => strict.rows.moveToOrg(ctx.db, neighbour.orgId, head.orgId))
  await expect(move()).rejects.toMatchObject({
    ret: Ret.refused,
    message: '两个单位的借用有重复：数量已存在，请先修改',
  })
  await as(head, (ctx) => loans.remove(ctx, { ids: [id] }))
  await as(neighbour, (ctx) => loans.remove(ctx, { ids: [other.id] }))
  await database.sql('drop index tenant.test_loan_of_org')
})

it('the rows of a view are only read', () => {
  expect(() => crud(loan, 'test_loan', { ...loanOptions, base: 'person' })).toThrow(
    'loan: the rows of a view are only read',
  )
})

it('a masked number is revealed only with its permission', async () => {
  const { id } = await as(teacher, (ctx) => loans.create(ctx, formOf('L-5')))
  expect(await as(head, (ctx) => loans.reveal(ctx, { id, field: 'phone', reason: '联系归还' }))).toEqual({
    value: '13800000001',
  })
  const forbidden = { ret: Ret.forbidden }
  await expect(
    as(teacher, (ctx) => loans.reveal(ctx, { id, field: 'phone', reason: '联系归还' })),
  ).rejects.toMatchObject(forbidden)
  await expect(
    as(head, (ctx) => loans.reveal(ctx, { id, field: 'purpose', reason: '联系归还' })),
  ).rejects.toMatchObject(forbidden)
})

it('a status moves along its states, once, and an open form notices', async () => {
  const { id } = await as(head, (ctx) => loans.create(ctx, formOf('L-6')))
  expect(await as(head, (ctx) => loans.rows.move(ctx, emptyScope, id, 'draft', 'lent'))).toBe(false)
  expect(
    await as(head, (ctx) => loans.rows.move(ctx, wholeDistrict, id, 'draft', 'lent', { dueOn: '2026-12-01' })),
  ).toBe(true)
  expect(await as(head, (ctx) => loans.rows.move(ctx, wholeDistrict, id, 'draft', 'cancelled'))).toBe(false)
  // @ts-expect-error -- a returned loan is not lent again
  void (() => as(head, (ctx) => loans.rows.move(ctx, wholeDistrict, id, 'returned', 'lent')))
  expect(await as(head, (ctx) => loans.get(ctx, { id }))).toMatchObject({ status: 'lent', dueOn: '2026-12-01' })
  await expect(as(head, (ctx) => loans.update(ctx, { ...formOf('L-6'), id, version: 1 }))).rejects.toMatchObject({
    ret: Ret.changedByOthers,
  })
})

it('a route changes the status for those who may update the row, and says why it cannot', async () => {
  const { lend } = moveRoutes(loan, '/api/loan', {
    lend: { label: '借出', from: 'draft', to: 'lent', setNow: 'createdAt' },
  })
  expect(lend).toMatchObject({ method: 'POST', path: '/api/loan/lend', title: '借出借用', access: 'loan.edit' })
  const move = loans.createMove(lend)
  const { id } = await as(head, (ctx) => loans.create(ctx, formOf('M-1')))
  await expect(as(teacher, (ctx) => move(ctx, { id }))).rejects.toMatchObject({ ret: Ret.forbidden })
  await expect(as(neighbour, (ctx) => move(ctx, { id }))).rejects.toMatchObject({ ret: Ret.notFound })
  const { now } = await as(head, async (ctx) => [await move(ctx, { id }), ctx][1] as { now: Date })
  const { status, createdAt } = await as(head, (ctx) => loans.get(ctx, { id }))
  expect({ status, createdAt }).toEqual({ status: 'lent', createdAt: now.toISOString() })
  await expect(as(head, (ctx) => move(ctx, { id }))).rejects.toMatchObject({ message: '该借用借出中，不能借出' })
  const backwards = { back: { label: '退回', from: 'lent', to: 'draft' } } as const
  expect(() => moveRoutes(loan, '/api/loan', backwards)).toThrow('draft cannot follow lent')
})

it('a form writes only what it may write, and refers only to what the caller may refer to', async () => {
  const form = { ...formOf('L-7'), ownerId: head.userId, status: 'lent', district_id: 2, version: 9 }
  const { id } = await as(teacher, (ctx) => loans.create(ctx, form))
  const change = { ...form, id, version: 1, number: 'L-8', orgId: neighbour.orgId, purpose: '公开课' }
  await as(head, (ctx) => loans.update(ctx, change))
  const [row] = await database.sql(
    'select number, purpose, status, version, owner_id, org_id, district_id from tenant.test_loan where id = $1',
    [id],
  )
  expect(row).toEqual({
    number: 'L-7',
    purpose: '公开课',
    status: 'draft',
    version: 2,
    owner_id: teacher.userId,
    org_id: teacher.orgId,
    district_id: 1,
  })
  await expect(
    as(head, (ctx) => loans.create(ctx, formOf('L-9', { borrower: neighbour.personId }))),
  ).rejects.toMatchObject({ ret: Ret.notFound })
  await expect(as(head, (ctx) => loans.create(ctx, formOf('L-7')))).rejects.toMatchObject({
    data: { errors: [{ field: 'number', msg: '单号已存在' }] },
  })
})

it('saving a form keeps what its user was not shown: a masked number and a hidden amount', async () => {
  const { id } = await as(head, (ctx) => loans.create(ctx, formOf('L-10', { cost: 900, borrower: teacher.personId })))
  const editor = { ...head, permissions: new Map([...head.permissions].filter(([code]) => code !== 'loan.cost')) }
  const shown = await as(editor, (ctx) => loans.get(ctx, { id }))
  expect(shown).toMatchObject({ phone: '138****0001', cost: null })
  allowedBorrowers.delete(teacher.personId) // The borrower has left; an unchanged reference stays.
  const form = {
    ...formOf('L-10'),
    phone: shown.phone,
    cost: shown.cost,
    borrower: teacher.personId,
    purpose: '运动会',
  }
  const sent = schemasOf(loan).update.parse({ ...form, id, version: 1 })
  const withOther = (values: object) => as(editor, (ctx) => loans.update(ctx, { ...sent, ...values }))
  await expect(withOther({ phone: '138****9999' })).rejects.toMatchObject({ data: { errors: [{ field: 'phone' }] } })
  await withOther({ cost: 1 })
  allowedBorrowers.add(teacher.personId)
  expect(await as(head, (ctx) => loans.get(ctx, { id }))).toMatchObject({ cost: 900, purpose: '运动会', version: 2 })
  expect((await as(head, (ctx) => loans.reveal(ctx, { id, field: 'phone', reason: '催还' }))).value).toBe('13800000001')
  expect(reveals.at(-1)).toBe('催还')
})

it('a hidden amount is shown only where its permission reaches, and conditions of filters stay within the scope', async () => {
  const { id } = await as(neighbour, (ctx) => loans.create(ctx, formOf('N-1', { cost: 700 })))
  const reader = { ...head, permissions: new Map(head.permissions).set('loan.read', wholeDistrict) }
  expect(await as(reader, (ctx) => loans.get(ctx, { id }))).toMatchObject({ number: 'N-1', cost: null })
  // A condition with `or` must not open other schools.
  expect(await numbersOf(neighbour, { box: 'all' })).toEqual(['N-1'])
})

it('changes are recorded by field, with who and when, and shown as far as the reader may see them', async () => {
  const { id } = await as(head, (ctx) => loans.create(ctx, formOf('H-1', { cost: 100, borrower: teacher.personId })))
  const change = {
    ...formOf('H-1'),
    id,
    version: 1,
    purpose: '公开课',
    phone: '13800000002',
    cost: 250,
    borrower: null,
  }
  await as(head, (ctx) => loans.update(ctx, change))
  await as(head, (ctx) => loans.rows.move(ctx, wholeDistrict, id, 'draft', 'lent'))
  const read = (who: Actor) => as(who, (ctx) => loans.history(ctx, { id, pageNumber: 1, pageSize: 20 }))
  const { items, itemCount } = await read(head)
  const shown = Object.fromEntries(items.map(({ field: name, before, after }) => [name, [before, after]]))
  expect(shown).toEqual({
    purpose: ['用途', '公开课'],
    phone: ['138****0001', '138****0002'],
    cost: [100, 250],
    borrower: [{ id: teacher.personId, name: '李老师' }, null],
    status: ['draft', 'lent'],
  })
  expect(itemCount).toBe(5)
  expect(items[0]).toMatchObject({ field: 'status', by: '赵校长' })
  // The values of an encrypted field stay encrypted.
  const stored = await database.sql('select * from tenant.entity_change where row_id = $1', [id])
  expect(stored).toHaveLength(5)
  expect(JSON.stringify(stored)).not.toMatch(/1380000000/)
  // What the reader may not see is absent, and so is the whole history of a row outside the scope.
  const editor = { ...head, permissions: new Map([...head.permissions].filter(([code]) => code !== 'loan.cost')) }
  expect((await read(editor)).items.map(({ field: name }) => name)).not.toContain('cost')
  await expect(read(neighbour)).rejects.toMatchObject({ ret: Ret.notFound })
  // A form that changes nothing leaves no trace, though the phone is encrypted anew.
  await as(head, (ctx) => loans.update(ctx, { ...change, version: 3 }))
  expect((await read(head)).itemCount).toBe(5)
})
