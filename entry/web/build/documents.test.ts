import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { Manifest } from '#packages/contract'
import { compareChapters } from '../light/help/chapter.ts'
import { compileDocument } from './documents.ts'

const docs = resolve(import.meta.dirname, '../../../docs')
const read = (folder: string) =>
  globSync(`${folder}/*.md`, { cwd: docs }).map((file) => compileDocument(readFileSync(resolve(docs, file), 'utf8')))

const chapterFiles = globSync('{docs/users/*.md,{kernel,engines,applications}/*/{help.md,help/*.md}}', {
  cwd: resolve(docs, '..'),
  exclude: ['docs/users/README.md'],
})
const chapters = chapterFiles.map((file) => compileDocument(readFileSync(resolve(docs, '..', file), 'utf8')))
const anchors = chapters.flatMap(({ id, sections }) => [id, ...sections.map((section) => section.id)])

it('splits a document into sections, each with the help id above its heading', () => {
  const document = compileDocument(
    '<!-- sort: 40 -->\n<!-- help: orgs -->\n# 组织机构\n先看这里。\n\n<!-- help: orgs-count -->\n## 人数\n**每天**统计。\n',
  )
  expect(document).toEqual({
    sort: 40,
    id: 'orgs',
    title: '组织机构',
    lead: '<p>先看这里。</p>\n',
    sections: [{ id: 'orgs-count', title: '人数', html: '<p><strong>每天</strong>统计。</p>\n' }],
  })
})

it('puts no space between two lines of Chinese', () => {
  expect(compileDocument('# 登录\n密码不会被保存。\n关闭浏览器即退出。\n').lead).toBe(
    '<p>密码不会被保存。关闭浏览器即退出。</p>\n',
  )
})

it('uses the title as anchor where no help id is given', () => {
  expect(compileDocument('# 我的 账号\n## 登录 设备\n').sections[0]!.id).toBe('登录-设备')
})

it('orders the general chapters and those of the modules as they ask for', () => {
  const titles = chapters.toSorted(compareChapters).map(({ title }) => title)
  expect(titles[0]).toBe('登录')
  expect(titles.at(-1)).toBe('浏览器与大字')
  expect(titles.indexOf('学生管理')).toBeLessThan(titles.indexOf('学生人脸'))
})

it('has no duplicate anchors', () => {
  expect(anchors.length).toBeGreaterThan(20)
  expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([])
})

it('has an anchor for the help button of every page of every module', () => {
  const manifests = import.meta.glob<{ manifest: Manifest }>('../../../{kernel,engines,applications}/*/manifest.ts', {
    eager: true,
  })
  const helpIds = Object.values(manifests).flatMap(({ manifest }) => (manifest.pages ?? []).map(({ help }) => help))
  expect(helpIds.length).toBeGreaterThan(0)
  expect(helpIds.filter((help) => !anchors.includes(help))).toEqual([])
})

it('has an anchor for every help button of the light root', () => {
  const sources = globSync(
    '{packages/web/light,entry/web/light,{kernel,engines,applications}/*/web/phone}/**/*.{ts,tsx}',
    { cwd: resolve(docs, '..') },
  )
  const helpIds = sources
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => [
      ...readFileSync(resolve(docs, '..', file), 'utf8').matchAll(/\/help#([\w-]+)|help="([\w-]+)"/g),
    ])
    .map(([, inAddress, inBar]) => inAddress ?? inBar!)
  expect(helpIds).toContain('sign-in')
  expect(helpIds.filter((help) => !anchors.includes(help))).toEqual([])
})

it('shows the version and the date of every policy', () => {
  const policies = read('policies')
  expect(policies.map(({ title }) => title).toSorted()).toEqual(
    ['儿童个人信息保护规则', '用户协议', '隐私政策'].toSorted(),
  )
  for (const { lead } of policies) expect(lead).toMatch(/版本 \d+\.\d+.*\d{4}-\d\d-\d\d/)
})
