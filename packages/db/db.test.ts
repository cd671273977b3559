import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { districtId, newId, emptyScope, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import {
  describeFailure,
  inCell,
  inDistrict,
  inScope,
  isUnavailable,
  onConstraint,
  readPage,
  runAtEnd,
} from './index.ts'

const database = useDatabase({ poolSize: 1 })
const { as, home, away } = database
const here = createActor({ districtId: home })
const there = createActor({ districtId: away })

const note = (name: string) => ({ id: newId(), name, ids: '{}', at: new Date() })

describe('the isolation of districts', () => {
  it('hides rows of another district, on the same connection', async () => {
    await as(here, ({ db }) => db.insertInto('event').values(note('ours')).execute())
    const names = (actor: typeof here) =>
      as(actor, ({ db }) => db.selectFrom('event').select('name').where('name', '=', 'ours').execute())
    expect(await names(there)).toEqual([])
    expect(await names(here)).toEqual([{ name: 'ours' }])
  })

  it('refuses a row with another district', async () => {
    const forged = as(here, ({ db }) =>
      db
        .insertInto('event')
        .values({ ...note('forged'), district_id: away })
        .execute(),
    )
    await expect(forged).rejects.toThrow('row-level security')
  })

  it('shows nothing outside a district', async () => {
    expect(await inCell(database.cells, 1, (db) => db.selectFrom('event').select('name').execute())).toEqual([])
  })

  it('refuses a district that does not exist', async () => {
    await expect(inDistrict(database.cells, districtId(99), async () => 1)).rejects.toThrow('不存在')
  })
})

describe('a transaction', () => {
  it('leaves nothing behind when the work fails', async () => {
    const failed = as(here, async ({ db }) => {
      await db.insertInto('event').values(note('half')).execute()
      throw new Error('stumbled')
    })
    await expect(failed).rejects.toThrow('stumbled')
    const rows = await as(here, ({ db }) => db.selectFrom('event').select('id').where('name', '=', 'half').execute())
    expect(rows).toEqual([])
  })

  it('refuses a statement after its end', async () => {
    const late = await as(
      here,
      async ({ db }) =>
        () =>
          db.selectFrom('event').select('id').execute(),
    )
    await expect(late()).rejects.toThrow('has ended')
  })

  it('refuses two statements at once', async () => {
    const both = as(here, ({ db }) => {
      const one = () => db.selectFrom('event').select('id').execute()
      return Promise.all([one(), one()])
    })
    await expect(both).rejects.toThrow('one statement at a time')
  })

  it('cannot write when it is read-only', async () => {
    const write = inDistrict(database.cells, home, (db) => db.insertInto('event').values(note('no')).execute(), {
      readOnly: true,
    })
    await expect(write).rejects.toThrow('read-only transaction')
  })

  it('keeps what was done and what runs at its end, or neither', async () => {
    const name = newId()
    const write = (last: string) =>
      as(here, async ({ db }) => {
        await runAtEnd(
          db,
          db
            .insertInto('event')
            .values({ ...note(name), id: last })
            .compile(),
        )
        await db.insertInto('event').values(note(name)).execute()
        return db.selectFrom('event').select('id').where('name', '=', name).execute()
      })
    const count = async () =>
      (await as(here, ({ db }) => db.selectFrom('event').select('id').where('name', '=', name).execute())).length
    const last = newId()
    expect(await write(last)).toHaveLength(1)
    expect(await count()).toBe(2)
    await expect(write(last)).rejects.toThrow('duplicate key')
    expect(await count()).toBe(2)
  })

  it('turns a named constraint into a message', async () => {
    const id = newId()
    const insert = () =>
      as(here, ({ db }) =>
        db
          .insertInto('event')
          .values({ ...note('twice'), id })
          .execute()
          .catch(onConstraint('event_pkey', '已存在')),
      )
    await insert()
    await expect(insert()).rejects.toThrow('已存在')
  })
})

describe('a page', () => {
  it('counts up to ten thousand and says if there are more', async () => {
    await database.sql(
      `insert into tenant.event (district_id, id, name, ids, at) select $1, gen_random_uuid(), 'many', '{}', now() from generate_series(1, 10050)`,
      [home],
    )
    const page = (pageNumber: number, pageSize: number) =>
      as(here, ({ db }) =>
        readPage(db, db.selectFrom('event').select('id').where('name', '=', 'many').orderBy('id'), {
          pageNumber,
          pageSize,
        }),
      )
    expect(await page(1, 20)).toMatchObject({ itemCount: 10_000, pageCount: 500, more: true })
    expect((await page(1, 20)).items).toHaveLength(20)
    await expect(page(501, 20)).rejects.toThrow('页数过多')
  })

  it('counts also on the last page', async () => {
    const ids = Array.from({ length: 25 }, newId)
    await as(here, ({ db }) =>
      db
        .insertInto('event')
        .values(ids.map((id) => ({ ...note('few'), id })))
        .execute(),
    )
    const page = (pageNumber: number) =>
      as(here, ({ db }) =>
        readPage(db, db.selectFrom('event').select('id').where('name', '=', 'few').orderBy('id'), {
          pageNumber,
          pageSize: 20,
        }),
      )
    expect(await page(2)).toEqual({ itemCount: 25, pageCount: 2, items: ids.slice(20).map((id) => ({ id })) })
    expect(await page(1)).toMatchObject({ itemCount: 25, pageCount: 2 })
    expect(await page(9)).toMatchObject({ itemCount: 25, pageCount: 2, items: [] })
  })
})

describe('a scope', () => {
  const count = (scope: typeof emptyScope, columns: Parameters<typeof inScope>[1]) =>
    as(here, async ({ db }) => {
      const rows = sql<{
        id: string
        owner: string
      }>`(values (${mine}::uuid, ${me}::uuid), (${newId()}::uuid, ${newId()}::uuid)) as t (id, owner)`
      const { rows: found } = await sql`select 1 from ${rows} where ${inScope(scope, columns)}`.execute(db)
      return found.length
    })
  const mine = newId()
  const me = newId()

  it('covers nothing, something or everything', async () => {
    expect(await count(emptyScope, { org: 't.id', owner: 't.owner' })).toBe(0)
    expect(await count({ ...emptyScope, orgIds: [mine] }, { org: 't.id' })).toBe(1)
    expect(await count({ ...emptyScope, self: me }, { owner: 't.owner' })).toBe(1)
    expect(await count(wholeDistrict, {})).toBe(2)
  })

  it('never matches a dimension that the table lacks', async () => {
    expect(await count({ ...emptyScope, self: me, departmentIds: [mine] }, { org: 't.id' })).toBe(0)
  })
})

it('keeps values in PostgreSQL errors out of the log', async () => {
  const failure = await as(here, ({ db }) => sql`select ${'Zz9canary'}::int`.execute(db)).catch(
    (error: unknown) => error,
  )
  expect(String(failure)).toContain('Zz9canary')
  const described = JSON.stringify(describeFailure(failure))
  expect(described).not.toContain('Zz9canary')
  expect(described).toContain('22P02')
  expect(described).toContain('db.test.ts')
})

it('distinguishes an unavailable server from a bug', async () => {
  const mistake = await as(here, ({ db }) => sql`select nonsense`.execute(db)).catch((error: unknown) => error)
  expect(isUnavailable(mistake)).toBe(false)
  expect(isUnavailable(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))).toBe(true)
  expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
})

it('fails if an error of a statement was swallowed', async () => {
  const swallowed = as(here, async ({ db }) => {
    await sql`select 1 / 0`.execute(db).catch(() => {})
  })
  await expect(swallowed).rejects.toThrow('nothing is kept')
})

it('survives a connection that breaks in a transaction', async () => {
  const cut = as(here, async ({ db }) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await database.sql('select pg_terminate_backend($1)', [rows[0]!.pid])
    await new Promise((done) => setTimeout(done, 50)) // No statement is running when it breaks.
    return sql`select 1`.execute(db)
  })
  await expect(cut).rejects.toThrow()
  const { rows } = await as(here, ({ db }) => sql<{ one: number }>`select 1 as one`.execute(db))
  expect(rows).toEqual([{ one: 1 }])
})
