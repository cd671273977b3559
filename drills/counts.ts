/**
 * The counts of organisations after random moves: nodes are made, moved, merged, split and deleted, people are hired,
 * get further places and leave, by three at once, and after every round each path and each count is compared with one that
 * was counted by hand. `--long` does it a thousand times.
 */
import { spawn } from 'node:child_process'
import { root } from '../entry/modules.ts'

const steps = process.argv.includes('--long') ? 1_000 : 150
const child = spawn('node_modules/.bin/vitest', ['run', 'entry/api/counts.model.test.ts'], {
  cwd: root,
  env: { ...process.env, NO_COLOR: '1', QIMING_COUNT_STEPS: `${steps}` },
  stdio: ['ignore', 'pipe', 'pipe'],
  timeout: 30 * 60_000,
})
let output = ''
for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
const code = await new Promise<number | null>((done) => child.once('close', done))
for (const [line] of output.matchAll(/counts model: .*/g)) console.log(line.replace('counts model', 'counts'))
if (code !== 0) {
  console.error(`counts: FAILED\n${output.split('\n').slice(-60).join('\n')}`)
  process.exit(1)
}
