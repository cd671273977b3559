/** Everything that can be judged without running the product. All parts run, each tells its time, any failure fails. */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const tsc = ['node', 'node_modules/typescript7/bin/tsc', '-p'] // both TypeScripts install a "tsc"; this one is 7
const parts: [name: string, command: string[]][] = [
  ['format', ['node_modules/.bin/oxfmt', '--check', '.']],
  ['lint', ['node_modules/.bin/oxlint', '--deny-warnings', '.']],
  ['types server', [...tsc, 'tsconfig.server.json']],
  ['types web', [...tsc, 'tsconfig.web.json']],
  ['types web tests', [...tsc, 'tsconfig.web-tests.json']],
  ['imports', ['node', 'tools/imports/main.ts']],
  ['unused', ['node_modules/.bin/knip', '--no-progress']],
  ['words', ['node', 'tools/words.ts']],
  ['generated', ['node', 'tools/generate.ts', '--check']],
]

let failed = 0
for (const [name, [command, ...args]] of parts) {
  const began = performance.now()
  const { code, output } = await run(command!, args)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`check: ${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(5)} s`)
  if (code === 0) continue
  failed++
  console.log(output.split('\n').slice(0, 60).join('\n'))
}
if (failed > 0) {
  console.error(`check: ${failed} of ${parts.length} failed`)
  process.exit(1)
}
console.log(`check: all ${parts.length} passed`)

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
