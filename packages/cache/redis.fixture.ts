import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseEnv, promisify } from 'node:util'

const repository = join(import.meta.dirname, '../..')

/** The URL of this checkout's Redis, which is started if needed. */
export async function getStackRedisUrl() {
  await promisify(execFile)('bin/stack', ['up', 'redis'], { cwd: repository, timeout: 300_000 })
  return parseEnv(await readFile(join(repository, '.stack/env'), 'utf8'))['QIMING_REDIS_URL']!
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** A separate Redis that tests may stop. */
export async function startRedis(port: number) {
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
  // With another clock (tools/at-clock.sh) Redis does not start, and does not need one.
  const { LD_PRELOAD: _, ...env } = process.env
  const child = spawn('redis-server', options, { stdio: 'ignore', env })
  for (const deadline = Date.now() + 10_000; !(await answers(port)); await delay(20))
    if (Date.now() > deadline) throw new Error('redis-server does not start')
  return child
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), done(true))).on('error', () => done(false))
  })

export async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** A proxy to Redis that can be slow, or cut and restored, while Redis runs. */
export async function openRedisProxy(url: string) {
  const { hostname, port: target, password } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(Number(target), hostname)
    for (const end of [socket, onward]) sockets.add(end.on('error', () => {}))
    socket.pipe(onward).on('close', () => socket.destroy())
    onward.on('data', (answer) => void setTimeout(() => socket.write(answer), proxy.answersAfterMs))
  })
  const port = await freePort()
  const proxy = {
    url: `redis://:${password}@127.0.0.1:${port}`,
    answersAfterMs: 0,
    mend: () => once(server.listen(port, '127.0.0.1'), 'listening'),
    cut: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  await proxy.mend()
  return proxy
}
