import { parseArgs } from 'node:util'
import { openKeyring } from '#packages/crypto'
import { openToolCells, createToolClient } from '#packages/db'
import { stopSenders } from '#packages/jobs'
import { seedPastFacts } from '#kernel/metric/server/api.ts'
import { migrateDatabases } from '../migrate.ts'
import { loadModules } from '../modules.ts'
import { readSettings } from '../settings.ts'
import { demoTotpSecret, hasDemoTotp } from './demo-totp.ts'
import { createOutsideLogins } from './outside-logins.ts'
import { seedDemoTerm } from './demo-term/index.ts'
import {
  beginDistrict,
  getBureauName,
  listDemoPlans,
  seedDemoActivity,
  seedDistrictSteps,
  seedSizes,
  type SeedSize,
} from './seed-district.ts'
import { isSeeded } from './seed-run.ts'

const { values } = parseArgs({
  options: { size: { type: 'string', default: 'S' }, password: { type: 'string', default: 'Qinghe-Luye-2026' } },
})
const size = values.size as SeedSize
if (!(size in seedSizes)) fail(`usage: pnpm seed --size ${Object.keys(seedSizes).join('|')} [--password WORD]`)
if (process.env['QIMING_DEMO'] !== 'allowed')
  fail('demo districts have a known password: QIMING_DEMO=allowed says that this is no real installation')

const began = performance.now()
let printedAt = began
const settings = readSettings()
openKeyring(process.env)
const loadedModules = await loadModules()
const { app } = loadedModules
await migrateDatabases(settings.owners, loadedModules, (line) => console.log(`migrate: ${line}`))
const cells = openToolCells(settings.cells)
const hasStore = Boolean(process.env['QIMING_S3_ENDPOINT'] || process.env['QIMING_OBJECTS_DIR'])
if (!hasStore) console.log('seed: there is no object store, so nobody gets a picture')
for (const plan of listDemoPlans(size, cells.ids)) {
  const start = performance.now()
  if (await isSeeded(cells, plan.cell, getBureauName(plan))) {
    console.log(`seed: ${getBureauName(plan)} is there already; bin/stack reset postgres && bin/stack up starts afresh`)
    continue
  }
  const run = await beginDistrict({ app, cells, onStep: printStep }, plan)
  const { nodes, rowCounts, ...seeded } = await seedDistrictSteps(run, plan, values.password)
  const { area, series, schoolPrefixes } = plan
  const more = await seedDemoTerm(run, {
    ...seeded,
    area,
    series,
    schoolPrefixes,
    newSchoolPrefix: 'weilai',
    password: values.password,
    hasStore,
  })
  const viewedCounts = await seedDemoActivity(run, plan, seeded)
  await run.stepOutside('figures of two years', async () => {
    const past = { counted: getCountedDays(seeded.schools.length + 5), invented: 700 }
    const facts = await seedPastFacts({ app, cells, district: run.district, now: new Date() }, past)
    viewedCounts.set('metric.facts', facts)
  })
  await run.finish()
  const logins = [...seeded.logins, ...more]
  await analyse(plan.cell)
  console.log(
    `seed: ${plan.area}教育局 in cell ${plan.cell}: ${nodes.toLocaleString('en')} organisations, ${((performance.now() - start) / 1000).toFixed(1)} s`,
  )
  for (const [key, count] of [...rowCounts, ...viewedCounts]) console.log(`  ${key.padEnd(24)} ${count}`)
  for (const { userName, title, organisation, name } of logins)
    console.log(
      `  ${userName.padEnd(16)} ${title}  ${name}  ${organisation}${hasDemoTotp(userName) ? '  动态口令' : ''}`,
    )
}
const outside = await createOutsideLogins({ app, cells, now: new Date() }, values.password)
console.log('seed: on /developerLogin, developers with a code by SMS:')
for (const { userName, title, organisation, name } of outside)
  console.log(`  ${userName.padEnd(16)} ${title}  ${name}  ${organisation}${title === '平台管理员' ? '动态口令' : ''}`)
console.log(`seed: the password of all of them is ${values.password}`)
console.log(
  `seed: the secret of every 动态口令 is ${demoTotpSecret}; pnpm admin totp yunhe.admin prints the code of this moment`,
)
console.log(`seed: done in ${((performance.now() - began) / 1000).toFixed(1)} s`)
await stopSenders(cells)
await cells.end()

/** The last weeks are counted from the rows; in large districts only some days, because each organisation is counted. */
function getCountedDays(organisations: number) {
  return Math.max(3, Math.min(30, Math.floor(400 / organisations)))
}

/** Large sizes take minutes: a line every ten seconds says where the seed is. */
function printStep(key: string) {
  if (performance.now() - printedAt < 10_000) return
  printedAt = performance.now()
  console.log(`seed: ${((printedAt - began) / 1000).toFixed(0)} s: ${key}`)
}

/** Updates the statistics of the query planner. */
async function analyse(cell: number) {
  const client = createToolClient(settings.owners.cells.get(cell)!)
  await client.connect()
  await client.query(
    'analyze tenant.organisation, tenant.person, tenant.membership, tenant.student, tenant.enrolment, tenant.guardian_link',
  )
  await client.end()
}

function fail(message: string): never {
  console.error(`seed: ${message}`)
  process.exit(2)
}
