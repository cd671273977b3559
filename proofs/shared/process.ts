import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { root } from '../../entry/modules.ts'
import { waitUntil } from '../../tools/stack/service.ts'
import { ApiClient } from './browser.ts'

/**
 * A free port. Below the ports that Linux uses for outgoing connections and below those of the stack, so that it is
 * still free when a killed server is started again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 20_000)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const server = createServer()
      .once('error', () => done(false))
      .listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })

export interface RunningProcess {
  child: ChildProcess
  port: number
  url: string
  kill(signal: NodeJS.Signals): Promise<void>
}

const children = new Set<ChildProcess>()
// A failing proof must not leave its servers running.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts one of our processes and waits until it reports that it is ready. Its output goes to `log`, or nowhere. */
export async function startProcess(
  file: string,
  env: Record<string, string>,
  port: number,
  opsPort: number,
  log?: string,
  folder = root,
): Promise<RunningProcess> {
  const filesPort = await freePort()
  const out = log ? openSync(log, 'a') : 'ignore'
  const child = spawn('node', [file], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      QIMING_LOG_LEVEL: 'warn',
      QIMING_API_PORT: `${port}`,
      QIMING_API_OPS_PORT: `${opsPort}`,
      QIMING_WORKER_OPS_PORT: `${opsPort}`,
      QIMING_FILES_PORT: `${filesPort}`,
      QIMING_FILES_URL: `http://127.0.0.1:${filesPort}`,
      ...env,
    },
    stdio: ['ignore', out, 'pipe'],
  })
  if (typeof out === 'number') closeSync(out)
  children.add(child)
  child.once('exit', () => children.delete(child))
  let errors = ''
  child.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  await waitUntil(
    `${file} to be ready`,
    async () => {
      if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}\n${errors}`)
      return fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    },
    120,
  )
  return {
    child,
    port,
    url: `http://127.0.0.1:${port}`,
    kill: (signal) =>
      new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done()
        child.once('exit', () => done())
        child.kill(signal)
      }),
  }
}

/** An API client with a signed-in person. */
export async function signIn(url: string, userName: string, userPwd: string) {
  const { token, orgId } = await new ApiClient(url).signIn(userName, userPwd)
  return { token, orgId, headers: { authorization: `Bearer ${token}` } }
}
