/**
 * Runs everything for development in one terminal: migrates the databases, starts the API and the worker with restart
 * on change, and serves the pages by Vite. A new module, page or migration needs a restart.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { migrateDatabases } from '../entry/migrate.ts'
import { loadModules, root } from '../entry/modules.ts'
import { readSettings } from '../entry/settings.ts'

const settings = readSettings()
execFileSync('node', ['tools/generate.ts', '--web'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
await migrateDatabases(settings.owners, await loadModules(), (line) => console.log(`migrate: ${line}`))

const children: [string, ChildProcess][] = [
  ['api', start('node', ['--watch', '--watch-preserve-output', 'entry/api/main.ts'])],
  ['worker', start('node', ['--watch', '--watch-preserve-output', 'entry/worker/main.ts'])],
  ['web', start('node_modules/.bin/vite', ['--config', 'entry/web/vite.config.ts'])],
]
console.log(`dev: open ${settings.publicUrl}/`)

function start(command: string, args: string[]) {
  return spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
}

const stop = () => {
  for (const [, child] of children) child.kill('SIGTERM')
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
for (const [name, child] of children) {
  child.once('exit', (code) => {
    if (code) console.error(`dev: ${name} ended with ${code}`)
    stop()
  })
}
