/**
 * The model tests of QR sign-in and of switching in three tabs, with as many sequences as wanted, and what they saw.
 * Each finds a deliberately broken variant, too.
 */
import { spawn } from 'node:child_process'
import { root } from '../entry/modules.ts'

const runs = process.argv.includes('--long') ? 5_000 : 500
const files = ['entry/api/qr.model.test.ts', 'entry/api/switching.model.test.ts']
let failed = 0
for (const file of files) {
  const { code, output } = await test(file)
  for (const [line] of output.matchAll(/(qr|switching) model: .*/g)) console.log(`models: ${line}`)
  if (code === 0) continue
  failed++
  console.error(`models: FAILED ${file}\n${output.split('\n').slice(-60).join('\n')}`)
}
if (failed > 0) process.exit(1)

function test(file: string) {
  const child = spawn('node_modules/.bin/vitest', ['run', file], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', QIMING_MODEL_RUNS: `${runs}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30 * 60_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise<{ code: number | null; output: string }>((done) =>
    child.once('close', (code) => done({ code, output })),
  )
}
