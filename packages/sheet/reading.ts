import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Refusal } from '#packages/core'
import { NotConvertible, xlsxOf } from '#packages/office'
import type { Asked, Told } from './reader/read.ts'

export type SheetPiece = Told

export interface ReadOptions extends Omit<Asked, 'suffix'> {
  /** As `checkSheetFile` says. */
  suffix: 'xlsx' | 'xls' | 'csv'
  signal?: AbortSignal
  memoryMegabytes?: number
  /** For experiments: the most memory it was seen to hold, also when nothing came of it. */
  observe?: (peakBytes: number) => void
}

const house = join(import.meta.dirname, '../..')
const reader = join(import.meta.dirname, 'reader/main.ts')
/** Of processor, and of being waited for: how long the listener takes over each piece does not count. */
const secondsAtMost = 60
/** What Node takes for itself, and what is kept outside of its heap. */
const besidesHeap = 160
const watchMilliseconds = 25
const longestLine = 64 * 1024 * 1024

/**
 * What stands in a spreadsheet: its headings, its rows, and how much memory that took. It is taken apart in a process
 * of its own that may read nothing else and is ended when it takes too much: whoever wrote the file may have meant harm.
 * Throws a `Refusal` for what cannot be read.
 */
export async function* readSheet(path: string, options: ReadOptions): AsyncGenerator<SheetPiece> {
  if (options.suffix !== 'xls') return yield* readModern(path, { ...options, suffix: options.suffix })
  // Beside the file, so that whoever sweeps up after a worker that died finds both.
  const folder = await mkdtemp(join(dirname(path), 'sheet-'))
  try {
    const to = join(folder, 'sheet.xlsx')
    await xlsxOf({ path, suffix: 'xls' }, { to, ...(options.signal && { signal: options.signal }) }).catch(asRefusal)
    yield* readModern(to, { ...options, suffix: 'xlsx' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function asRefusal(error: unknown): never {
  if (!(error instanceof NotConvertible)) throw error
  throw new Refusal('无法打开这个 .xls 文件，它可能已损坏或有密码，请用 Excel 另存为 .xlsx 后上传')
}

async function* readModern(
  path: string,
  { suffix, rowsAtMost, known, signal, memoryMegabytes = 300, observe }: ReadOptions & { suffix: 'xlsx' | 'csv' },
): AsyncGenerator<SheetPiece> {
  signal?.throwIfAborted()
  const child = start({ path, suffix, rowsAtMost, known }, memoryMegabytes)
  const ended = new Promise<void>((done, fail) => {
    child.once('error', fail)
    child.once('close', () => done())
  })
  ended.catch(() => {}) // heard below, or nobody listens any more
  const complaint = beginningOf(child.stderr!)
  const watch = new Watch(child, memoryMegabytes)
  const onAbort = () => watch.end('aborted')
  signal?.addEventListener('abort', onAbort)
  try {
    let isOver = false
    for await (const told of linesOf(child.stdout!, watch)) {
      if (told.kind === 'refused') throw new Refusal(told.words)
      isOver = told.kind === 'end'
      yield told
    }
    await ended
    if (isOver) return
    signal?.throwIfAborted()
    throw failure(child, watch, await complaint)
  } finally {
    signal?.removeEventListener('abort', onAbort)
    watch.end('left')
    observe?.(watch.peakBytes)
  }
}

function start(asked: Asked & { path: string }, memoryMegabytes: number): ChildProcess {
  const heap = Math.max(48, memoryMegabytes - besidesHeap)
  const readable = [join(house, 'packages'), join(house, 'package.json'), asked.path, '/proc/self/status']
  const node = [
    process.execPath,
    `--max-old-space-size=${heap}`,
    '--max-semi-space-size=8',
    '--disable-warning=ExperimentalWarning',
    // It may neither write nor start anything, and sees no file but its own program and the one that it is to read.
    '--permission',
    ...readable.map((place) => `--allow-fs-read=${place}`),
    reader,
    JSON.stringify(asked),
  ]
  const bounds = ['--core=0', `--cpu=${secondsAtMost}`, '--', 'nice', '-n', '5']
  return spawn('prlimit', [...bounds, ...node], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' }, // none of our secrets
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

type Why = 'memory' | 'time' | 'aborted' | 'left'

/** Ends the process when it has taken more memory or time than it may. */
class Watch {
  why: Why | undefined
  peakBytes = 0
  readonly #child: ChildProcess
  readonly #timer: NodeJS.Timeout
  readonly #bytesAtMost: number
  #waitedMilliseconds = 0
  #since: number | undefined

  constructor(child: ChildProcess, megabytes: number) {
    this.#child = child
    this.#bytesAtMost = megabytes * 1024 * 1024
    this.#timer = setInterval(() => this.#look(), watchMilliseconds)
  }

  /** Its time runs only while somebody waits for it. */
  waiting(is: boolean) {
    if (this.#since !== undefined) this.#waitedMilliseconds += performance.now() - this.#since
    this.#since = is ? performance.now() : undefined
  }

  #look() {
    const waited = this.#waitedMilliseconds + (this.#since === undefined ? 0 : performance.now() - this.#since)
    this.peakBytes = Math.max(this.peakBytes, heldBytes(this.#child.pid))
    if (waited > secondsAtMost * 1000) this.end('time')
    else if (this.peakBytes > this.#bytesAtMost) this.end('memory')
  }

  end(why: Why) {
    this.why ??= why
    clearInterval(this.#timer)
    this.#child.kill('SIGKILL')
  }
}

/** The most it has held so far; none when it has just ended. */
function heldBytes(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

async function* linesOf(stream: Readable, watch: Watch) {
  let rest: Buffer[] = []
  let length = 0
  watch.waiting(true)
  for await (const piece of stream as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      const line = Buffer.concat([...rest, piece.subarray(from, end)]).toString()
      ;[rest, length, from] = [[], 0, end + 1]
      watch.waiting(false)
      yield JSON.parse(line) as Told | { kind: 'refused'; words: string }
      watch.waiting(true)
    }
    rest.push(piece.subarray(from))
    length += piece.length - from
    if (length > longestLine) throw new Error('the reader of spreadsheets tells a line without an end')
  }
}

/** It ended without having told all: what stopped it. */
function failure({ exitCode, signalCode }: ChildProcess, { why }: Watch, complaint: string): Error {
  const isOutOfMemory = why === 'memory' || signalCode === 'SIGABRT' || signalCode === 'SIGTRAP' || exitCode === 134
  if (isOutOfMemory) return new Refusal('文件内容过多，请删除多余的工作表和格式，或拆分后上传')
  if (why === 'time' || signalCode === 'SIGXCPU' || signalCode === 'SIGKILL')
    return new Refusal('读取文件超时，请拆分后上传')
  return new Error(`the reader of spreadsheets failed (${exitCode ?? signalCode}): ${complaint}`)
}

async function beginningOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const piece of stream) if (text.length < 4096) text += String(piece)
  return text.slice(0, 4096)
}
