import { join } from 'node:path'
import { logFolder, makeFolder, ports, stackFolder } from './place.ts'
import { answers, endByPidFile, run, waitUntil, type Service } from './service.ts'

export function redis(): Service {
  const folder = join(stackFolder, 'redis')
  const pidFile = join(folder, 'redis.pid')
  return {
    name: 'redis',
    port: ports.redis,
    async start() {
      makeFolder(folder)
      makeFolder(logFolder)
      await run('redis-server', [
        ...['--port', `${ports.redis}`, '--bind', '127.0.0.1', '--dir', folder, '--pidfile', pidFile],
        ...['--logfile', join(logFolder, 'redis.log'), '--appendonly', 'no', '--save', '', '--daemonize', 'yes'],
      ])
      await waitUntil('redis', () => answers(ports.redis))
    },
    stop: () => endByPidFile(pidFile),
    env: () => ({ QIMING_REDIS_URL: `redis://127.0.0.1:${ports.redis}` }),
  }
}
