import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stackFolder } from '../../tools/stack/stack-paths.ts'
import { isListening, waitUntil } from '../../tools/stack/service.ts'
import { freePort } from './process.ts'

export interface OwnGateway {
  url: string
  start(): Promise<void>
  /** Stored objects stay: they belong to another process. */
  kill(): Promise<void>
}

/** A second gateway to the stack's object store for this proof alone, which can be killed without affecting others. */
export async function ownGateway(): Promise<OwnGateway> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'qiming-gateway-'))
  let child: ChildProcess | undefined
  process.once('exit', () => child?.kill('SIGKILL'))
  const gateway: OwnGateway = {
    url: `http://127.0.0.1:${port}`,
    async start() {
      const own = ['pid_file', 'admin_socket', 'log_file'].map((name) => `--${name}=${join(folder, name)}`)
      const options = [`--rgw_frontends=beast endpoint=127.0.0.1:${port}`, ...own]
      const config = ['-c', join(stackFolder, 's3', 'ceph.conf'), '-n', 'client.rgw', '-f']
      child = spawn('radosgw', [...config, ...options], { stdio: 'ignore' })
      await waitUntil('the gateway to the object store', () => isListening(port), 40)
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
  await gateway.start()
  return gateway
}
