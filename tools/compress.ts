/**
 * Runs after the build: compresses every text file for the web servers, lists the chunks of each page for the document,
 * and fails when a first load is too large or in too many files, contains a package that it must not, when a page would
 * fetch chunks that it does not need, or when a file uses what our oldest browser lacks.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { pageTable } from '../entry/web/tables/pages.gen.ts'
import type { PageRow } from '../entry/web/tables/rows.ts'
import { shellTable } from '../entry/web/tables/shell.gen.ts'
import { findTooNew } from './browser-floor.ts'

const folder = resolve(import.meta.dirname, '../dist/web')

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}
const read = <T>(file: string) => JSON.parse(readFileSync(join(folder, '.vite', file), 'utf8')) as T
const manifest = read<Record<string, Chunk>>('manifest.json')
/** The packages in each chunk. */
const packages = read<Record<string, string[]>>('packages.json')
/** The web parts of modules in each chunk: `kernel/org/web/index.ts`. */
const webParts = read<Record<string, string[]>>('web-parts.json')
/** The chunk of each of our files. */
const sources = read<Record<string, string>>('sources.json')
const chunkKeys = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]))

const light = 'light/main.tsx'
const desk = 'desk/main.tsx'
/** Fetched with the first page that uses antd. */
const theme = 'desk/theme.tsx'
/** The first page after sign-in. */
const board = '/dataCentre/dataBoard'
const pageFiles = new Map(pageTable.map((row) => [row.url, listPageFiles(row)]))
writeFileSync(join(folder, '.vite/page-chunks.json'), JSON.stringify(Object.fromEntries(pageFiles)))

/** In kB after gzip: the files loaded before the page is shown. */
const budgets = [
  { name: 'boot', entries: ['index.html'], without: ['index.html'], limit: 5 },
  ...lightPages({
    'sign-in page': listModuleEntries('session', 'sign-in/sign-in-page'),
    'sign-in page of families': listModuleEntries('session', 'sign-in/user-sign-in-page'),
    'DingTalk door': listModuleEntries('workplace', 'dd-page'),
    'QR page': listModuleEntries('session', 'qr/qr-page'),
    handbook: ['light/help/help-page.tsx'],
    'public page': ['light/site/unpublished-page.tsx'],
    policy: ['light/site/policy-page.tsx'],
    'home of families': listModuleEntries('student', 'home/student-main'),
    'leave of families': listModuleEntries('attendance', 'leave-page', 'engines'),
    'attendance of families': listModuleEntries('attendance', 'attendance-page', 'engines'),
    'home of staff': ['light/staff/staff-main.tsx'],
    'messages of staff': listModuleEntries('message', 'staff-messages-page'),
    contacts: listModuleEntries('contacts', 'contacts-page'),
    'settings of approvals': listModuleEntries('approval', 'approval-settings-page'),
    'support tickets': listModuleEntries('support', 'support-page'),
    'pupils of a class': listModuleEntries('student', 'class-page'),
    rooms: listModuleEntries('schooling', 'rooms-page'),
    approvals: listModuleEntries('approval', 'approval-page'),
    'own leave': listModuleEntries('teacher-leave', 'my-leave-page', 'applications'),
    'leave calendar': listModuleEntries('teacher-leave', 'leave-calendar-page', 'applications'),
    'own covers': listModuleEntries('lesson-changes', 'mine-page', 'applications'),
  }),
  { name: 'staff shell', entries: ['index.html', desk], limit: 288 },
]

/** In kB on the wire, and in files: all of a page before its data. The answers of the server come to these. */
const pageBudgets = [
  { name: 'board', url: board, limit: 288, files: 14 },
  { name: 'pupils', url: '/baseData/Student', limit: 439, files: 18 },
  { name: 'staff', url: '/baseData/User', limit: 440, files: 18 },
  { name: 'organisations', url: '/baseData/Orgs', limit: 439, files: 18 },
]

/** Never in the light root, nor in the chunks behind it. */
const heavyFrame = /^(antd$|@ant-design\/|@rc-component\/|rc-)/
/** Never in a first load: these are loaded on demand. */
const heavyParts = /^(echarts|zrender|@antv\/|pdfjs-dist|tiptap|@tiptap\/|prosemirror|quill|slate|lexical|monaco)/

const packed = new Map<string, { gzip: number; brotli: number }>()
for (const file of globSync('**/*.{html,js,css,svg}', { cwd: folder })) packed.set(file, pack(file))
console.log(`compress: ${packed.size} files`)

const problems: string[] = []
for (const { name, entries, without = [], limit } of budgets) {
  const files = entries.flatMap((entry) => [...needs(entry)])
  const bytes = [...new Set(files)]
    .filter((file) => !without.includes(file))
    .reduce((sum, file) => sum + sizeOf(file), 0)
  const kB = bytes / 1000
  console.log(`compress: ${name}: ${kB.toFixed(1)} of ${limit} kB${kB > limit ? '  TOO HEAVY' : ''}`)
  if (kB > limit) problems.push(`${name} is over its budget; move what it does not need behind an import()`)
  for (const one of holdsAny(files, heavyParts)) problems.push(`${name} loads ${one} before anybody has asked for it`)
}
for (const { name, url, limit, files: most } of pageBudgets) {
  const files = [...new Set([...needs('index.html'), ...pageFiles.get(url)!])]
  const kB = files.reduce((sum, file) => sum + sizeOf(file, 'brotli'), 0) / 1000
  const isOver = kB > limit || files.length > most
  console.log(
    `compress: page ${name}: ${kB.toFixed(1)} of ${limit} kB on the wire, ${files.length} of ${most} files${isOver ? '  TOO HEAVY' : ''}`,
  )
  if (isOver) problems.push(`the page ${name} is over its budget: see entry/web/build/chunk-groups.ts`)
}
for (const one of holdsAny(pageFiles.get(board)!, heavyFrame))
  if (!/icons/.test(one)) problems.push(`${one}: the board and its cards have no antd`)
for (const circle of findCircles()) problems.push(`chunks that import each other: ${circle.join(' ')}`)
for (const root of [desk, light]) {
  const eager = [...needs(root)].flatMap((file) => webParts[file] ?? [])
  for (const part of eager) problems.push(`${root} loads ${part} before one of its pages is opened`)
}
if (Object.values(webParts).flat().length < 5) problems.push('the build has recorded no web parts of modules')
for (const one of holdsAny(everythingBehind(light), heavyFrame)) problems.push(`${one}: the light root has no antd`)
for (const file of packed.keys()) if (file.endsWith('.js')) problems.push(...wronglyFetched(file))
for (const file of packed.keys()) {
  // pdf.js comes with its own replacements for what is missing.
  if (file.startsWith('assets/pdf-') || packages[file]?.includes('pdfjs-dist')) continue
  problems.push(...findTooNew(file, readFileSync(join(folder, file), 'utf8')))
}

for (const problem of problems) console.error(`compress: ${problem}`)
if (problems.length > 0) process.exit(1)

function lightPages(pages: Record<string, string[]>) {
  return Object.entries(pages).map(([name, entries]) => ({
    name: `light root with the ${name}`,
    entries: ['index.html', light, ...entries],
    without: [] as string[],
    limit: 130,
  }))
}

/** A phone page of a module is fetched after the phone part of the module. */
function listModuleEntries(module: string, page: string, folder = 'kernel') {
  const web = `../../${folder}/${module}/web`
  return [`${web}/phone.ts`, `${web}/phone/${page}.tsx`]
}

/** The files of a page of the desk: of the shell, its bars, the page itself and, but for the board, antd. */
function listPageFiles({ url, folder: module, id, extendedBy = [] }: PageRow): string[] {
  const indexOf = (of: string) => `../../${of}/web/index.ts`
  const index = readFileSync(resolve(import.meta.dirname, '..', module, 'web/index.ts'), 'utf8')
  const path = id.slice(id.indexOf(':') + 1)
  const pages = /\bpages: \{([^}]*)\}/.exec(index)?.[1] ?? ''
  const source = new RegExp(`(?:^|[\\s,{'])${path}'?: \\(\\) => import\\('\\./([^']+)'\\)`).exec(pages)?.[1]
  if (!source) throw new Error(`${module}/web/index.ts: no import of the page ${path || '(empty)'} in its pages`)
  const bars = [...shellTable.barItems, ...shellTable.backgrounds].map((item) => item.folder)
  const entries = [
    desk,
    ...[module, ...extendedBy, ...bars].map(indexOf),
    `../../${module}/web/${source}`,
    ...(url === board ? [] : [theme]),
  ]
  return [...new Set(entries.flatMap((entry) => [...needs(entry)]))].filter((file) => !file.endsWith('.html'))
}

/** Two chunks that import each other are both fetched for either, and may run in the wrong order. */
function findCircles(): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  const visit = (key: string, path: readonly string[]) => {
    if (path.includes(key)) circles.push([...path.slice(path.indexOf(key)), key])
    if (path.includes(key) || done.has(key)) return
    for (const below of manifest[key]?.imports ?? []) visit(below, [...path, key])
    done.add(key)
  }
  for (const key of Object.keys(manifest)) visit(key, [])
  return circles
}

function holdsAny(files: Iterable<string>, wanted: RegExp): string[] {
  const held = [...new Set(files)].flatMap((file) =>
    (packages[file] ?? []).filter((name) => wanted.test(name)).map((name) => `${name} (in ${file})`),
  )
  return [...new Set(held)]
}

/** Every chunk that may ever be loaded from this entry. */
function everythingBehind(entry: string, found = new Set<string>()): Set<string> {
  const chunk = chunkOf(entry)
  if (!chunk || found.has(chunk.file) || chunk === chunkOf(desk)) return found
  found.add(chunk.file)
  // Both roots are in the document; chunks behind the document are not behind this root.
  if (entry === 'index.html') return found
  for (const below of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) everythingBehind(below, found)
  return found
}

/**
 * The chunks that are preloaded with an `import()` must be those that the import needs. The minifier once merged two
 * calls, and every sign-in fetched the whole staff shell.
 */
function wronglyFetched(file: string): string[] {
  const code = readFileSync(join(folder, file), 'utf8')
  const names = /m\.f=(\[[^\]]*\])/.exec(code)?.[1]
  const list = names ? (JSON.parse(names) as string[]) : []
  // Up to the next import: each has its own list, or none.
  const imports = /import\([`"']\.\/([^`"']+)[`"']\)((?:(?!import\()[^])*)/g
  return [...code.matchAll(imports)].flatMap(([, name, after = '']) => {
    const places = /__vite__mapDeps\(\[([\d,]*)\]\)/.exec(after)?.[1]
    const entry = Object.keys(manifest).find((key) => manifest[key]!.file === `assets/${name}`)
    const fetched = new Set(places ? places.split(',').map((place) => list[Number(place)]!) : [])
    const needed = entry ? [...needs(entry)].filter((one) => !one.endsWith('.html')) : []
    const known = needs(file === manifest['index.html']!.file ? 'index.html' : keyOf(file))
    const missing = needed.filter((one) => !fetched.has(one) && !known.has(one) && one.endsWith('.css'))
    const extra = [...fetched].filter((one) => !needed.includes(one))
    return [
      ...missing.map((one) => `${file} imports ${name} without ${one}`),
      ...extra.map((one) => `${file} imports ${name} and fetches ${one} for nothing`),
    ]
  })
}

function keyOf(file: string): string {
  return chunkKeys.get(file)!
}

/** The chunk with one of our files, or of a key of the manifest. */
function chunkOf(entry: string): Chunk | undefined {
  const file = sources[entry]
  return manifest[entry] ?? (file === undefined ? undefined : manifest[keyOf(file)])
}

/** Writes the .br and .gz beside a file, and returns their sizes. */
function pack(file: string) {
  const content = readFileSync(join(folder, file))
  const zipped = gzipSync(content, { level: 9 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const smallest = brotliCompressSync(content, { params })
  writeFileSync(join(folder, `${file}.gz`), zipped)
  writeFileSync(join(folder, `${file}.br`), smallest)
  return { gzip: zipped.length, brotli: smallest.length }
}

/** A chunk, its styles, and everything it imports before it runs. */
function needs(entry: string, found = new Set<string>()): Set<string> {
  const chunk = chunkOf(entry)
  if (!chunk) throw new Error(`the build has no ${entry}: tools/compress.ts names what is measured`)
  if (entry.endsWith('.html')) found.add(entry)
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const style of chunk.css ?? []) found.add(style)
  for (const below of chunk.imports ?? []) needs(below, found)
  return found
}

function sizeOf(file: string, encoding: 'gzip' | 'brotli' = 'gzip'): number {
  const size = packed.get(file)
  if (size === undefined) throw new Error(`${file} is in the manifest, but not in dist/web`)
  return size[encoding]
}
