/**
 * All checks that do not run the product. Two parts run at a time, the longest first; all parts run and print their
 * time, and any failure fails.
 */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const lanes = 2
// Both TypeScript packages install a "tsc"; this one is version 7. Each lane has one core: several checkers would check
// shared types several times, which doubles the time of tsc and adds half to that of lint.
const tsc = ['node', 'node_modules/typescript7/bin/tsc', '--checkers', '1', '-p']
const parts: [name: string, command: string[]][] = [
  ['lint', ['env', 'GOMAXPROCS=1', 'node_modules/.bin/oxlint', '--threads=1', '--deny-warnings', '.']],
  ['imports', ['node', 'tools/imports/main.ts']],
  ['types server', [...tsc, 'tsconfig.server.json']],
  ['types web', [...tsc, 'tsconfig.web.json']],
  ['generated', ['node', 'tools/generate.ts', '--check']],
  ['unused', ['node_modules/.bin/knip', '--no-progress']],
  ['types web tests', [...tsc, 'tsconfig.web-tests.json']],
  ['format', ['node_modules/.bin/oxfmt', '--check', '.']],
  ['words', ['node', 'tools/words.ts']],
  ['css classes', ['node', 'tools/css-classes.ts']],
]

const began = performance.now()
const waiting = [...parts]
const failed: string[] = []
await Promise.all(Array.from({ length: lanes }, runLane))
if (failed.length > 0) {
  console.error(`check: ${failed.length} of ${parts.length} failed: ${failed.join(', ')}`)
  process.exit(1)
}
console.log(`check: all ${parts.length} passed in ${secondsSince(began)} s`)

async function runLane() {
  for (let part = waiting.shift(); part; part = waiting.shift()) await runPart(...part)
}

/** The output of a part is printed only on failure and after its end, so that two lanes do not mix. */
async function runPart(name: string, [command, ...args]: string[]) {
  const start = performance.now()
  const { code, output } = await run(command!, args)
  console.log(`check: ${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${secondsSince(start).padStart(5)} s`)
  if (code === 0) return
  failed.push(name)
  console.log(output.split('\n').slice(0, 60).join('\n'))
}

function secondsSince(moment: number) {
  return ((performance.now() - moment) / 1000).toFixed(1)
}

function run(command: string, args: string[]) {
  return new Promise<{ code: number | null; output: string }>((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (error) => done({ code: 1, output: error.message }))
    child.once('close', (code) => done({ code, output }))
  })
}
