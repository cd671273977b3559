import type pg from 'pg'
import { createToolClient } from '#packages/db'
import { postgres } from '../../tools/stack/postgres.ts'
import { hashTables } from '../testing/table-hashes.ts'

/** The journeys' own databases. The districts of the journeys are in the first cell. */
export const e2eCell = 'e2e_cell'
/** Empty until a platform administrator founds a district there. */
export const e2eSecondCell = 'e2e_cell_2'
export const e2eDirectory = 'e2e_directory'

const cellUrl = () => postgres().cluster.url('postgres', e2eCell)

/** Reads the journeys' cell as a superuser, to find rows that no page shows. */
export async function queryCell<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = createToolClient(cellUrl())
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** Whether the organisation of this name has its data in the second cell. */
export async function isInSecondCell(name: string): Promise<boolean> {
  const found = await postgres().cluster.psql(e2eSecondCell, 'select name from tenant.organisation')
  return found.split('\n').includes(name)
}

/** The people and classes of an organisation as one hash: equal before an import and after it was undone. */
export const hashOrganisation = (orgId: string) => hashTables(cellUrl(), orgId)

/** The address of the supplier's database that the stack simulates. */
export const getVendorUrl = () => new URL(postgres().env()['QIMING_SIM_VENDOR_URL']!)
