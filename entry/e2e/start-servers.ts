/** Started by Playwright: fresh databases, then the API with the built pages, the worker, and nginx in front. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../modules.ts'
import { logDir } from './e2e-settings.ts'
import { startProxy } from './proxy.ts'
import { resetSecrets } from './search-secrets.ts'
import { prepareJourneys } from './prepare-journeys.ts'

if (!existsSync(join(root, 'dist/web/index.html'))) {
  console.error('e2e: there are no built pages; run pnpm build first')
  process.exit(1)
}
rmSync(logDir, { recursive: true, force: true })
mkdirSync(logDir, { recursive: true })
resetSecrets()
const settings = await prepareJourneys()
const env = { ...process.env, ...settings }
const children = ['api', 'worker'].map((name) => {
  const log = openSync(join(logDir, `${name}.log`), 'a')
  return spawn(process.execPath, [name === 'api' ? 'entry/api/main.ts' : 'entry/worker/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', log, log],
  })
})
children.push(startProxy())

const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
for (const child of children) child.once('exit', stop)
