/** Commands for operators. Each says what it did; a mistake ends with 2 and changes nothing. */
import { parseArgs } from 'node:util'
import { openKeyring } from '#packages/crypto'
import { districtId, Refusal } from '#packages/core'
import { Cells, inDistrict } from '#packages/db'
import { stopSenders } from '#packages/jobs'
import { foundDistrict, inviteAdministrator, platformCtx } from '#kernel/access/server'
import { invitePlatformAdministrator } from '#kernel/identity/server'
import { publishDistrictList } from '#kernel/org/server'
import { migrateHouse } from '../migrate.ts'
import { loadHouse } from '../modules.ts'
import { readSettings } from '../settings.ts'

const usage = `usage:
  pnpm admin migrate                                   bring the directory and every cell up to date
  pnpm admin invite                                    invite a platform administrator
  pnpm admin invite --district NUMBER --name NAME      invite an administrator of a district
  pnpm admin district create --name NAME --administrator NAME [--phone PHONE] [--cell NUMBER] [--host HOST]
  pnpm admin district list
  pnpm admin district publish                          hand the list of districts to all cells again`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    administrator: { type: 'string' },
    phone: { type: 'string' },
    cell: { type: 'string' },
    host: { type: 'string' },
    district: { type: 'string' },
  },
})

const settings = readSettings()
openKeyring(process.env)
const house = await loadHouse()
const cells = new Cells(settings.cells)
const now = new Date()

const commands: Record<string, () => Promise<void>> = {
  migrate: () => migrateHouse(settings.owners, house, (line) => console.log(line)),
  invite,
  'district create': createDistrict,
  'district list': listDistricts,
  'district publish': async () => {
    await publishDistrictList(cells)
    console.log('the list of districts is in every cell that answered')
  },
}

try {
  const command = commands[positionals.join(' ')]
  if (!command) throw new Refusal(usage)
  await command()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 2
} finally {
  await stopSenders(cells)
  await cells.end()
}

async function invite() {
  if (!values.district) return tell('platform administrator', await invitePlatformAdministrator(cells, now))
  const district = districtId(Number(values.district))
  const name = need('name')
  const { rows } = await cells
    .pool(cells.ids[0]!)
    .query<{ org_id: string }>('select org_id from reference.district where id = $1', [district])
  if (!rows[0]) throw new Refusal(`there is no district ${district}; pnpm admin district list shows them`)
  const { org_id: bureau } = rows[0]
  const token = await inDistrict(cells, district, (db) =>
    inviteAdministrator(platformCtx(district, db, now), bureau, withPhone(name)),
  )
  tell(`administrator ${name} of district ${district}`, token)
}

async function createDistrict() {
  const cell = Number(values.cell ?? cells.ids[0])
  if (!cells.ids.includes(cell)) throw new Refusal(`there is no cell ${cell}; set QIMING_CELL_${cell}_URL first`)
  const name = need('name')
  const administrator = withPhone(need('administrator'))
  const { district, invitation } = await foundDistrict(
    cells,
    { name, cell, host: values.host ?? null, administrator },
    now,
  )
  console.log(`district ${district} ${name} is open in cell ${cell}`)
  tell(`its administrator ${administrator.name}`, invitation!)
}

async function listDistricts() {
  const { rows } = await cells
    .pool(cells.ids[0]!)
    .query<{ id: number; cell: number; name: string; status: string }>(
      'select id, cell, name, status from reference.district order by id',
    )
  for (const { id, cell, name, status } of rows)
    console.log(`${String(id).padStart(6)}  cell ${cell}  ${status.padEnd(8)} ${name}`)
  console.log(`${rows.length} districts`)
}

function withPhone(name: string) {
  return { name, ...(values.phone ? { phone: values.phone } : {}) }
}

function need(option: 'name' | 'administrator'): string {
  const value = values[option]
  if (!value) throw new Refusal(`--${option} is missing\n${usage}`)
  return value
}

/** The word stands behind a #: a browser does not send that part, so it reaches no log. */
function tell(who: string, token: string) {
  console.log(`invitation for the ${who}, good for 7 days and once:\n${settings.publicUrl}/login#invite=${token}`)
}
