import { ensureMonthPartitions, inCell, listMonthlyTables } from '#packages/db'
import { defineJob } from '#packages/jobs'

const monthsAhead = 6

/** Logs, messages, facts and the like are stored in monthly partitions; those of the coming months are created early. */
export const createPartitions = defineJob({
  name: 'month-partitions.create',
  title: '准备每月分区',
  cron: '20 2 * * *',
  handleCell: ({ cells, cell, now }) =>
    inCell(cells, cell, async (db) => {
      for (const table of await listMonthlyTables(db)) await ensureMonthPartitions(db, table, now, monthsAhead)
    }),
})
