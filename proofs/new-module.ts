/**
 * `pnpm new-module applications/example` in a copy of the source: the generated files pass the checks, their test and
 * their rows of the isolation matrix, and are found by server and web. The short form checks only the new folder;
 * `--long` runs the whole check and the whole build, for an application and for a kernel module.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { rules } from '../tools/imports/rules.ts'
import { copySource } from './shared/source-copy.ts'

/** The generator, and the files that the generated code imports by name. */
export const about = [
  'tools/new-module.ts',
  'packages/contract/**',
  'packages/testing/**',
  'packages/core/refusal.ts',
  'packages/http/mount.ts',
  'packages/web/core/{call,module}.ts',
  'packages/web/desk/{action-line,page-state,skeleton}.tsx',
]
export const shortSeconds = 40

const long = process.argv.includes('--long')
const module = 'applications/example'
const pageTest = `// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { pages } from '../../../entry/web/desk/web-modules.ts'

it('is a page of the desk', async () => {
  const page = pages.find(({ url }) => url === '/application/Example')
  expect(page?.title).toBe('样例应用')
  expect((await page!.load()).default).toBeTypeOf('function')
})
`
const failures: string[] = []
const copy = copySource()
try {
  step('it is made', 'node', ['tools/new-module.ts', module, '--title', '样例应用'])
  step('a second one of that name is refused', 'node', ['tools/new-module.ts', module], false)
  const openapi = readFileSync(join(copy.folder, 'openapi.json'), 'utf8')
  expect('openapi.json knows its route', openapi.includes('/api/example/overview'))
  if (long) judgeEverything()
  else await judgeModule()
} finally {
  copy.remove()
}
if (failures.length > 0) process.exit(1)

async function judgeModule() {
  step('its files are formatted', 'node_modules/.bin/oxfmt', ['--check', module])
  step('lint passes', 'node_modules/.bin/oxlint', ['--deny-warnings', module])
  await judgeImports()
  for (const side of ['server', 'web']) {
    // The compiler options of the whole side, but only the new files and their imports.
    const include = side === 'web' ? [`${module}/web`] : [module]
    const config = { extends: `./tsconfig.${side}.json`, compilerOptions: { incremental: false }, include }
    writeFileSync(join(copy.folder, 'tsconfig.example.json'), JSON.stringify(config))
    step(`types of the ${side} pass`, 'node', ['node_modules/typescript7/bin/tsc', '-p', 'tsconfig.example.json'])
  }
  writeFileSync(join(copy.folder, module, 'web/page.test.ts'), pageTest)
  step('its test, its rows of the isolation matrix and its page pass', 'node_modules/.bin/vitest', [
    'run',
    module,
    'entry/api/isolation.test.ts',
    '--testNamePattern',
    'own organisation|knows every endpoint|/api/example/|page of the desk',
  ])
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
  step('its own test and the isolation matrix pass', 'node_modules/.bin/vitest', [
    'run',
    module,
    'entry/api/isolation',
    'entry/testing',
  ])
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
    built.some((text) => text.includes('/api/example/overview')),
  )
  step('a kernel module too', 'node', ['tools/new-module.ts', 'kernel/weather', '--title', '天气'])
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
