/** Checks the import rules, that the checker really saw every file, and that it finds each breach of the fixture. */
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { rules } from './rules.ts'

const root = resolve(import.meta.dirname, '../..')
const fixture = resolve(import.meta.dirname, 'fixture')
const folders = ['packages', 'kernel', 'engines', 'applications', 'entry', 'tools', 'bench', 'proofs']

const graph = await look(root, folders)
const files = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, {
  cwd: root,
  exclude: ['tools/imports/fixture/**', '**/*.gen.ts'],
})
const seen = new Set(graph.modules.map(({ source }) => source))
const unseen = files.filter((file) => !seen.has(file))
const problems = graph.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
// With an unsuitable compiler dependency-cruiser sees no files and reports no error.
if (files.length < 50 || unseen.length > 0)
  problems.push(`only ${seen.size} modules seen; not seen: ${unseen.slice(0, 5).join(', ')}`)

const broken = await look(fixture, folders)
const found = new Set(broken.summary.violations.map(({ rule }) => rule.name))
for (const { name } of rules) {
  // Of the rules of an order one is enough.
  const isBrokenOnPurpose = !/^(kernel|engine)-order-/.test(name!) || /-order-(org|handover)$/.test(name!)
  if (isBrokenOnPurpose && !found.has(name!)) problems.push(`the rule ${name} did not notice its breach in the fixture`)
}

for (const problem of problems) console.error(`imports: ${problem}`)
if (problems.length > 0) process.exit(1)
console.log(`imports: ${files.length} files, ${rules.length} rules, ${found.size} deliberate breaches found`)

async function look(base: string, below: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(
    below.filter((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: base }).length > 0),
    {
      baseDir: base,
      ruleSet: { forbidden: rules },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: ['tools/imports/fixture', '\\.gen\\.ts$'] },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'node', 'default'],
        extensions: ['.ts', '.tsx', '.js'],
      },
    },
    { bustTheCache: true } as never,
  )
  return output as ICruiseResult
}
