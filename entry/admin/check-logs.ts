import { districtId, type App } from '#packages/core'
import type { Cells } from '#packages/db'
import { checkDistrictLogs, getArchiveStore, type LogReport } from '#kernel/audit/server/api.ts'

interface LogCheckOptions {
  app: App
  district: number | undefined
  since: Date | undefined
}

/** Checks the logs of each district against their seals and prints every row or seal that does not match. */
export async function checkLogs(
  cells: Cells,
  { app, district, since }: LogCheckOptions,
  print: (line: string) => void,
) {
  const { rows } = await cells
    .pool(cells.ids[0]!)
    .query<{ id: number }>('select id from reference.district where id = coalesce($1, id) order by id', [
      district ?? null,
    ])
  let wrong = 0
  for (const { id } of rows) {
    const now = new Date()
    const open = getArchiveStore(app)
    const reports = await checkDistrictLogs({ cells, district: districtId(id), now, open, ...(since ? { since } : {}) })
    for (const line of reports.flatMap(formatFindings)) print(`district ${id} ${line}`)
    const bad = reports.flatMap(({ findings }) => findings).filter(({ isNote }) => !isNote).length
    const sum = (of: 'seals' | 'rows') => reports.reduce((all, report) => all + report[of], 0).toLocaleString('en')
    print(`district ${id}: ${sum('seals')} seals, ${sum('rows')} rows: ${bad === 0 ? 'as sealed' : `${bad} WRONG`}`)
    wrong += bad
  }
  print(`${rows.length} districts, ${wrong === 0 ? 'all logs are what was sealed' : `${wrong} places are WRONG`}`)
  return { districts: rows.length, wrong }
}

const maxLines = 20

function formatFindings({ log, findings }: LogReport) {
  const lines = findings.map(
    ({ kind, from, until, seal, detail, isNote }) =>
      `${log} ${isNote ? 'note' : 'WRONG'}: ${kind}, ${formatMinute(from)} to ${formatMinute(until)}, seal ${seal}: ${detail}`,
  )
  const more = lines.length - maxLines
  return more > 0 ? [...lines.slice(0, maxLines), `${log}: and ${more} more`] : lines
}

/** Date and time in the operator's time zone. */
const formatMinute = (moment: Date) =>
  moment.getTime() === 0 ? 'the beginning' : moment.toLocaleString('sv', { timeZone: 'Asia/Shanghai' }).slice(0, 16)
