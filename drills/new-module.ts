/** `pnpm new-module applications/example` in a copy of the source: it passes every check and is there on both sides. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copySource } from './parts/copy.ts'

const long = process.argv.includes('--long')
const failures: string[] = []
const copy = copySource()
try {
  step('it is made', 'node', ['tools/new-module.ts', 'applications/example', '--title', '样例应用'])
  step('a second one of that name is refused', 'node', ['tools/new-module.ts', 'applications/example'], false)
  step('every check passes', 'node', ['tools/check.ts'])
  step('its own test and the isolation matrix pass', 'node_modules/.bin/vitest', [
    'run',
    'applications/example',
    'entry/api/isolation',
    'entry/testing',
  ])
  step('the pages are built', 'node_modules/.bin/vite', ['build', '--config', 'entry/web/vite.config.ts'])
  const openapi = readFileSync(join(copy.folder, 'openapi.json'), 'utf8')
  expect('openapi.json knows its route', openapi.includes('/api/example/overview'))
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
  if (long) {
    step('a kernel module too', 'node', ['tools/new-module.ts', 'kernel/weather', '--title', '天气'])
    step('every check passes', 'node', ['tools/check.ts'])
  }
} finally {
  copy.remove()
}
if (failures.length > 0) process.exit(1)

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
