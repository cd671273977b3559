/** `pnpm proof NAME [--long]` and `pnpm bench NAME`: runs one file of proofs/ or bench/, or lists what there is. */
import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'

const [folder = '', name = ''] = process.argv.slice(2)
const root = resolve(import.meta.dirname, '..')
const names = globSync(`${folder}/*.ts`, { cwd: root })
  .map((file) => basename(file, '.ts'))
  .toSorted()
if (!names.includes(name)) {
  console.error(`usage: pnpm ${folder === 'proofs' ? 'proof' : folder} ${names.join('|')} [--long]`)
  process.exit(2)
}
const began = performance.now()
await import(resolve(root, folder, `${name}.ts`))
console.log(`${name}: done in ${((performance.now() - began) / 1000).toFixed(1)} s`)
