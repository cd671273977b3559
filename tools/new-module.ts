/**
 * pnpm new-module applications/example [--title 样例]: creates a small working application to start from: the equipment
 * of a school and its loans. Two entities with a relation, a status, files, import, export, a statistic, metrics, demo
 * rows, a phone page, a test, a journey and a chapter of the handbook. Everything is in its folder; the generated files
 * are written again, or not with --skip-generate.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeModuleFiles } from './new-module-files.ts'

const root = resolve(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { title: { type: 'string', default: '样例' }, 'skip-generate': { type: 'boolean', default: false } },
})
const [, layer = '', key = ''] = /^(kernel|engines|applications)\/([a-z][a-z0-9-]*)$/.exec(positionals[0] ?? '') ?? []
const { title } = values
if (!key) fail('usage: pnpm new-module kernel|engines|applications/kebab-case-name [--title 标题]')
if (existsSync(join(root, layer, key))) fail(`${layer}/${key} is there already`)

const camel = key.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const pascal = camel[0]!.toUpperCase() + camel.slice(1)
const url = layer === 'applications' ? `/application/${pascal}` : `/baseData/${pascal}`
/** Migrations run in the order of their times; a new one comes after all others, whatever the clock says. */
const migrations = globSync('{packages/*,{kernel,engines,applications}/*/server}/migrations/*.sql', { cwd: root })
const latest = Math.max(...migrations.map((file) => Number(basename(file).slice(0, 14))))
const time = Math.max(latest + 1, Number(new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)))
const files = writeModuleFiles({ layer, key, title, pascal, url, time })

for (const [name, text] of Object.entries(files)) {
  const file = join(root, layer, key, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
run('node_modules/.bin/oxfmt', [`${layer}/${key}`])
if (!values['skip-generate']) run('node', ['tools/generate.ts'])
console.log(`new-module: ${layer}/${key} with ${Object.keys(files).length} files; its page: ${url}`)

function fail(message: string): never {
  console.error(`new-module: ${message}`)
  process.exit(2)
}
