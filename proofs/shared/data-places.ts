import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { openObjectStore } from '#packages/objects'
import { unpackAll, type DataPlace } from './secret-scanner.ts'

/** A dump of a database, as in a backup. */
export async function dumpDatabase(name: string, url: string): Promise<DataPlace> {
  const limits = { maxBuffer: 2 ** 30, encoding: 'buffer' } as const
  const { stdout } = await promisify(execFile)('/usr/lib/postgresql/15/bin/pg_dump', ['--dbname', url], limits)
  return { name, bytes: stdout }
}

export const readLogFile = (name: string, file: string): DataPlace => ({ name, bytes: readFileSync(file) })

/** Every object of a bucket with its key, because a key can reveal data too. Packed content is unpacked. */
export async function readObjectStore(bucket: string): Promise<DataPlace[]> {
  const objects = openObjectStore({ ...process.env, QIMING_S3_BUCKET: bucket })
  const places: DataPlace[] = []
  for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const page = await objects.list('', after ? { after } : {})
    for (const { key } of page.objects) {
      const pieces: Uint8Array[] = [Buffer.from(`${key}\n`)]
      for await (const piece of (await objects.get(key))!.body) pieces.push(piece as Uint8Array)
      const bytes = Buffer.concat(pieces)
      const unpacked = unpackAll(bytes.subarray(pieces[0]!.length))
      places.push({ name: `object ${key.split('/')[0]}/…`, bytes: Buffer.concat([bytes, ...unpacked]) })
    }
    after = page.next
  }
  objects.close()
  return places
}

/** Every key and value of a Redis as text. Not by DUMP, which compresses long values. */
export async function readRedis(url: string): Promise<DataPlace & { count: number }> {
  const redis = new Redis(url)
  const keys = await redis.keys('*')
  const pieces: Buffer[] = []
  for (const key of keys) {
    pieces.push(Buffer.from(`\n${key}\n`))
    const type = await redis.type(key)
    if (type === 'string') pieces.push((await redis.getBuffer(key)) ?? Buffer.alloc(0))
    else pieces.push(Buffer.from(JSON.stringify(await contentOf(redis, key, type))))
  }
  await redis.quit()
  return { name: 'Redis', bytes: Buffer.concat(pieces), count: keys.length }
}

function contentOf(redis: Redis, key: string, type: string): Promise<unknown> {
  if (type === 'hash') return redis.hgetall(key)
  if (type === 'list') return redis.lrange(key, 0, -1)
  if (type === 'set') return redis.smembers(key)
  if (type === 'zset') return redis.zrange(key, '0', '-1', 'WITHSCORES')
  if (type === 'stream') return redis.xrange(key, '-', '+')
  throw new Error(`${key} is a ${type}, which nobody looks into`)
}
