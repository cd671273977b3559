/** Every class of a CSS module is used by a component, and every class that a component names exists. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

interface Importer {
  file: string
  /** The name of the import, usually `styles`. */
  name: string
  source: string
}

const root = resolve(import.meta.dirname, '..')
const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const files = listed.split('\0').filter((file) => file && existsSync(resolve(root, file)))
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')

const importers = new Map<string, Importer[]>()
for (const file of files.filter((one) => /^(packages|kernel|engines|applications|entry)\/.*\.tsx?$/.test(one))) {
  const source = read(file)
  for (const [, name, path] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    const sheet = path!.startsWith('#') ? path!.slice(1) : join(dirname(file), path!)
    importers.set(sheet, [...(importers.get(sheet) ?? []), { file, name: name!, source }])
  }
}

const problems = files.filter((file) => file.endsWith('.module.css')).flatMap(checkSheet)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

function checkSheet(sheet: string) {
  const used = importers.get(sheet)
  if (!used) return [`${sheet}: no component imports it`]
  const classes = listClasses(read(sheet))
  const unused = [...classes].filter((name) => !used.some((importer) => usesClass(importer, name)))
  return [
    ...unused.map((name) => `${sheet}: no component uses .${name}`),
    ...used.flatMap(({ file, name, source }) =>
      [...source.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))].flatMap(([, one]) =>
        classes.has(one!) ? [] : [`${file}: ${sheet} has no .${one}`],
      ),
    ),
  ]
}

/** The classes in selectors; those inside `:global(…)` belong to others. */
function listClasses(css: string) {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '{}')
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!))
}

/** With a computed name (`styles[tone]`) any class is possible, so the sheet of such a component is not checked. */
function usesClass({ name, source }: Importer, wanted: string) {
  return source.includes(`${name}['${wanted}']`) || new RegExp(`\\b${name}(\\[(?!')|[,)}])`).test(source)
}
