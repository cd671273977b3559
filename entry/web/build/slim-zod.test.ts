import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { slimZod } from './slim-zod.ts'

const zod = dirname(createRequire(import.meta.url).resolve('zod/package.json'))
const transform = slimZod().transform as (code: string, id: string) => string | undefined
const slim = (file: string) => transform(readFileSync(join(zod, file), 'utf8'), join(zod, file))

it('removes the code that describes schemas, but none of the exported names', () => {
  const [small, large] = ['v4/core/json-schema-processors.js', 'v4/core/to-json-schema.js'].map((file) => slim(file)!)
  expect(small).toContain('export const stringProcessor = none')
  expect(large).toContain('export const createToJSONSchemaMethod = none')
  expect(small!.length).toBeLessThan(4_000)
})

it('leaves other code alone', () => {
  expect(slim('v4/core/schemas.js')).toBeUndefined()
})

it('answers in Chinese where a rule has no message of its own', () => {
  expect(slim('v4/locales/en.js')).toContain('填写不正确')
})
