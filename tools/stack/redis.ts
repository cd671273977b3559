import { join } from 'node:path'
import { logFolder, makeFolder, ports, secrets, stackFolder } from './stack-paths.ts'
import { isListening, endByPidFile, runCommand, waitUntil, type Service } from './service.ts'

export function redis(): Service {
  const folder = join(stackFolder, 'redis')
  const pidFile = join(folder, 'redis.pid')
  const { redis: password } = secrets()
  return {
    name: 'redis',
    port: ports.redis,
    async start() {
      makeFolder(folder)
      makeFolder(logFolder)
      await runCommand('redis-server', [
        '--port',
        `${ports.redis}`,
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--pidfile',
        pidFile,
        '--requirepass',
        password,
        '--logfile',
        join(logFolder, 'redis.log'),
        '--appendonly',
        'no',
        '--save',
        '',
        '--daemonize',
        'yes',
      ])
      await waitUntil('redis', () => isListening(ports.redis))
    },
    stop: () => endByPidFile(pidFile),
    env: () => ({ QIMING_REDIS_URL: `redis://:${password}@127.0.0.1:${ports.redis}` }),
  }
}
