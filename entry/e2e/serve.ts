/** What Playwright starts: fresh databases, then the API with the built pages, and the worker. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../modules.ts'
import { setUp } from './set-up.ts'

if (!existsSync(join(root, 'dist/web/index.html'))) {
  console.error('e2e: there are no built pages; run pnpm build first')
  process.exit(1)
}
const env = { ...process.env, ...(await setUp()) }
const children = ['entry/api/main.ts', 'entry/worker/main.ts'].map((file) =>
  spawn(process.execPath, [file], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
)

const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
for (const child of children) child.once('exit', stop)
