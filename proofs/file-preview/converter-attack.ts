import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { NotConvertible, convertToPdf, type ConvertOptions } from '#packages/office'
import type { HostileDocument } from './packed-document.ts'

const run = promisify(execFile)

/** Counts connections; the content does not matter. */
export async function startListener() {
  let hits = 0
  const server: Server = createServer((socket) => {
    hits++
    socket.on('error', () => {})
    socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    /** The number of connections since the last call. */
    hits: () => [hits, (hits = 0)][0]!,
    close: () => server.close(),
  }
}

export interface ConversionOutcome {
  name: string
  /** A PDF, or the reason why there is none. */
  result: string
  milliseconds: number
  hasCanary: boolean
}

interface ConverterAttack {
  folder: string
  canary: string
  alter?: ConvertOptions['alter']
}

/** Converts a hostile document and searches all output for the canary. */
export async function attackConverter(
  { name, suffix, make }: HostileDocument,
  { folder, canary, alter }: ConverterAttack,
): Promise<ConversionOutcome> {
  const path = join(folder, `${name}.${suffix}`)
  const to = join(folder, `${name}.pdf`)
  await writeFile(path, await make())
  const began = performance.now()
  const result = await convertToPdf({ path, suffix }, { to, ...(alter ? { alter } : {}) }).then(
    ({ pages }) => `${pages} pages`,
    (error: unknown) => {
      if (error instanceof NotConvertible) return error.reason
      throw error
    },
  )
  const milliseconds = performance.now() - began
  const hasCanary = result.endsWith('pages') && (await hasSeen(to, canary))
  await rm(path)
  return { name, result, milliseconds, hasCanary }
}

const canarySize = { width: 61, height: 47 }
export const createCanaryPicture = () =>
  sharp({ create: { ...canarySize, channels: 3, background: '#d8281e' } })
    .png()
    .toBuffer()

/** Searches what people could see in a PDF: its text, its bytes, and its pictures. */
async function hasSeen(pdf: string, canary: string): Promise<boolean> {
  const { stdout: text } = await run('pdftotext', [pdf, '-'], { maxBuffer: 512 * 1024 * 1024 })
  const { stdout: images } = await run('pdfimages', ['-list', pdf])
  const isPictured = new RegExp(` ${canarySize.width} +${canarySize.height} `).test(images)
  return isPictured || text.includes(canary) || (await readFile(pdf, 'latin1')).includes(canary)
}

/** The same sandbox with access to the network and to this folder, and LibreOffice with default settings. */
export const convertWithoutSandbox =
  (folder: string): NonNullable<ConvertOptions['alter']> =>
  ({ command, arguments: list }) => {
    const { rest, filter } = open(list)
    const script = `
      echo begun >&3
      soffice --headless -env:UserInstallation=file:///scratch/other '--infilter=${filter.from}' \
        --convert-to pdf:${filter.to} --outdir /scratch /in/document.* >/dev/null 2>&1
      test -s /scratch/document.pdf || exit 65
      echo pages 1 >&3
      exec cat /scratch/document.pdf`
    return { command, arguments: [...rest.slice(0, -1), script].flatMap(mountFolder(folder)) }
  }

/** The same sandbox with access to the network and to this folder, but with our settings. */
export const convertWithoutLimits =
  (folder: string): NonNullable<ConvertOptions['alter']> =>
  ({ command, arguments: list }) => ({ command, arguments: open(list).rest.flatMap(mountFolder(folder)) })

/** Inserts the mount just before the sandbox is closed. */
const mountFolder = (folder: string) => (argument: string, at: number, all: readonly string[]) =>
  argument === '--remount-ro' && all[at + 1] === '/' ? ['--ro-bind', folder, folder, argument] : [argument]

function open(list: readonly string[]) {
  const others = ['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try']
  const rest = list.flatMap((argument) => (argument === '--unshare-all' ? others : [argument]))
  const [, from = '', to = ''] = /out\.pdf '([^']+)' '(\w+)'/.exec(list.at(-1)!) ?? []
  return { rest, filter: { from, to } }
}

/** LibreOffice processes that are still running. */
export const listLeftovers = async () =>
  Number(
    (await run('pgrep', ['-c', '-f', 'UserInstallation=file:///scratch/']).catch((error: { stdout: string }) => error))
      .stdout,
  )
