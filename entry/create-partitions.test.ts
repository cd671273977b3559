import { expect, it } from 'vitest'
import { useDatabase } from '#packages/testing'
import { createPartitions } from './create-partitions.ts'

const database = useDatabase()

it('every table with monthly partitions has those of the coming months, whoever owns it', async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const run = () =>
    createPartitions.handleCell!({
      app: database.app,
      cells: database.cells,
      cell: 1,
      now: new Date('2034-11-20T02:20:00+08:00'),
      log,
    })
  await run()
  // Twice changes nothing.
  await run()
  const tables = await database.sql<{ name: string; months: string[] }>(
    `select c.relname as name, array(
       select right(child.relname, 6) from pg_inherits i join pg_class child on child.oid = i.inhrelid
       where i.inhparent = c.oid and child.relname ~ '_203[45][0-9]{2}$' order by 1) as months
     from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
     where c.relnamespace = 'tenant'::regnamespace and p.partstrat = 'r' order by 1`,
  )
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['attendance_pass', 'entity_change', 'flow_log', 'message', 'metric_fact', 'operation_log']),
  )
  for (const { name, months } of tables)
    expect({ name, months }).toEqual({ name, months: ['203411', '203412', '203501', '203502', '203503', '203504'] })
})
