import { inCell, type Cells, type Db } from '#packages/db'

/** The districts of a cell with this name, newest first. */
export const listDistrictsNamed = (cells: Cells, cell: number, name: string) =>
  inCell(cells, cell, (db) =>
    db
      .selectFrom('district')
      .select(['id', 'status'])
      .where('cell', '=', cell)
      .where('name', '=', name)
      .orderBy('id', 'desc')
      .execute(),
  )

export const findSeedStep = (db: Db, key: string) =>
  db.selectFrom('seed_step').select('state').where('key', '=', key).executeTakeFirst()

export const insertSeedStep = (db: Db, key: string, state: Buffer, now: Date) =>
  db.insertInto('seed_step').values({ key, state, done_at: now }).execute()

export const deleteSeedSteps = (db: Db) => db.deleteFrom('seed_step').execute()
