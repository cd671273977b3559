import { spawn, type ChildProcess } from 'node:child_process'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { createConcurrencyLimit } from '#packages/core'
import { getOfficeFilters, type OfficeFilters } from './office-filters.ts'
import { NotConvertible } from './not-convertible.ts'
import { profile } from './office-profile.ts'
import { sandboxDescriptors, buildSandboxedCommand, type SandboxedCommand } from './sandbox.ts'

/** Further pages are not converted; the viewer shows that. */
export const maxPages = 200
const maxSeconds = 29
/** The document is copied into the memory of the sandbox. */
const documentBytes = 100 * 1024 * 1024
const fontConfig = join(import.meta.dirname, '../../ops/fonts/fonts.conf')
const converter = join(import.meta.dirname, 'convert.py')

export interface OfficeDocument {
  path: string
  /** In lower case, without the dot. */
  suffix: string
}

export interface ConvertOptions {
  /** The path of the result. */
  to: string
  /** From the start of the conversion, not from the request. */
  seconds?: number
  signal?: AbortSignal
  fontsFolder?: string | undefined
  /** For experiments that remove a protection. */
  alter?: (sandbox: SandboxedCommand) => SandboxedCommand
}

export interface Pdf {
  pages: number
  size: number
}

// Each conversion takes a core and some hundred megabytes for a second or two, at low priority. Never only one at a
// time, because a hanging one would block all others.
const limitConcurrency = createConcurrencyLimit(Math.max(2, Math.floor(availableParallelism() / 2)))

/** Converts an office document to PDF in a sandbox, because the document may be hostile. */
export const convertToPdf = (document: OfficeDocument, options: ConvertOptions): Promise<Pdf> =>
  convert(document, 'pdf', options)

/** Converts a spreadsheet to .xlsx in the same sandbox, with the stored values of its formulas. */
export async function convertToXlsx(document: OfficeDocument, options: ConvertOptions): Promise<void> {
  await convert(document, 'xlsx', options)
}

const convert = (document: OfficeDocument, into: 'pdf' | 'xlsx', options: ConvertOptions): Promise<Pdf> =>
  limitConcurrency(async () => {
    options.signal?.throwIfAborted()
    const input = await open(document.path)
    const font = await open(fontConfig)
    const recipe = await open(converter)
    const output = await open(options.to, 'w')
    try {
      if ((await input.stat()).size > documentBytes) throw new NotConvertible('too-large', 'more than we copy')
      const filters = await getOfficeFilters(input, document.suffix, into)
      const script = ['sh', '-c', buildScript(document.suffix, into, filters)]
      const sandbox = buildSandboxedCommand(script, { suffix: document.suffix, fontsFolder: options.fontsFolder })
      const pages = await run(options.alter?.(sandbox) ?? sandbox, { input, font, recipe, output }, options)
      const { size } = await output.stat()
      if (size === 0) throw new NotConvertible('unreadable', 'what came out is empty')
      return { pages, size }
    } catch (error) {
      await rm(options.to, { force: true })
      throw error
    } finally {
      await Promise.all([input, font, recipe, output].map((file) => file.close()))
    }
  })

/**
 * Pages are counted inside too: nothing outside parses the result of a hostile document. A spreadsheet counts as one
 * page.
 */
const buildScript = (suffix: string, into: 'pdf' | 'xlsx', { from, to }: OfficeFilters) => `
  /usr/bin/python3 -I /in/convert.py /in/document.${suffix} /scratch/out.${into} '${from}' '${to}' ${maxPages} ${sandboxDescriptors.facts} >/dev/null
  test -s /scratch/out.${into} || exit 65 # it may end well without having written anything
  ${into === 'pdf' ? "pages=$(pdfinfo /scratch/out.pdf 2>/dev/null | sed -n 's/^Pages: *//p')" : 'pages=1'}
  echo "pages $pages" >&${sandboxDescriptors.facts}
  exec cat /scratch/out.${into}
`

interface Files {
  input: FileHandle
  font: FileHandle
  recipe: FileHandle
  output: FileHandle
}

async function run(
  sandbox: SandboxedCommand,
  { input, font, recipe, output }: Files,
  options: ConvertOptions,
): Promise<number> {
  const child = spawn(sandbox.command, sandbox.arguments, {
    cwd: '/',
    detached: true, // a process group of its own, which is killed as a whole
    stdio: ['ignore', output.fd, 'pipe', 'pipe', 'pipe', input.fd, font.fd, recipe.fd],
  })
  const profileStream = child.stdio[sandboxDescriptors.profile] as Writable
  profileStream.on('error', () => {}) // when the sandbox did not start: its own error says more
  profileStream.end(profile)
  const [facts, complaint] = [
    readBeginning(child.stdio[sandboxDescriptors.facts] as Readable),
    readBeginning(child.stderr!),
  ]
  const ended = await waitForExit(child, options)
  const factsText = await facts
  if (!factsText.startsWith('begun')) throw new Error(`LibreOffice did not start: ${await complaint}`)
  const pages = Number(/^pages (\d+)$/m.exec(factsText)?.[1])
  if (ended === 'killed') throw new NotConvertible('too-long', 'it took too long')
  if (ended !== 0 || !pages) throw new NotConvertible('unreadable', `nothing came out of it (${ended})`)
  return pages
}

/** The exit code; the process group is killed when its time is over. */
async function waitForExit(child: ChildProcess, { seconds = maxSeconds, signal }: ConvertOptions) {
  let wasKilled = false
  const kill = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
      wasKilled = true
    } catch {
      // The process has just ended; an error thrown in a timer would end the worker.
    }
  }
  const timer = setTimeout(kill, seconds * 1000)
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const code = await new Promise<number | null>((done, fail) => {
      child.once('error', fail)
      child.once('close', done)
    })
    signal?.throwIfAborted()
    return wasKilled ? 'killed' : code
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', kill)
  }
}

/** Only the beginning of the output, which may be long. */
async function readBeginning(stream: Readable): Promise<string> {
  let text = ''
  for await (const piece of stream) if (text.length < 4096) text += String(piece)
  return text.slice(0, 4096)
}
