import { spawn } from 'node:child_process'
import { root } from '../../entry/modules.ts'

/** Runs one test file with its own settings and seed for at most half an hour, and returns its output. */
export async function runTest(file: string, settings: Record<string, string>) {
  const child = spawn('node_modules/.bin/vitest', ['run', file], {
    cwd: root,
    env: { QIMING_MODEL_SEED: `${Date.now() % 1_000_000}`, ...process.env, NO_COLOR: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30 * 60_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { isGreen: code === 0, output, end: output.split('\n').slice(-60).join('\n') }
}
