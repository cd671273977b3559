import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const folder = join(import.meta.dirname, '../../../entry/simulators')

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** Starts a simulator in its own process, which can be made to fail. */
export async function startSimulator(name: 'sms' | 'dingtalk' | 'weather', env: Record<string, string> = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const options = { env: { ...process.env, ...env, SIM_PORT: `${port}` }, stdio: 'ignore' } as const
  const child = spawn(process.execPath, [join(folder, `${name}.ts`)], options)
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  for (const deadline = Date.now() + 15_000; !(await answers()); await delay(20))
    if (Date.now() > deadline) throw new Error(`the ${name} simulator does not start`)

  const ask = async (path: string, method = 'GET', body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
    return answer.json()
  }
  return {
    url,
    ask,
    /** Makes it slow, or makes it answer with this code or HTTP status. */
    control: (faults: { fail?: string; delayMs?: number }) => ask('/control', 'POST', faults),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}
