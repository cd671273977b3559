import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { compressAnswers } from '#packages/http'
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

it('names the chunks of a page in its document, at all addresses of the board and nowhere else', async () => {
  const built = mkdtempSync(join(tmpdir(), 'built-'))
  writeFileSync(join(built, 'index.html'), `<!doctype html><html lang="zh-CN"><head>${' '.repeat(1500)}</head></html>`)
  writeFileSync(join(built, 'index.html.br'), 'compressed by the build, without the names')
  mkdirSync(join(built, '.vite'))
  const chunks = {
    '/dataCentre/dataBoard': ['assets/board.js', 'assets/board.css'],
    '/baseData/User': ['assets/staff.js'],
  }
  writeFileSync(join(built, '.vite/page-chunks.json'), JSON.stringify(chunks))
  const app = fastify()
  compressAnswers(app)
  await servePages(app, built)
  const chunksAt = async (url: string) => {
    const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
    return /name="page-chunks" content="([^"]*)"/.exec(brotliDecompressSync(rawPayload).toString())?.[1]
  }
  for (const address of ['/', '/dataCentre', '/dataCentre/dataBoard', '/dataCentre/dataBoard?from=mail'])
    expect(await chunksAt(address)).toBe('assets/board.js assets/board.css')
  expect(await chunksAt('/baseData/User')).toBe('assets/staff.js')
  expect(await chunksAt('/login')).toBeUndefined()
  expect((await app.inject('/.vite/page-chunks.json')).body).not.toContain('board.js')
  const { headers } = await app.inject('/baseData/User')
  const again = await app.inject({ url: '/baseData/User', headers: { 'if-none-match': String(headers['etag']) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await app.close()
})

it('sends the content type with the error for a missing asset', async () => {
  const app = fastify()
  await servePages(app, folder)
  const { statusCode, headers } = await app.inject('/assets/gone-abc123.js')
  expect([statusCode, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
  await app.close()
})
