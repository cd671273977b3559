/** House rules that no other tool knows: names of folders and files, what only the token file may say, forgotten marks. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = listed.split('\0').filter((file) => file && existsSync(resolve(root, file)))
const problems: string[] = []
const product = /^(packages|kernel|engines|applications|entry)\//
const colour = /['"`(:\s]#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(rgb|hsl)a?\(/i
/** Letters up to 36 px come from the tokens, so that 大字 can make them grow. */
const letters = /\b(font-size|line-height): ([12]?\d|3[0-6])px/
/** A backdrop inherits nothing before Chromium 122: there a token has its value beside it. */
const fallback = /var\(--(?:\w+-)?mask, rgb\([^)]*\)\)/
/** Younger than our oldest browser, and no build step adds them. */
const tooYoung = /\.(toSorted|toReversed|toSpliced|groupBy)\(/
const wholePageStyles = /^packages\/web\/core\/\w+\.css$/

for (const file of files) {
  if (/(^|\/)(utils?|helpers?|common)(\/|\.)/.test(file)) problems.push(`${file}: name it for what it does`)
  if (!product.test(file) || !/\.(tsx?|css)$/.test(file) || file.endsWith('.gen.ts')) continue
  if (!/^[a-z0-9.-]+$/.test(basename(file))) problems.push(`${file}: files are kebab-case`)
  const lines = readFileSync(resolve(root, file), 'utf8').split('\n')
  const isTest = /\.test\.tsx?$/.test(file)
  if (lines.length > 500 && !isTest) problems.push(`${file}: ${lines.length} lines; files stay under 500`)
  const mayColour = !/\/web\//.test(file) || /\/tokens(\.desk)?\.ts$/.test(file)
  if (file.endsWith('.css') && !file.endsWith('.module.css') && !wholePageStyles.test(file)) {
    problems.push(`${file}: styles are CSS modules; plain class names collide in silence`)
  }
  for (const [at, line] of lines.entries()) {
    const where = `${file}:${at + 1}`
    if (!mayColour && colour.test(line.replace(fallback, '')))
      problems.push(`${where}: a colour outside the token file`)
    if (file.endsWith('.css') && letters.test(line)) problems.push(`${where}: letters grow in 大字; var(--type-14)`)
    if (/font-weight: (?!400|600)\d|fontWeight: (?!400|600)\d/.test(line)) {
      problems.push(`${where}: weights are 400 and 600; the faces people have know no other`)
    }
    if (!isTest && /\/web\//.test(file) && tooYoung.test(line)) problems.push(`${where}: Chrome 109 does not have it`)
    if (/\b(TODO|FIXME|XXX|HACK)\b/.test(line)) problems.push(`${where}: an open end; mend it or file it`)
    if (/\b(it|test|describe)\.(only|skip)\b/.test(line)) problems.push(`${where}: a test that does not run`)
  }
}

for (const problem of problems) console.error(`words: ${problem}`)
if (problems.length > 0) process.exit(1)
console.log(`words: ${files.length} files`)
