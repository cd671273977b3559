import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createAddressResolver, checkForeignDatabase, sampleForeignQuery, type ForeignDatabase } from './index.ts'

const reader = new URL(process.env['QIMING_SIM_VENDOR_URL']!)
const vendor = (userName = 'vendor_reader', password = reader.password): ForeignDatabase => ({
  address: reader.hostname,
  tlsName: null,
  port: Number(reader.port),
  database: reader.pathname.slice(1),
  userName,
  password,
})

describe('the addresses that may be used', () => {
  const resolve = createAddressResolver({ own: ['10.20.0.0/16', 'fd12::/16'], listed: ['127.0.0.1:15432'] })
  const refused = { refused: 'forbidden' }

  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '0.0.0.0',
    '100.100.100.200',
    '::1',
    '::',
    'fe80::1',
    '224.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    'localhost',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a14:304',
    '2002:7f00:1::1',
    '10.20.3.4',
    '::ffff:10.20.3.4',
    'fd12::7',
  ])('do not include %s', async (host) => expect(await resolve(host, 5432)).toEqual(refused))

  it.each(['10.21.0.1', '192.168.1.8', '203.0.113.9', '2001:db8::1'])('include %s', async (host) =>
    expect(await resolve(host, 5432)).toEqual({ address: host }),
  )

  it('include listed ones, at that port only', async () => {
    expect(await resolve('127.0.0.1', 15432)).toEqual({ address: '127.0.0.1' })
    expect(await resolve('127.0.0.1', 15433)).toEqual(refused)
  })

  it('are only the allowed ones, if a list is given', async () => {
    const only = createAddressResolver({
      own: ['10.20.0.0/16'],
      listed: ['127.0.0.1:15432'],
      allowed: ['203.0.113.0/24', '10.20.3.4', '2001:db8::/32', 'localhost'],
    })
    for (const host of ['203.0.113.9', '2001:db8::1']) expect(await only(host, 5432)).toEqual({ address: host })
    expect(await only('127.0.0.1', 15432)).toEqual({ address: '127.0.0.1' })
    // Neither private networks nor public addresses; and an allowed name does not open forbidden networks.
    for (const host of ['192.168.1.8', '10.21.0.1', '172.16.0.9', '198.51.100.1', '10.20.3.4', 'localhost', 'fd00::1'])
      expect(await only(host, 5432)).toEqual(refused)
    const none = createAddressResolver({ own: [], listed: [], allowed: [] })
    expect(await none('203.0.113.9', 5432)).toEqual(refused)
  })

  it('include no unknown names', async () =>
    expect(await resolve('nobody.invalid', 5432)).toEqual({ refused: 'unknown' }))
})

describe('a foreign database', () => {
  it('distinguishes a read-only account from one that can write', async () => {
    expect(await checkForeignDatabase(vendor())).toMatchObject({
      isReadOnly: true,
      version: expect.stringContaining('Postgre'),
    })
    expect(await checkForeignDatabase(vendor('vendor_writer'))).toMatchObject({ isReadOnly: false })
  })

  it('gives the same message for a wrong password, a missing database, another protocol and a closed port', async () => {
    const web = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
    await once(web, 'listening')
    const { port } = web.address() as AddressInfo
    const messageOf = async (at: Partial<ForeignDatabase>) =>
      checkForeignDatabase({ ...vendor(), ...at }, { connectMs: 500 }).catch((error: Error) =>
        [error.name, error.message].join(),
      )
    const answers = [
      await messageOf({ password: 'wrong' }),
      await messageOf({ database: 'nothing_here' }),
      await messageOf({ userName: 'nobody' }),
      await messageOf({ port: 1 }),
      await messageOf({ port }),
    ]
    web.close()
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('无法连接')
  })

  it('returns the first rows of a query', async () => {
    const sample = await sampleForeignQuery(
      vendor(),
      'select id, school, delivered_on from meal_delivery order by id;',
      2,
    )
    expect(sample).toEqual({
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'school', type: 'text' },
        { name: 'delivered_on', type: 'date' },
      ],
      rows: [
        ['1', '云禾区文澜中学', '2026-11-01'],
        ['2', '云禾区晨岚学校', '2026-11-01'],
      ],
      hasMore: true,
    })
  })

  it.each([
    ['select 1; drop table meal_delivery', '只能执行一条查询'],
    ['select 1; commit; drop table meal_delivery', '只能执行一条查询'],
    ['select 1; commit; delete from meal_delivery', '只能执行一条查询'],
    ["update meal_delivery set meal = ''", '只能执行一条查询'],
    ['with gone as (delete from meal_delivery returning 1) select * from gone', '只能查询'],
    ['select * from nothing_here', '表或视图不存在'],
    ['select pg_read_file($$/etc/passwd$$)', '没有读取权限'],
  ])('refuses “%s” even for an account that may write', async (query, words) => {
    await expect(sampleForeignQuery(vendor('vendor_writer'), query, 5)).rejects.toThrow(words)
    expect((await sampleForeignQuery(vendor(), 'select count(*) from meal_delivery', 1)).rows).toEqual([['60']])
  })

  it('stops a query that takes too long, and one with too much data', async () => {
    await expect(sampleForeignQuery(vendor(), 'select pg_sleep(30)', 1, { statementMs: 200 })).rejects.toThrow('已停止')
    await expect(
      sampleForeignQuery(vendor(), "select repeat('很长', 3000000)", 1, { bytes: 1024 * 1024 }),
    ).rejects.toThrow('数据量过大')
  })
})
