/**
 * Documents of schools are previewed through the portal, with the time until the preview is ready. Hostile documents go
 * to the converter directly: none reaches the network or a file, none exceeds its time limit, and a good document
 * beside them is not affected. `--pictures FOLDER` saves the previews of the good ones.
 */
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { convertToPdf } from '#packages/office'
import { ApiClient, quantile } from './shared/browser.ts'
import { installation } from './shared/installation.ts'
import { freePort, startProcess } from './shared/process.ts'
import { password } from './shared/seeded-database.ts'
import { emptyBucket } from './shared/upload.ts'
import { createGoodDocuments, type GoodDocument } from './file-preview/good-documents.ts'
import { createHostileDocuments } from './file-preview/hostile-documents.ts'
import type { HostileDocument } from './file-preview/packed-document.ts'
import { previewThroughPortal, type PreviewResult } from './file-preview/portal-preview.ts'
import {
  attackConverter,
  createCanaryPicture,
  listLeftovers,
  startListener,
  convertWithoutLimits,
  convertWithoutSandbox,
  type ConversionOutcome,
} from './file-preview/converter-attack.ts'

export const about = [
  'packages/office/**',
  'kernel/files/server/preview-*.ts',
  'kernel/files/server/service/preview*.ts',
]
export const runsAlone = true
export const shortSeconds = 60

const run = promisify(execFile)
const long = process.argv.includes('--long')
const pictures = process.argv.includes('--pictures')
  ? process.argv.at(process.argv.indexOf('--pictures') + 1)
  : undefined
/** The substitute fonts for 小标宋, 仿宋, 黑体 and 楷体. */
const officialFaces = ['NotoSerifCJKjp-Bold', 'BousungEG-Light-GB', 'WenQuanYiMicroHei', 'GBZenKai']
// In the short form other work shares the machine, so only a large excess fails.
const patience = long ? 1 : 5
const failures: string[] = []
const bucket = `drill-preview-${process.pid}`
const folder = await mkdtemp(join(tmpdir(), 'qiming-drill-preview-'))
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2)
try {
  const [system, documents] = await Promise.all([
    installation({ name: 'preview', directory: 0, cells: [0], settings: { fsync: 'off' } }),
    createGoodDocuments(join(folder, 'good'), long),
  ])
  try {
    await lookAtGood(system.env, documents)
  } finally {
    await system.remove()
    await emptyBucket(bucket)
  }
  await lookAtHostile(documents)
} finally {
  await rm(folder, { recursive: true, force: true })
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`preview: FAILED ${failure}`)
  process.exit(1)
}

function show(what: string, isGood: boolean) {
  console.log(`preview: ${isGood ? '' : 'FAILED '}${what}`)
  if (!isGood) failures.push(what)
}

async function lookAtGood(databases: Record<string, string>, documents: readonly GoodDocument[]) {
  const env = {
    ...databases,
    QIMING_S3_BUCKET: bucket,
    QIMING_FILES_PORT: `${await freePort()}`,
  }
  const files = { ...env, QIMING_FILES_URL: `http://127.0.0.1:${env.QIMING_FILES_PORT}` }
  const api = await startProcess('entry/api/main.ts', files, await freePort(), await freePort())
  const worker = await startProcess('entry/worker/main.ts', files, await freePort(), await freePort())
  const browser = await new ApiClient(api.url).signIn('shiyan.admin', password)
  const shown: PreviewResult[] = []
  for (const document of documents) {
    const one = await previewThroughPortal(browser, document, folder)
    shown.push(one)
    await judge(one)
  }
  const [cold, warm] = [shown.map(({ coldMs }) => coldMs), shown.map(({ warmMs }) => warmMs)]
  show(
    `${shown.length} good documents: first look p50 ${seconds(quantile(cold, 0.5))} s, p95 ${seconds(quantile(cold, 0.95))} s; every later one p50 ${seconds(quantile(warm, 0.5))} s, p95 ${seconds(quantile(warm, 0.95))} s`,
    quantile(cold, 0.95) < 20_000 * patience && quantile(warm, 0.95) < 2_000 * patience,
  )
  await worker.kill('SIGTERM')
  await api.kill('SIGTERM')
}

/** Checks that the preview has the text of the document and the substitute fonts. */
async function judge({ path, pdf, pages, text, coldMs, warmMs }: PreviewResult) {
  const { stdout: pdfText } = await run('pdftotext', [pdf, '-'], { maxBuffer: 64 * 1024 * 1024 })
  const { stdout: fonts } = await run('pdffonts', [pdf])
  const faces = basename(path).startsWith('letter') ? officialFaces : []
  const isGood = pdfText.replaceAll(/\s/g, '').includes(text) && faces.every((face) => fonts.includes(face))
  show(
    `${basename(path).padEnd(18)} ${`${pages}`.padStart(3)} pages, first ${seconds(coldMs)} s, later ${seconds(warmMs)} s`,
    isGood,
  )
  if (!pictures) return
  await mkdir(pictures, { recursive: true })
  await run('pdftoppm', ['-r', '70', '-l', '2', '-png', pdf, join(pictures, basename(path))])
}

async function lookAtHostile(documents: readonly GoodDocument[]) {
  const open = join(folder, 'open')
  const canary = `Zz9canary${process.pid}`
  const file = join(open, 'canary.txt')
  await mkdir(open)
  await writeFile(file, canary)
  await writeFile(join(open, 'canary.png'), await createCanaryPicture())
  await chmod(folder, 0o755)
  const server = await startListener()
  const good = (suffix: string) => documents.find((document) => document.suffix === suffix)!.path
  const bait = { url: server.url, file, good: { docx: good('docx'), doc: good('doc') } }
  const chosen = createHostileDocuments(bait).filter(({ isShort }) => long || isShort)
  await attackBesideGoodDocument(chosen, { canary, server, neighbour: documents[0]! })
  await control(chosen, { canary, server, open })
  server.close()
}

interface Ground {
  canary: string
  server: Awaited<ReturnType<typeof startListener>>
}

/** Converts all hostile documents one after the other while a good document is converted again and again. */
async function attackBesideGoodDocument(
  chosen: readonly HostileDocument[],
  { canary, server, neighbour }: Ground & { neighbour: GoodDocument },
) {
  const outcomes: ConversionOutcome[] = []
  const alone = await timeOf(neighbour)
  let isOver = false
  const times: number[] = []
  const beside = (async () => {
    while (!isOver) times.push(await timeOf(neighbour))
  })()
  for (const hostile of chosen) {
    const outcome = await attackConverter(hostile, { folder, canary })
    outcomes.push(outcome)
    const { name, result, milliseconds } = outcome
    if (long) console.log(`preview:   ${name.padEnd(28)} ${result.padEnd(12)} ${seconds(milliseconds)} s`)
  }
  isOver = true
  await beside
  const longest = Math.max(...outcomes.map(({ milliseconds }) => milliseconds))
  const hits = server.hits()
  const leaks = outcomes.filter(({ hasCanary }) => hasCanary).length
  const tally = [...Map.groupBy(outcomes, ({ result }) => (result.endsWith('pages') ? 'drawn' : result))]
    .map(([result, of]) => `${of.length} ${result}`)
    .join(', ')
  show(
    `${outcomes.length} hostile documents (${tally}): ${hits} connections, ${leaks} with the canary`,
    hits === 0 && leaks === 0,
  )
  show(`the longest took ${seconds(longest)} s`, longest <= 30_000 * patience)
  show(
    `a good one beside them: ${times.length} times, none failed, p50 ${seconds(quantile(times, 0.5))} s, longest ${seconds(Math.max(...times))} s (alone ${seconds(alone)} s)`,
    times.length > 0,
  )
  const left = await listLeftovers()
  show(`${left} processes left over`, left === 0)
}

/** Throws if it fails. */
async function timeOf({ path, suffix }: GoodDocument): Promise<number> {
  const began = performance.now()
  await convertToPdf({ path, suffix }, { to: join(folder, 'neighbour.pdf') })
  return performance.now() - began
}

/** Control: without the sandbox some of the documents do reach the network or a file. */
async function control(chosen: readonly HostileDocument[], { canary, server, open }: Ground & { open: string }) {
  const surely = ['remote-picture', 'local-picture']
  const reaching = chosen.filter(({ name, reaches }) => (long ? reaches : surely.includes(name)))
  for (const [words, alter] of [
    ['without walls', convertWithoutSandbox(open)],
    ['without the room, our settings only', convertWithoutLimits(open)],
  ] as const) {
    const callers: string[] = []
    const readers: string[] = []
    for (const hostile of reaching) {
      const { name, hasCanary } = await attackConverter(hostile, { folder, canary, alter })
      if (server.hits() > 0) callers.push(name)
      if (hasCanary) readers.push(name)
    }
    const isControl = words === 'without walls'
    const found = [...callers, ...readers.map((name) => `${name} (file)`)].join(', ') || 'nobody'
    show(
      `control, ${words}: ${callers.length} of ${reaching.length} call, ${readers.length} read the file: ${found}`,
      !isControl || (callers.length > 0 && readers.length > 0),
    )
  }
}
