import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { isListening, waitUntil } from '../../tools/stack/service.ts'
import { freePort } from './process.ts'

export interface OwnRedis {
  url: string
  start(): Promise<void>
  /** As in a power failure: no message, nothing saved. */
  kill(): Promise<void>
}

/** A separate Redis for the proof: attacks fill its counters, and it can be killed without affecting others. */
export async function ownRedis(): Promise<OwnRedis> {
  const port = await freePort()
  let child: ChildProcess | undefined
  process.once('exit', () => child?.kill('SIGKILL'))
  const redis: OwnRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
      child = spawn('redis-server', options, { stdio: 'ignore' })
      await waitUntil('redis', () => isListening(port))
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
  await redis.start()
  return redis
}
