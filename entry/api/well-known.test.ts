import fastify from 'fastify'
import { expect, it } from 'vitest'
import { readSettings } from '../settings.ts'
import { serveWellKnown } from './well-known.ts'

const needed = {
  QIMING_CELL_1_URL: 'postgres://cell',
  QIMING_DIRECTORY_URL: 'postgres://directory',
  QIMING_REDIS_URL: 'redis://127.0.0.1',
  QIMING_PUBLIC_URL: 'https://portal.example.cn',
}
const request = async (env: Record<string, string>, url = '/.well-known/security.txt') => {
  const app = fastify()
  serveWellKnown(app, readSettings({ ...needed, ...env }))
  const { statusCode, headers, body } = await app.inject(url)
  await app.close()
  return { statusCode, type: headers['content-type'], body }
}
const contact = { QIMING_SECURITY_CONTACT: 'mailto:security@example.cn, https://example.cn/report' }

it('names the security contact and its expiry', async () => {
  const { statusCode, type, body } = await request({ ...contact, QIMING_SECURITY_EXPIRES: '2099-06-30' })
  expect([statusCode, type]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body.split('\n')).toEqual([
    'Contact: mailto:security@example.cn',
    'Contact: https://example.cn/report',
    'Expires: 2099-06-30T00:00:00.000Z',
    'Preferred-Languages: zh, en',
    'Canonical: https://portal.example.cn/.well-known/security.txt',
    '',
  ])
})

it('answers nothing without a contact, after the expiry, and at other well-known addresses', async () => {
  expect(await request({})).toMatchObject({ statusCode: 404, type: 'text/plain; charset=utf-8' })
  expect(await request({ ...contact, QIMING_SECURITY_EXPIRES: '2020-01-01' })).toMatchObject({ statusCode: 404 })
  const good = { ...contact, QIMING_SECURITY_EXPIRES: '2099-06-30' }
  expect(await request(good, '/.well-known/other')).toMatchObject({ statusCode: 404 })
})

it('does not start with only one of the two settings', () => {
  expect(() => readSettings({ ...needed, ...contact })).toThrow('QIMING_SECURITY_EXPIRES')
  expect(() => readSettings({ ...needed, QIMING_SECURITY_CONTACT: 'call us' })).toThrow('QIMING_SECURITY_CONTACT')
})
