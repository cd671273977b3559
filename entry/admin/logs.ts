import { districtId } from '#packages/core'
import type { Cells } from '#packages/db'
import { checkDistrict, type LogReport } from '#kernel/audit/server'

interface Wanted {
  district: number | undefined
  since: Date | undefined
}

/** Whether the logs are what was sealed; tells of each district, and of each place where they are not. */
export async function checkLogs(cells: Cells, { district, since }: Wanted, tell: (line: string) => void) {
  const { rows } = await cells
    .pool(cells.ids[0]!)
    .query<{ id: number }>('select id from reference.district where id = coalesce($1, id) order by id', [
      district ?? null,
    ])
  let wrong = 0
  for (const { id } of rows) {
    const now = new Date()
    const reports = await checkDistrict({ cells, district: districtId(id), now, ...(since ? { since } : {}) })
    for (const line of reports.flatMap(linesOf)) tell(`district ${id} ${line}`)
    const bad = reports.flatMap(({ findings }) => findings).filter(({ isNote }) => !isNote).length
    const sum = (of: 'seals' | 'rows') => reports.reduce((all, report) => all + report[of], 0).toLocaleString('en')
    tell(`district ${id}: ${sum('seals')} seals, ${sum('rows')} rows: ${bad === 0 ? 'as sealed' : `${bad} WRONG`}`)
    wrong += bad
  }
  tell(`${rows.length} districts, ${wrong === 0 ? 'all logs are what was sealed' : `${wrong} places are WRONG`}`)
  return { districts: rows.length, wrong }
}

const linesTold = 20

function linesOf({ log, findings }: LogReport) {
  const lines = findings.map(
    ({ kind, from, until, seal, words, isNote }) =>
      `${log} ${isNote ? 'note' : 'WRONG'}: ${kind}, ${minute(from)} to ${minute(until)}, seal ${seal}: ${words}`,
  )
  const more = lines.length - linesTold
  return more > 0 ? [...lines.slice(0, linesTold), `${log}: and ${more} more`] : lines
}

/** As the operators' clocks show it. */
const minute = (moment: Date) =>
  moment.getTime() === 0 ? 'the beginning' : moment.toLocaleString('sv', { timeZone: 'Asia/Shanghai' }).slice(0, 16)
