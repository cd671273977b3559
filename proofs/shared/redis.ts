import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { isListening, waitUntil } from '../../tools/stack/service.ts'
import { freePort } from './process.ts'

export interface OwnRedis {
  url: string
  start(): Promise<void>
  /** As when the machine's power goes: nothing is said, nothing is saved. */
  kill(): Promise<void>
}

/** A Redis of the drill's own: attacks fill its counters, and it may be killed, without anybody else noticing. */
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
