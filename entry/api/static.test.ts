import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { servePages } from './static.ts'

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="zh-CN"><body></body></html>')

it.each([
  [true, true],
  [false, false],
])('tells the pages whether the samples are to be seen: %s', async (hasSamples, isMarked) => {
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
