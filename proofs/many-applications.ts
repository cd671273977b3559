/**
 * Applications that nobody opens cost a user nearly nothing. In a copy of the source, the pages are built without and
 * with generated applications, and the first loads are compared: sixty applications (`--long`; ten in the short form)
 * add at most 5 kB to the shell and, with a phone page each, to the light root; the contents of the handbook grow with
 * their chapters, by at most 15 kB. The page table has each new page for an
 * administrator of the district and of a school, and none for a teacher. Time and memory of loading all modules, and
 * with `--long` of the API and the worker when they are ready, are printed too, without a limit.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { freePort, startProcess } from './shared/process.ts'
import { createSeededDatabase } from './shared/seeded-database.ts'
import { copySource } from './shared/source-copy.ts'

export const about = [
  'entry/web/desk/web-modules.ts',
  'entry/web/light/phone-modules.ts',
  'entry/web/tables/rows.ts',
  'entry/web/vite.config.ts',
  'tools/web-tables.ts',
  'tools/compress.ts',
]
export const shortSeconds = 90
export const runsAlone = true

const roles = ['district-admin', 'school-admin', 'teacher'] as const
const isLong = process.argv.includes('--long')
const count = isLong ? 60 : 10
const shellBytesEach = 5000 / 60

interface Figures {
  /** In kB after gzip, by the names of tools/compress.ts. */
  sizes: Map<string, number>
  seconds: number
  megabytes: number
  routes: number
  /** The pages that each role sees by default. */
  pages: Record<(typeof roles)[number], number>
  starts: Start[]
}

/** A process of ours from its start until it is ready. */
interface Start {
  name: string
  seconds: number
  megabytes: number
}

const copy = copySource()
try {
  const before = await measure()
  for (let number = 1; number <= count; number++) addApplication(number)
  run('node', ['tools/generate.ts', '--without-database'])
  const after = await measure()
  report(before, after)
} finally {
  copy.remove()
}

/** Random names, because repeated ones would hardly count after gzip. */
function addApplication(number: number) {
  const digest = createHash('sha256').update(`application ${number}`).digest()
  const key = `app${digest.toString('hex', 0, 4)}`
  const title = Array.from({ length: 5 }, (_, at) =>
    String.fromCodePoint(0x4e00 + (digest.readUInt16BE(4 + at * 2) % 5000)),
  ).join('')
  run('node', ['tools/new-module.ts', `applications/${key}`, '--title', title, '--skip-generate'])
}

async function measure(): Promise<Figures> {
  run('node_modules/.bin/vite', ['build', '--config', 'entry/web/vite.config.ts', '--logLevel', 'warn'])
  const printed = run('node', ['tools/compress.ts'])
  const sizes = [...printed.matchAll(/^compress: (.+): ([\d.]+) of \d+ kB/gm)]
  return {
    sizes: new Map(sizes.map(([, name, size]) => [name!, Number(size)])),
    ...measureServer(),
    starts: isLong ? await measureStarts() : [],
  }
}

/** Starts the API and the worker of the copy on a seeded database. */
async function measureStarts(): Promise<Start[]> {
  const database = await createSeededDatabase('many', 'S', { pupils: [] })
  const starts: Start[] = []
  for (const [name, file] of [
    ['API', 'entry/api/main.ts'],
    ['worker', 'entry/worker/main.ts'],
  ] as const) {
    const began = performance.now()
    const { child, kill } = await startProcess(
      file,
      database.env,
      await freePort(),
      await freePort(),
      undefined,
      copy.folder,
    )
    const seconds = (performance.now() - began) / 1000
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]
    starts.push({ name, seconds, megabytes: (Number(kilobytes) * 1024) / 1e6 })
    await kill('SIGKILL')
  }
  await database.close()
  return starts
}

/** The API loads all modules and mounts their routes before it listens. */
function measureServer() {
  const script = `
    const began = performance.now()
    const { loadModules } = await import('./entry/modules.ts')
    const { listRoutes } = await import('./entry/api/list-routes.ts')
    const loaded = await loadModules()
    const routes = listRoutes(loaded).length
    const seconds = (performance.now() - began) / 1000
    const { pageTable } = await import('./entry/web/tables/pages.gen.ts')
    const { getTemplateDefaults } = await import('./kernel/access/server/permission-catalogue.ts')
    const pages = Object.fromEntries(${JSON.stringify(roles)}.map((role) => {
      const permissions = getTemplateDefaults(loaded, role)
      return [role, pageTable.filter(({ permission: { code } }) => code === 'staff' || permissions.has(code)).length]
    }))
    gc()
    console.log('loaded ' + JSON.stringify({ seconds, megabytes: process.memoryUsage().rss / 1e6, routes, pages }))
    process.exit()`
  const load = () => {
    const printed = run('node', ['--expose-gc', '--input-type=module', '--eval', script])
    return JSON.parse(/^loaded (.*)$/m.exec(printed)![1]!) as Omit<Figures, 'sizes' | 'starts'>
  }
  load() // fills the caches of the file system
  return load()
}

function report(before: Figures, after: Figures) {
  for (const [name, size] of before.sizes)
    console.log(`many-applications: ${name}: ${size} kB, with ${count} more applications ${after.sizes.get(name)} kB`)
  for (const [what, { seconds, megabytes, routes, starts }] of Object.entries({ before, after })) {
    console.log(
      `many-applications: server ${what}: ${routes} routes loaded in ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
    )
    for (const start of starts)
      console.log(
        `many-applications: ${start.name} ${what}: ready after ${start.seconds.toFixed(1)} s, ${start.megabytes.toFixed(0)} MB`,
      )
  }
  const growthOf = (name: string) => after.sizes.get(name)! - before.sizes.get(name)!
  const limit = (shellBytesEach * count) / 1000
  // The sizes are printed with one decimal, so two of them differ by 0.1 from one build to the next.
  const rounding = 0.1
  expect(`the routes of ${count} applications are mounted`, after.routes - before.routes === 2 * count)
  expect(`the shell grows by at most ${limit.toFixed(1)} kB`, growthOf('staff shell') <= limit + rounding)
  for (const role of roles) {
    const expected = role === 'teacher' ? 0 : count
    const growth = after.pages[role] - before.pages[role]
    expect(`a ${role} sees ${before.pages[role]} pages, and ${expected} more`, growth === expected)
  }
  expect('boot does not grow', growthOf('boot') <= rounding)
  for (const name of before.sizes.keys()) {
    if (!name.startsWith('light root')) continue
    const most = name.includes('handbook') ? 3 * limit : limit
    expect(`the ${name} grows by at most ${most.toFixed(1)} kB`, growthOf(name) <= most + rounding)
  }
}

function expect(what: string, holds: boolean) {
  console.log(`many-applications: ${holds ? 'yes' : 'NO '} ${what}`)
  if (!holds) process.exitCode = 1
}

function run(command: string, args: string[]): string {
  const { ok, output } = copy.run(command, args)
  if (!ok) throw new Error(`${command} ${args.slice(0, 3).join(' ')} failed:\n${output}`)
  return output
}
