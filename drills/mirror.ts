/**
 * The permission mirror in a random district: for ten thousand random triples of a person, a record and a function, and
 * with `--long` for fifty thousand, its explanation says yes exactly when the query of the record's module returns the row;
 * whoever it tells as holders are those of whom it says yes; and either side that forgets a part is noticed.
 */
import { spawn } from 'node:child_process'
import { root } from '../entry/modules.ts'

const triples = process.argv.includes('--long') ? 50_000 : 10_000
const child = spawn('node_modules/.bin/vitest', ['run', 'entry/api/mirror.model.test.ts'], {
  cwd: root,
  env: { ...process.env, NO_COLOR: '1', QIMING_MIRROR_TRIPLES: `${triples}` },
  stdio: ['ignore', 'pipe', 'pipe'],
  timeout: 30 * 60_000,
})
let output = ''
for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
const code = await new Promise<number | null>((done) => child.once('close', done))
for (const [line] of output.matchAll(/mirror model: .*/g)) console.log(line.replace('mirror model', 'mirror'))
if (code !== 0) {
  console.error(`mirror: FAILED\n${output.split('\n').slice(-60).join('\n')}`)
  process.exit(1)
}
