/**
 * `pnpm new-module applications/example` in a copy of the source: nothing outside its folder changes but generated
 * files. Its desk page, its phone page, its chapter of the handbook, its journey and its demo rows are found, and it
 * passes the checks, its test and its rows of the access matrix and the scope test. The short form checks only the new
 * folder; `--long` runs the whole check, the whole build and the journey in a browser, and checks a kernel module too.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { rules } from '../tools/imports/rules.ts'
import { copySource } from './shared/source-copy.ts'

/** The generator, and the files that the generated code imports by name. */
export const about = [
  'tools/new-module*.ts',
  'packages/crud/**',
  'packages/contract/**',
  'packages/testing/**',
  'packages/core/refusal.ts',
  'packages/http/mount.ts',
  'packages/web/core/{call,module}.ts',
  'packages/web/{desk,light}/entity/**',
  'packages/web/desk/board/chart-card.tsx',
  'packages/web/desk/list/list-page.tsx',
  'entry/modules.ts',
  'entry/seed/demo-rows.ts',
  'entry/e2e/{journey,playwright.config}.ts',
]
export const shortSeconds = 80

const long = process.argv.includes('--long')
const linesAtMost = 400
const module = 'applications/example'
/** What `pnpm generate` writes; nothing else outside the folder may change. */
const generatedFiles = [
  'docs/users/README.md',
  'entry/web/tables/pages.gen.ts',
  'entry/web/tables/phone-pages.gen.ts',
  'entry/web/tables/shell.gen.ts',
  'openapi.json',
  'packages/db/tables/cell.gen.ts',
]
const pageTest = `// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { pages } from '../../../entry/web/desk/web-modules.ts'
import { findPage } from '../../../entry/web/light/pages.ts'
import phone from './phone.ts'

it('is a page of the desk', async () => {
  const page = pages.find(({ url }) => url === '/application/Example')
  expect(page?.title).toBe('样例应用')
  expect((await page!.load()).default).toBeTypeOf('function')
})

it('has a phone page for staff', async () => {
  const staff = 0
  const shown = (await findPage('/staffMain/example', staff).load()).default
  expect(shown).toBe((await phone.pages['/staffMain/example']()).default)
})
`
const seedTest = `import { expect, it } from 'vitest'
import { useDatabase } from '#packages/testing'
import { loadModules } from '../modules.ts'
import { listDistrictPlans, seedDistrict } from './seed-district.ts'

const database = useDatabase({ withoutDistricts: true })

it('has the demo rows of the new module', async () => {
  const { app } = await loadModules()
  const [, plan] = listDistrictPlans('S', [1])
  const { rowCounts } = await seedDistrict(app, database.cells, { ...plan!, pupils: [30] }, 'Qinghe-Luye-2026')
  expect(rowCounts.get('example.equipment')).toBe(4)
  const rows = await database.sql('select purpose, status from tenant.example_loan')
  expect(rows).toEqual([{ purpose: '拍摄运动会', status: 'lent' }])
})
`
const journeys = ['test', '--config', 'entry/e2e/playwright.config.ts', `${module}/journeys`]
const failures: string[] = []
const copy = copySource()
try {
  const git = (...args: string[]) =>
    copy.run('git', ['-c', 'user.name=proof', '-c', 'user.email=proof@localhost', ...args])
  git('add', '--all')
  git('commit', '--quiet', '--message', 'before')
  step('it is made', 'node', ['tools/new-module.ts', module, '--title', '样例应用'])
  const changed = git('status', '--porcelain', '--untracked-files=all').output.trim().split('\n')
  const outside = changed.map((line) => line.slice(2).trim()).filter((file) => !file.startsWith(`${module}/`))
  expect(
    `${changed.length - outside.length} files are in its folder, and outside only ${generatedFiles.join(', ')} changed`,
    outside.toSorted().join() === generatedFiles.join(),
    outside.join('\n'),
  )
  judgeLines()
  step('a second one of that name is refused', 'node', ['tools/new-module.ts', module], false)
  const openapi = readFileSync(join(copy.folder, 'openapi.json'), 'utf8')
  expect(
    'openapi.json has its routes',
    openapi.includes('/api/example/item/list') && openapi.includes('/loan/giveBack'),
  )
  const contents = readFileSync(join(copy.folder, 'docs/users/README.md'), 'utf8')
  expect('the handbook has its chapter', contents.includes(`[样例应用](../../${module}/help.md)`))
  const list = copy.run('node_modules/.bin/playwright', [...journeys, '--list'])
  const listed = ['[desktop] › applications/example/journeys/', '[phone] › applications/example/journeys/']
  expect(
    'its journey is listed for a desktop and for a phone',
    listed.every((line) => list.output.includes(line)),
    list.output,
  )
  if (long) judgeEverything()
  else await judgeModule()
} finally {
  copy.remove()
}
if (failures.length > 0) process.exit(1)

/** An application with two entities fits in this many lines; more means that the library should do more. */
function judgeLines() {
  const files = globSync('**/*.*', { cwd: join(copy.folder, module) }).toSorted()
  const lines = files.map((file) => readFileSync(join(copy.folder, module, file), 'utf8').split('\n').length - 1)
  for (const [at, file] of files.entries()) console.log(`new-module: ${String(lines[at]).padStart(5)} ${file}`)
  const sum = lines.reduce((all, one) => all + one, 0)
  expect(`it has ${sum} lines in ${files.length} files, at most ${linesAtMost}`, sum <= linesAtMost)
}

async function judgeModule() {
  step('its files are formatted', 'node_modules/.bin/oxfmt', ['--check', module])
  step('lint passes', 'node_modules/.bin/oxlint', ['--deny-warnings', module])
  await judgeImports()
  for (const side of ['server', 'web']) {
    // The compiler options of the whole side, but only the new files and their imports.
    const include = side === 'web' ? [`${module}/web`] : [module, 'kernel/sheet/server/module.ts']
    const types = side === 'web' ? ['vite/client', 'node'] : ['node']
    const config = { extends: `./tsconfig.${side}.json`, compilerOptions: { incremental: false, types }, include }
    writeFileSync(join(copy.folder, 'tsconfig.example.json'), JSON.stringify(config))
    step(`types of the ${side} pass`, 'node', ['node_modules/typescript7/bin/tsc', '-p', 'tsconfig.example.json'])
  }
  writeFileSync(join(copy.folder, module, 'web/page.test.ts'), pageTest)
  writeFileSync(join(copy.folder, 'entry/seed/example-rows.test.ts'), seedTest)
  judgeTests()
}

/** Tests of the module and of the harness that finds it. Each must have run, so that a changed title is noticed. */
function judgeTests() {
  const files = [
    module,
    'entry/api/isolation.test.ts',
    'entry/testing/scope.test.ts',
    'entry/testing/birth-certificate.test.ts',
    'entry/testing/metrics.test.ts',
    'entry/testing/entity-tables.test.ts',
    'entry/testing/entity-sheets.test.ts',
    'entry/web/build/documents.test.ts',
    'entry/seed/example-rows.test.ts',
  ]
  const titles = {
    'its test passes': 'lends an item to one person at a time',
    'its desk page is found': 'is a page of the desk',
    'its phone page is found': 'has a phone page for staff',
    'its routes are in the access matrix': 'POST /api/example/loan/giveBack',
    'its list keeps to its scope': 'example-loan > listPage lets nobody see more',
    'its export keeps to its scope': 'example-loan > export lets nobody see more',
    'it is certified': 'example has joined everything',
    'its metrics are counted': 'example.overdue can be counted',
    'its tables are as declared': 'the table of every entity has the limits',
    'its import and export agree': 'example-item',
    'its pages have their anchors in the handbook': 'has an anchor for the help button of every page',
    'its demo rows are created': 'has the demo rows of the new module',
  }
  const pattern = ['covers every endpoint', '/api/example/', ...Object.values(titles)].join('|')
  const { ok, output } = copy.run('node_modules/.bin/vitest', [
    'run',
    ...files,
    '--reporter=verbose',
    '--testNamePattern',
    pattern,
  ])
  expect('no test fails', ok, output)
  const passed = output.split('\n').filter((line) => line.includes('✓'))
  for (const [what, title] of Object.entries(titles))
    expect(
      what,
      passed.some((line) => line.includes(title)),
      output,
    )
}

/** The rules of `tools/imports` for the imports of the new files. */
async function judgeImports() {
  const { output } = await cruise([module], {
    baseDir: copy.folder,
    ruleSet: { forbidden: rules },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: `^(?!${module}/)` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  })
  const { modules, summary } = output as ICruiseResult
  const found = modules.filter(({ source }) => source.startsWith(`${module}/`)).length
  const broken = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  expect(`imports of ${found} files pass`, found >= 8 && broken.length === 0, broken.join('\n'))
}

function judgeEverything() {
  step('every check passes', 'node', ['tools/check.ts'])
  writeFileSync(join(copy.folder, module, 'web/page.test.ts'), pageTest)
  writeFileSync(join(copy.folder, 'entry/seed/example-rows.test.ts'), seedTest)
  step('its own tests, the access matrix and the scope test pass', 'node_modules/.bin/vitest', [
    'run',
    module,
    'entry/api/isolation',
    'entry/testing',
    'entry/seed/example-rows',
    'entry/web/build',
  ])
  rmSync(join(copy.folder, module, 'web/page.test.ts'))
  rmSync(join(copy.folder, 'entry/seed/example-rows.test.ts'))
  step('the pages are built', 'node_modules/.bin/vite', ['build', '--config', 'entry/web/vite.config.ts'])
  const built = globSync('dist/web/assets/*.js', { cwd: copy.folder }).map((file) =>
    readFileSync(join(copy.folder, file), 'utf8'),
  )
  expect(
    'the built pages know its page',
    built.some((text) => text.includes('样例应用') && text.includes('Example')),
  )
  expect(
    'and call its route',
    built.some((text) => text.includes('/api/example/loan')),
  )
  expect(
    'and have its chapter',
    built.some((text) => text.includes('一件器材还没有归还')),
  )
  step('a school administrator opens its pages in a browser', 'node_modules/.bin/playwright', journeys)
  step('a kernel module too', 'node', ['tools/new-module.ts', 'kernel/sample', '--title', '内核样例'])
  step('every check passes', 'node', ['tools/check.ts'])
}

function step(what: string, command: string, args: string[], shouldWork = true) {
  const began = performance.now()
  const { ok, output } = copy.run(command, args)
  expect(`${what} (${((performance.now() - began) / 1000).toFixed(1)} s)`, ok === shouldWork, output)
}

function expect(what: string, holds: boolean, output = '') {
  console.log(`new-module: ${holds ? 'yes' : 'NO '} ${what}`)
  if (holds) return
  failures.push(what)
  console.log(output.split('\n').slice(-60).join('\n'))
}
