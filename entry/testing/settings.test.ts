import { describe, expect, it } from 'vitest'
import { readSettings } from '../settings.ts'

const settings = (redis: string) => () =>
  readSettings({
    QIMING_DIRECTORY_URL: 'postgres://directory',
    QIMING_CELL_1_URL: 'postgres://cell',
    QIMING_REDIS_URL: redis,
  })

describe('Redis on another machine', () => {
  it.each(['redis://cache', 'redis://:word@cache', 'rediss://cache', 'redis://10.1.2.3:6379'])(
    'is refused as %s',
    (address) => expect(settings(address)).toThrow('it needs TLS and a password'),
  )
  it.each(['rediss://:word@cache', 'redis://127.0.0.1:6379', 'redis://localhost/3', 'redis://[::1]:6379'])(
    'or on this one is accepted as %s',
    (address) => expect(settings(address)().redisUrl).toBe(address),
  )
})
