import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { servePages } from './serve-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="zh-CN"><body></body></html>')
for (const [name, file] of [
  ['assets', 'page.js'],
  ['.git', 'config'],
] as const) {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, file), `contents of ${file}`)
}

it.each([
  [true, true],
  [false, false],
])('sets whether the sample pages are shown: %s', async (hasSamples, isMarked) => {
  const app = fastify()
  await servePages(app, folder, { hasSamples })
  for (const address of ['/', '/icon']) {
    const { body, headers } = await app.inject(address)
    expect(body.includes('data-samples="shown"')).toBe(isMarked)
    expect(body).toContain('lang="zh-CN"')
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  }
  await app.close()
})

it('serves no folder, no hidden file and no operator file, and refuses TRACE', async () => {
  const app = fastify()
  await servePages(app, folder)
  expect((await app.inject('/assets/page.js')).body).toBe('contents of page.js')
  for (const address of [
    '/assets/',
    '/assets',
    '/.git/config',
    '/.git/',
    '/metrics',
    '/healthz',
    '/openapi.json',
    '/package.json',
  ]) {
    const { body } = await app.inject(address)
    expect(`${address} ${body}`).not.toMatch(/page\.js|contents of|qiming_|"openapi"|"dependencies"/)
  }
  const trace = await app.inject({ method: 'TRACE' as 'GET', url: '/', headers: { 'x-secret': 'echo' } })
  expect(trace.statusCode).toBeGreaterThanOrEqual(400)
  expect(trace.body).not.toContain('echo')
  await app.close()
})

it('sends the content type with the error for a missing asset', async () => {
  const app = fastify()
  await servePages(app, folder)
  const { statusCode, headers } = await app.inject('/assets/gone-abc123.js')
  expect([statusCode, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
  await app.close()
})
