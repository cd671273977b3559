import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Refusal } from '#packages/core'
import { NotConvertible, convertToXlsx } from '#packages/office'
import type { ReadRequest, ReaderMessage } from './reader/read-rows.ts'

export type SheetPiece = ReaderMessage

export interface ReadOptions extends Omit<ReadRequest, 'suffix'> {
  /** As detected by `checkSheetFile`. */
  suffix: 'xlsx' | 'xls' | 'csv'
  signal?: AbortSignal
  memoryMegabytes?: number
  /** For measurements: the peak memory, also after a failure. */
  observe?: (peakBytes: number) => void
}

const repositoryRoot = join(import.meta.dirname, '../..')
const reader = join(import.meta.dirname, 'reader/main.ts')
/** CPU time and waiting time; the time that the consumer needs does not count. */
const maxSeconds = 60
/** Memory of Node itself and outside of its heap. */
const nonHeapMegabytes = 160
const watchMilliseconds = 25
const maxLineBytes = 64 * 1024 * 1024

/**
 * Reads a spreadsheet: headings, rows, and the peak memory. It is parsed in a process that can read nothing else and is
 * killed above its limits, because the file may be hostile. Throws a `Refusal` for an unreadable file.
 */
export async function* readSheet(path: string, options: ReadOptions): AsyncGenerator<SheetPiece> {
  if (options.suffix !== 'xls') return yield* readInProcess(path, { ...options, suffix: options.suffix })
  // In the folder of the file, so that the sweep after a dead worker finds both.
  const folder = await mkdtemp(join(dirname(path), 'sheet-'))
  try {
    const to = join(folder, 'sheet.xlsx')
    await convertToXlsx({ path, suffix: 'xls' }, { to, ...(options.signal && { signal: options.signal }) }).catch(
      asRefusal,
    )
    yield* readInProcess(to, { ...options, suffix: 'xlsx' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function asRefusal(error: unknown): never {
  if (!(error instanceof NotConvertible)) throw error
  throw new Refusal('无法打开这个 .xls 文件，它可能已损坏或有密码，请用 Excel 另存为 .xlsx 后上传')
}

async function* readInProcess(
  path: string,
  {
    suffix,
    rowsAtMost,
    known,
    gridHeadings,
    signal,
    memoryMegabytes = 300,
    observe,
  }: ReadOptions & { suffix: 'xlsx' | 'csv' },
): AsyncGenerator<SheetPiece> {
  signal?.throwIfAborted()
  const child = start({ path, suffix, rowsAtMost, known, ...(gridHeadings && { gridHeadings }) }, memoryMegabytes)
  const ended = new Promise<void>((done, fail) => {
    child.once('error', fail)
    child.once('close', () => done())
  })
  ended.catch(() => {}) // handled below, or nobody is listening any more
  const complaint = readBeginning(child.stderr!)
  const watch = new ProcessWatch(child, memoryMegabytes)
  const onAbort = () => watch.end('aborted')
  signal?.addEventListener('abort', onAbort)
  try {
    let isOver = false
    for await (const message of readMessages(child.stdout!, watch)) {
      if (message.kind === 'refused') throw new Refusal(message.message)
      isOver = message.kind === 'end'
      yield message
    }
    await ended
    if (isOver) return
    signal?.throwIfAborted()
    throw toFailure(child, watch, await complaint)
  } finally {
    signal?.removeEventListener('abort', onAbort)
    watch.end('left')
    observe?.(watch.peakBytes)
  }
}

function start(request: ReadRequest & { path: string }, memoryMegabytes: number): ChildProcess {
  const heap = Math.max(48, memoryMegabytes - nonHeapMegabytes)
  const readable = [
    join(repositoryRoot, 'packages'),
    join(repositoryRoot, 'package.json'),
    request.path,
    '/proc/self/status',
  ]
  const node = [
    process.execPath,
    `--max-old-space-size=${heap}`,
    '--max-semi-space-size=8',
    '--disable-warning=ExperimentalWarning',
    // The process may neither write nor start anything, and can read only its own program and the file.
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    reader,
    JSON.stringify(request),
  ]
  const bounds = ['--core=0', `--cpu=${maxSeconds}`, '--', 'nice', '-n', '5']
  return spawn('prlimit', [...bounds, ...node], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' }, // none of our secrets
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

type StopReason = 'memory' | 'time' | 'aborted' | 'left'

/** Kills the process when it exceeds its memory or time limit. */
class ProcessWatch {
  stopReason: StopReason | undefined
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

  /** Time counts only while the consumer waits. */
  waiting(is: boolean) {
    if (this.#since !== undefined) this.#waitedMilliseconds += performance.now() - this.#since
    this.#since = is ? performance.now() : undefined
  }

  #look() {
    const waited = this.#waitedMilliseconds + (this.#since === undefined ? 0 : performance.now() - this.#since)
    this.peakBytes = Math.max(this.peakBytes, readPeakBytes(this.#child.pid))
    if (waited > maxSeconds * 1000) this.end('time')
    else if (this.peakBytes > this.#bytesAtMost) this.end('memory')
  }

  end(stopReason: StopReason) {
    this.stopReason ??= stopReason
    clearInterval(this.#timer)
    this.#child.kill('SIGKILL')
  }
}

/** The peak memory so far; 0 when the process has just ended. */
function readPeakBytes(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

async function* readMessages(stream: Readable, watch: ProcessWatch) {
  let rest: Buffer[] = []
  let length = 0
  watch.waiting(true)
  for await (const piece of stream as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      const line = Buffer.concat([...rest, piece.subarray(from, end)]).toString()
      ;[rest, length, from] = [[], 0, end + 1]
      watch.waiting(false)
      yield JSON.parse(line) as ReaderMessage | { kind: 'refused'; message: string }
      watch.waiting(true)
    }
    rest.push(piece.subarray(from))
    length += piece.length - from
    if (length > maxLineBytes) throw new Error('the reader of spreadsheets tells a line without an end')
  }
}

/** The reason why the process ended early. */
function toFailure({ exitCode, signalCode }: ChildProcess, { stopReason }: ProcessWatch, complaint: string): Error {
  const isOutOfMemory =
    stopReason === 'memory' || signalCode === 'SIGABRT' || signalCode === 'SIGTRAP' || exitCode === 134
  if (isOutOfMemory) return new Refusal('文件内容过多，请删除多余的工作表和格式，或拆分后上传')
  if (stopReason === 'time' || signalCode === 'SIGXCPU' || signalCode === 'SIGKILL')
    return new Refusal('读取文件超时，请拆分后上传')
  return new Error(`the reader of spreadsheets failed (${exitCode ?? signalCode}): ${complaint}`)
}

async function readBeginning(stream: Readable): Promise<string> {
  let text = ''
  for await (const piece of stream) if (text.length < 4096) text += String(piece)
  return text.slice(0, 4096)
}
