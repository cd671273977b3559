import { beforeEach, describe, expect, it } from 'vitest'
import { openTestKeyring, loadFieldCipher, resealTables, rotateDistrictKey } from '#packages/crypto'
import { createActor, useDatabase } from '#packages/testing'
import { createPeople, getPerson } from '#kernel/identity/server/api.ts'
import { notResealed, unsealedColumns, sealedTables } from './sealed-tables.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
const administrator = createActor({ districtId: database.home })

it('every binary column is resealed, listed with a reason not to, or listed as no secret', async () => {
  const rows = await database.sql<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     join pg_class k on k.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
     where c.table_schema = 'tenant' and c.data_type = 'bytea' and k.relkind in ('r', 'p') and not k.relispartition`,
  )
  const walked = sealedTables.flatMap(({ table, columns }) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  const columns = rows.map(({ name }) => name).filter((name) => !unsealedColumns.test(name))
  expect(columns.toSorted()).toEqual([...walked, ...Object.keys(notResealed)].toSorted())
})

describe('people of a district whose key was rotated', () => {
  const people = Array.from({ length: 12 }, (_, at) => ({
    name: '苏一鸣',
    phone: `139001390${String(at).padStart(2, '0')}`,
  }))
  let ids: string[]
  let version: number
  let sealedBefore: Buffer

  beforeEach(async () => {
    ids = await as(administrator, (ctx) => createPeople(ctx, people))
    // A value sealed before sealed values were bound to their rows.
    await as(administrator, async ({ db }) => {
      const fields = await loadFieldCipher(db, database.home)
      const old = fields.encrypt('person.phone', people[0]!.phone, '')
      await db.updateTable('person').set({ phone: old }).where('id', '=', ids[0]!).execute()
    })
    const [row] = await database.sql<{ phone: Buffer }>('select phone from tenant.person where id = $1', [ids[5]])
    sealedBefore = row!.phone
    version = await as(administrator, ({ db }) => rotateDistrictKey(db, database.home, new Date()))
    await database.sql("update tenant.district_key set active_at = '-infinity'")
    openTestKeyring()
  })

  const renew = (onBatch?: (table: string, read: number) => void) =>
    resealTables({
      cells: database.cells,
      district: database.home,
      version,
      tables: sealedTables,
      batch: 5,
      ...(onBatch ? { onBatch } : {}),
    })
  const phoneOf = (id: string) =>
    as(administrator, async ({ db }) => (await getPerson({ db, districtId: database.home }, id))?.phone)

  it('stay readable before, during and after resealing; a stopped run continues where it was', async () => {
    expect(await phoneOf(ids[3]!)).toBe(people[3]!.phone)
    const seen: number[] = []
    await expect(
      renew((_, read) => {
        seen.push(read)
        if (seen.length === 2) throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(seen).toEqual([5, 5])
    expect(await Promise.all(ids.map(phoneOf))).toEqual(people.map(({ phone }) => phone))
    const again: [string, number][] = []
    const total = await renew((table, read) => again.push([table, read]))
    expect(again.filter(([table]) => table === 'person')).toEqual([['person', 2]])
    expect(total).toMatchObject({ sealed: 2, late: 0 })
    const bytes = await database.sql(
      'select distinct get_byte(phone, 0) as suite, get_byte(phone, 1) as version from tenant.person where district_id = $1',
      [database.home],
    )
    expect(bytes).toEqual([{ suite: 2, version }])
    expect(await Promise.all(ids.map(phoneOf))).toEqual(people.map(({ phone }) => phone))
  })

  it('whose row somebody has put another one’s number into are refused the number', async () => {
    await renew()
    await database.sql(
      'update tenant.person set phone = (select phone from tenant.person where id = $1) where id = $2',
      [ids[1], ids[2]],
    )
    await expect(phoneOf(ids[2]!)).rejects.toThrow()
    expect(await phoneOf(ids[1]!)).toBe(people[1]!.phone)
  })

  it('whose values were written with the old key during the first pass are resealed by the second pass', async () => {
    await renew()
    await database.sql('update tenant.person set phone = $1 where id = $2', [sealedBefore, ids[5]])
    expect(await renew()).toMatchObject({ sealed: 0, late: 1 })
    expect(await phoneOf(ids[5]!)).toBe(people[5]!.phone)
  })
})
