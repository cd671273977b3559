import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../modules.ts'

/** A row of the table: a specified behaviour, and the test that fails without it. */
interface Line {
  behaviour: string
  file: string
  title: string
}

const table = readFileSync(join(root, 'docs/contributors/specified-behaviour.md'), 'utf8')
const lines = [...table.matchAll(/^\| (?<behaviour>[^|]+) \| `(?<file>[^`]+)` \| (?<title>[^|]+) \|$/gm)].map(
  ({ groups }) => groups as unknown as Line,
)

it('names a test for every specified route, state, error and limit', () => {
  const rows = table.split('\n').filter((line) => /^\| (?!---|Behaviour )/.test(line))
  expect(rows.length).toBeGreaterThan(80)
  // A row in another form would be skipped.
  expect(lines.length).toBe(rows.length)
})

it('names only existing tests', () => {
  const texts = new Map<string, string>()
  const textOf = (file: string) => {
    const text = texts.get(file) ?? (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
    texts.set(file, text)
    return text
  }
  const lost = lines.filter(({ file, title }) => !textOf(file).includes(title.trim()))
  expect(lost.map(({ behaviour, file, title }) => `${behaviour}: ${file} has no “${title.trim()}”`)).toEqual([])
})

/** The access-controlled routes of the specification, and those of developers. */
const routesWithAccess = [
  '/baseData/Orgs',
  '/baseData/User',
  '/baseData/Student',
  '/baseData/StudentFace',
  '/systemSet/Constant',
  '/systemSet/AppAuthorize',
  '/systemSet/Role',
  '/systemSet/dataSource',
  '/developer/developerManagement',
  '/developer/useManagement',
  '/developer/dataCollectManagement',
  '/developer/applicationData',
  '/developer/applicationDataDetail',
  '/logMmanagement/smsLogs',
  '/logMmanagement/operationLogs',
  '/logMmanagement/loginLog',
  '/logMmanagement/APICall',
  '/logMmanagement/IdentityAuthenticationLog',
  '/useApply',
  '/developerLogin',
]

it('names a journey for the main act of every route with access control', () => {
  const section = /^## Main acts.*?(?=^## )/ms.exec(table)?.[0] ?? ''
  const withoutJourney = routesWithAccess.filter(
    (route) =>
      !lines.some(
        ({ behaviour, file, title }) =>
          (behaviour === route || behaviour.startsWith(`${route}: `)) &&
          file.endsWith('.journey.ts') &&
          section.includes(`| ${behaviour} | \`${file}\` | ${title} |`),
      ),
  )
  expect(withoutJourney).toEqual([])
})
