/** House rules that no other tool knows: names of folders and files, colours outside the token file, forgotten marks. */
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
const colour = /['"`(:\s]#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})\b/i

for (const file of files) {
  if (/(^|\/)(utils?|helpers?|common)(\/|\.)/.test(file)) problems.push(`${file}: name it for what it does`)
  if (!product.test(file) || !/\.(tsx?|css)$/.test(file) || file.endsWith('.gen.ts')) continue
  if (!/^[a-z0-9.-]+$/.test(basename(file))) problems.push(`${file}: files are kebab-case`)
  const lines = readFileSync(resolve(root, file), 'utf8').split('\n')
  const isTest = /\.test\.tsx?$/.test(file)
  if (lines.length > 320 && !isTest) problems.push(`${file}: ${lines.length} lines; files stay under about 300`)
  const mayColour = !/\/web\//.test(file) || file.endsWith('/tokens.ts')
  for (const [at, line] of lines.entries()) {
    const where = `${file}:${at + 1}`
    if (!mayColour && colour.test(line)) problems.push(`${where}: a colour outside the token file`)
    if (/\b(TODO|FIXME|XXX|HACK)\b/.test(line)) problems.push(`${where}: an open end; mend it or file it`)
    if (/\b(it|test|describe)\.(only|skip)\b/.test(line)) problems.push(`${where}: a test that does not run`)
  }
}

for (const problem of problems) console.error(`words: ${problem}`)
if (problems.length > 0) process.exit(1)
console.log(`words: ${files.length} files`)
