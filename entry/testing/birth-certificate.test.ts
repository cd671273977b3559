import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { applicationParts, defineApplication, entityRoutes } from '#packages/contract'
import { serveEntity } from '#packages/crud'
import { defineServerModule } from '#packages/http'
import { loadModules, root } from '../modules.ts'
import { loan, loans } from './loan.fixture.ts'
import { certifyApplication, listAcceptance, listApplications, printCertificate } from './birth-certificate.ts'

const { modules } = await loadModules()
const applications = listApplications(modules, root)

it('finds the applications by their folders', () => {
  expect(applications.map(({ name }) => name)).toEqual(
    globSync('*/server/module.ts', { cwd: join(root, 'applications') })
      .map((file) => file.split('/')[0]!)
      .toSorted((a, b) => a.localeCompare(b)),
  )
})

it.each(applications)('$name has joined everything, or says why not', async ({ module, folder }) => {
  const certificate = await certifyApplication(module, folder)
  if (certificate.problems.length > 0) console.log(printCertificate(certificate))
  expect(certificate.problems).toEqual([])
})

const kernelLists = globSync('*/acceptance.md', { cwd: join(root, 'kernel') }).map((file) => file.split('/')[0]!)

it('reads acceptance lists of the kernel', () => expect(kernelLists).toContain('developer'))

it.each(kernelLists)('kernel/%s has the tests of its acceptance list', (name) => {
  const folder = join(root, 'kernel', name)
  const listed = listAcceptance(folder)
  expect(listed.length).toBeGreaterThan(0)
  const missing = listed.filter(({ file, title }) => {
    const path = join(folder, file)
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(title)
  })
  expect(missing).toEqual([])
})

const bareManifest = {
  key: 'bare',
  title: '清单',
  route: 'Bare',
  category: 'office',
  about: '只有一个列表',
  icon: 'dashboard',
  permissions: {},
  pages: [],
} as const

it('names each part that a bare list lacks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bare-application-'))
  const bare = defineServerModule({ manifest: defineApplication(bareManifest) })
  const certificate = await certifyApplication(bare, folder)
  expect(certificate.problems.map((problem) => problem.split(':')[0])).toEqual(applicationParts)
  expect(printCertificate(certificate)).toContain('bare: NOT certified')
})

it('names a part that is there but wrong', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wrong-application-'))
  mkdirSync(join(folder, 'server'))
  writeFileSync(join(folder, 'server/list.test.ts'), `it('shows rows', () => {})`)
  writeFileSync(join(folder, 'help.md'), '<!-- help: other -->\n# 清单\n')
  writeFileSync(join(folder, 'acceptance.md'), '| 显示 | `server/list.test.ts` | hides rows |\n')
  const reasons = Object.fromEntries(
    applicationParts.map((part) => [part, { because: 'no-data', note: '暂无' } as const]),
  )
  const daily = {
    title: '行',
    unit: '行',
    kind: 'sum',
    grain: 'org',
    exposure: 'P2',
    freshness: 'day',
    note: '',
    drill: '',
  } as const
  const manifest = defineApplication({
    ...bareManifest,
    permissions: { 'bare.read': { title: '查看', defaultFor: [] } },
    pages: [{ path: '', title: '清单', permission: 'bare.read', help: 'bare' }],
    metrics: { 'bare.rows': daily },
    without: reasons,
  })
  const { problems } = await certifyApplication(defineServerModule({ manifest }), folder)
  expect(problems).toEqual([
    'permissions: no role has bare.read by default',
    'handbook: help.md has no bare',
    'metrics: no query counts bare.rows',
    'acceptance: server/list.test.ts has no “hides rows”',
    'permissions: “no-data” is no reason for it',
    'accessCases: “no-data” is no reason for it',
    'messageTemplates: “no-data” is no reason for it',
    'settings: “no-data” is no reason for it',
    'handbook: the manifest says why it is missing, but it is there',
    'addresses: the manifest says why it is missing, but it is there',
    'acceptance: the manifest says why it is missing, but it is there',
  ])
})

it('a reason must be true, and a route without access cases is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'untrue-application-'))
  const manifest = defineApplication({
    ...bareManifest,
    permissions: { 'bare.read': { title: '查看', defaultFor: [] } },
    without: {
      import: { because: 'no-data', note: '没有自己的数据' },
      export: { because: 'not-needed', note: '' },
      settings: { because: 'not-needed', note: '没有可以调整的规则' },
    },
  })
  const api = entityRoutes(loan, { path: '/api/loan', actions: ['list', 'reveal'] })
  const { problems } = await certifyApplication(
    defineServerModule({ manifest, entities: [serveEntity(api, loans)] }),
    folder,
  )
  expect(problems).toContain('import: it has data of its own')
  expect(problems).toContain('export: the reason needs a note')
  expect(problems).toContain('accessCases: server/isolation.ts has no case for /api/loan/reveal')
  expect(problems.join()).not.toMatch(/settings|loan\/list/)
})
