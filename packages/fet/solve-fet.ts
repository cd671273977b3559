import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createConcurrencyLimit } from '#packages/core'
import { checkProblem } from './check-problem.ts'
import type { FetProblem, FetResult } from './fet-problem.ts'
import { readDifficult, readPlacements, readStatus } from './read-output.ts'
import { writeInput } from './write-input.ts'

export interface FetOptions {
  /** Of the search; what is not placed then remains unplaced. */
  seconds: number
  /** From 1; another seed gives another timetable. */
  seed?: number | undefined
  /** The search stops; what is placed by then is returned. */
  signal?: AbortSignal | undefined
  /** For tests that falsify the input. */
  alter?: (input: string) => string
}

/** FET also reads and writes. With a fixed activity that breaks a constraint it looks at no clock and no signal. */
const secondsAround = 15
const messageLength = 4000

// Each search takes one core for as long as it lasts.
const limitConcurrency = createConcurrencyLimit(Math.max(1, Math.floor(availableParallelism() / 2)))

/**
 * Has FET (`fet-cl`, a process of its own) search for a timetable. Throws if the problem names something unknown; every
 * other end is a result.
 */
export function solveFet(problem: FetProblem, options: FetOptions): Promise<FetResult> {
  checkProblem(problem)
  return limitConcurrency(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'qiming-fet-'))
    try {
      return await solveIn(folder, problem, options)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

async function solveIn(folder: string, problem: FetProblem, options: FetOptions): Promise<FetResult> {
  const seed = options.seed ?? randomInt(1, 2_000_000_000)
  const began = performance.now()
  const end = (found: Partial<FetResult> & Pick<FetResult, 'status'>): FetResult => {
    const placements = found.placements ?? []
    const placed = new Set(placements.map(({ activityId }) => activityId))
    const unplaced = problem.activities.flatMap(({ id }) => (placed.has(id) ? [] : id))
    const seconds = (performance.now() - began) / 1000
    return { difficult: [], message: '', ...found, placements, unplaced, seed, seconds }
  }
  if (options.signal?.aborted) return end({ status: 'stopped' })
  if (problem.activities.length === 0) return end({ status: 'solved' })
  const input = writeInput(problem)
  await writeFile(join(folder, 'school.fet'), options.alter?.(input) ?? input)
  await mkdir(join(folder, 'out'))
  const { said, wasKilled } = await run(folder, seed, options)
  const read = (path: string) => readFile(join(folder, 'out', path), 'utf8').catch(() => '')
  if (wasKilled) return end({ status: options.signal?.aborted ? 'stopped' : 'timeout', message: said })
  const status = readStatus(said, await read('logs/result.txt'))
  if (status === 'impossible' || status === 'invalid-input') return end({ status, message: said })
  const at = status === 'solved' ? 'timetables/school' : 'timetables/school-highest'
  const placements = readPlacements(await read(`${at}/school_activities.xml`), problem)
  const difficult = status === 'solved' ? [] : readDifficult(await read('logs/difficult_activities.txt'), problem)
  const result = end({ status, placements, difficult, message: said })
  if (status === 'solved' && result.unplaced.length > 0)
    throw new Error(`fet: says it succeeded and leaves out ${result.unplaced.length} activities`)
  return result
}

/** Pages for people are not written. Without activities and their tags FET leaves the file with the placements out. */
const unwanted = (
  'conflicts sstatistics sdayshorizontal sdaysvertical stimehorizontal stimevertical ssubgroups sgroups syears ' +
  'steachers steachersfreeperiods srooms ssubjects'
)
  .split(' ')
  .map((what) => `--writetimetable${what}=false`)
/** Only a tip about speed. */
const withoutTip = '--warnsubgroupswiththesameactivities=false'

async function run(folder: string, seed: number, { seconds, signal }: FetOptions) {
  // Six numbers far from each other: neighbouring seeds begin with the same choices.
  const seeds = ['10', '11', '12', '20', '21', '22'].map(
    (name, at) => `--randomseeds${name}=${1 + ((Math.imul(seed * 6 + at, 0x9e3779b1) >>> 0) % 4_294_900_000)}`,
  )
  const limit = Math.max(1, Math.round(seconds))
  const child = spawn(
    'fet-cl',
    ['--inputfile=school.fet', '--outputdir=out', `--timelimitseconds=${limit}`, ...seeds, ...unwanted, withoutTip],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Nothing of our environment; FET keeps its settings in its home.
      env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8' },
    },
  )
  let wasKilled = false
  const kill = () => (wasKilled = child.kill('SIGKILL') || wasKilled)
  let timer = setTimeout(kill, (limit + secondsAround) * 1000)
  // After SIGTERM it writes what it has.
  const stop = () => {
    child.kill('SIGTERM')
    clearTimeout(timer)
    timer = setTimeout(kill, 5000)
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const ended = new Promise<void>((done, fail) => child.once('error', fail).once('close', () => done()))
    if (child.pid) setPriorityOf(child.pid)
    if (signal?.aborted) stop()
    const [, out, errors] = await Promise.all([ended, readBeginning(child.stdout), readBeginning(child.stderr)])
    return { said: (out + errors).slice(0, messageLength), wasKilled }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** Requests of users come first. */
function setPriorityOf(pid: number) {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
}

async function readBeginning(stream: Readable): Promise<string> {
  let text = ''
  for await (const piece of stream) if (text.length < messageLength) text += String(piece)
  return text.slice(0, messageLength)
}
