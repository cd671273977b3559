/**
 * The proofs of a CI run, in their short form: those that `choose-proofs.ts` chooses, or all of them with CI_ALL=1.
 * Proofs that measure run one after the other, the rest in two lanes with the longest first. `--list` only prints which
 * ones would run and why.
 */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import {
  chooseProofs,
  findDeadGlobs,
  listChanges,
  listFiles,
  readCommit,
  readProofs,
  type Proof,
} from './choose-proofs.ts'

const root = resolve(import.meta.dirname, '..')
const lanes = 2
const minutesAtMost = 10

const proofs = readProofs()
const deadGlobs = findDeadGlobs(proofs, listFiles())
for (const problem of deadGlobs) console.error(`proofs: Error: ${problem}`)
if (deadGlobs.length > 0) process.exit(1)

const { chosen, postponed, leftOut } = chooseProofs(
  proofs,
  process.env['CI_ALL'] ? undefined : listChanges(),
  readCommit(),
)
for (const { name, reason } of chosen) console.log(`proofs: ${name}: ${reason}`)
for (const { name, reason } of postponed)
  console.log(`proofs: NOT RUN for lack of time, CI_ALL=1 runs it: ${name}: ${reason}`)
if (leftOut.length > 0)
  console.log(`proofs: left out, their subjects did not change: ${leftOut.map(({ name }) => name).join(', ')}`)
if (process.argv.includes('--list')) process.exit(0)

const results: { name: string; seconds: number; isGood: boolean }[] = []
for (const proof of chosen.filter(({ runsAlone }) => runsAlone)) await runProof(proof)
const waiting = chosen.filter(({ runsAlone }) => !runsAlone).toSorted((a, b) => b.seconds - a.seconds)
await Promise.all(Array.from({ length: lanes }, runLane))

console.log()
for (const { name, seconds, isGood } of results)
  console.log(`proof ${name.padEnd(12)} ${seconds.toFixed(0).padStart(6)} s  ${isGood ? 'ok' : 'FAILED'}`)
const failed = results.filter(({ isGood }) => !isGood).length
if (failed > 0) console.log(`${failed} failed`)
console.log(`${results.length - failed} passed`)
if (failed > 0) process.exitCode = 1

async function runLane() {
  for (let proof = waiting.shift(); proof; proof = waiting.shift()) await runProof(proof)
}

/**
 * The output of a proof is printed after its end, so that two lanes do not mix; its lines are prefixed, because some of
 * them count tests.
 */
async function runProof({ name }: Proof) {
  const began = performance.now()
  const child = spawn('node', ['--env-file-if-exists=.stack/env', 'tools/run-named.ts', 'proofs', name], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: minutesAtMost * 60_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code, signal] = await new Promise<[number | null, string | null]>((done) =>
    child.once('close', (...end) => done(end)),
  )
  if (signal) output += `Error: ended by ${signal} after ${minutesAtMost} minutes\n`
  const isGood = code === 0
  const seconds = (performance.now() - began) / 1000
  results.push({ name, seconds, isGood })
  console.log(`\n--- proof ${name}: ${isGood ? 'ok' : 'FAILED'} after ${seconds.toFixed(0)} s`)
  console.log(output.trimEnd().replaceAll(/^/gm, '| '))
}
