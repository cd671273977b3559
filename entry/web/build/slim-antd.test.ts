import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { slimAntd, unusedParts } from './slim-antd.ts'

const antd = dirname(createRequire(import.meta.url).resolve('antd/package.json'))
const checkout = resolve(import.meta.dirname, '../../..')
const transform = slimAntd().transform as (code: string, id: string) => string | undefined
const slim = (file: string) => transform(readFileSync(join(antd, file), 'utf8'), join(antd, file))

it('removes the kinds of fields and trees that no page uses, and keeps the others', () => {
  const input = slim('es/input/index.js')!
  expect(input).toContain('Input.TextArea = TextArea')
  expect(input).not.toMatch(/Search|Password|OTP|Group/)
  const tree = slim('es/tree/index.js')!
  expect(tree).toContain('export default Tree')
  expect(tree).not.toContain('DirectoryTree')
})

it('removes the forms of antd, which no page uses; a use of them fails', () => {
  const context = slim('es/form/context.js')!
  expect(context).not.toContain('@rc-component/form')
  expect(context).toContain('FormItemInputContext')
  const sources = globSync('{packages,kernel,engines,applications,entry}/**/*.tsx', { cwd: checkout })
  const used = /import \{[^}]*\bForm\b[^}]*\} from 'antd'/
  expect(sources.filter((source) => used.test(readFileSync(join(checkout, source), 'utf8')))).toEqual([])
  expect(used.test("import { Form, Input } from 'antd'")).toBe(true)
})

it('leaves other code alone, and fails when antd has changed', () => {
  expect(slim('es/input/Input.js')).toBeUndefined()
  expect(() => transform('export {}', join(antd, 'es/input/index.js'))).toThrow('slim-antd')
  expect(() => transform('export {}', join(antd, 'es/form/context.js'))).toThrow('slim-antd')
})

it('removes nothing that a page uses', () => {
  const parts = Object.entries(unusedParts).map(
    ([owner, names]) => `\\b${owner}\\.(${names.join('|')})\\b|\\} = ${owner}$`,
  )
  const used = new RegExp(parts.join('|'), 'm')
  const sources = globSync('{packages,kernel,engines,applications,entry}/**/*.tsx', { cwd: checkout })
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((source) => used.test(readFileSync(join(checkout, source), 'utf8')))).toEqual([])
  expect(used.test('<Input.Search />')).toBe(true)
})
