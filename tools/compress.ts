/** After the build: packs every text file for the servers that send it, and fails when a first load got too heavy. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folder = resolve(import.meta.dirname, '../dist/web')

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

const light = 'light/main.tsx'
const signIn = 'light/sign-in/sign-in-page.tsx'
const desk = 'desk/main.tsx'
const organisations = '../../kernel/org/web/pages/organisations.tsx'

/** In kB after gzip: what somebody loads before they see the page. */
const budgets = [
  { name: 'boot', entries: ['index.html'], without: ['index.html'], limit: 5 },
  { name: 'light root with the sign-in page', entries: ['index.html', light, signIn], limit: 120 },
  { name: 'staff shell', entries: ['index.html', desk], limit: 250 },
  { name: 'staff shell with the organisation page', entries: ['index.html', desk, organisations], limit: 400 },
]

const packed = new Map<string, number>()
for (const file of globSync('**/*.{html,js,css,svg}', { cwd: folder })) packed.set(file, pack(file))
console.log(`compress: ${packed.size} files`)

let tooHeavy = false
for (const { name, entries, without = [], limit } of budgets) {
  const files = entries.flatMap((entry) => [...needs(entry)])
  const bytes = [...new Set(files)]
    .filter((file) => !without.includes(file))
    .reduce((sum, file) => sum + sizeOf(file), 0)
  const kB = bytes / 1000
  tooHeavy ||= kB > limit
  console.log(`compress: ${name}: ${kB.toFixed(1)} of ${limit} kB${kB > limit ? '  TOO HEAVY' : ''}`)
}
if (tooHeavy) {
  console.error('compress: a first load is over its budget; move what it does not need behind an import()')
  process.exit(1)
}

/** Writes the .br and .gz beside a file, and tells how large the latter is. */
function pack(file: string): number {
  const content = readFileSync(join(folder, file))
  const zipped = gzipSync(content, { level: 9 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(join(folder, `${file}.gz`), zipped)
  writeFileSync(join(folder, `${file}.br`), brotliCompressSync(content, { params }))
  return zipped.length
}

/** A chunk, its styles, and everything it imports before it runs. */
function needs(entry: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[entry]
  if (!chunk) throw new Error(`the build has no ${entry}: tools/compress.ts names what is measured`)
  if (entry.endsWith('.html')) found.add(entry)
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const style of chunk.css ?? []) found.add(style)
  for (const below of chunk.imports ?? []) needs(below, found)
  return found
}

function sizeOf(file: string): number {
  const size = packed.get(file)
  if (size === undefined) throw new Error(`${file} is in the manifest, but not in dist/web`)
  return size
}
