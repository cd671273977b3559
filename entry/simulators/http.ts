import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SimulatorRequest {
  method: string
  path: string
  query: URLSearchParams
  /** The query string, unparsed. */
  rawQuery: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface SimulatorResponse {
  status: number
  type?: string
  body: string
  location?: string
}

export type SimulatorRoutes = Readonly<
  Record<string, (received: SimulatorRequest) => SimulatorResponse | Promise<SimulatorResponse>>
>

export const respondJson = (body: unknown, status = 200): SimulatorResponse => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})

export const redirectTo = (location: string): SimulatorResponse => ({ status: 302, body: '', location })

/** A page of the simulator. Inserted texts must have gone through `escaped`. */
export const renderPage = (title: string, body: string, { status = 200, head = '' } = {}): SimulatorResponse => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="zh-CN"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>${head}
<style>body{font:16px/1.6 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}
td,th{border:1px solid #bbb;padding:.3rem .6rem;text-align:left}input,select,button{font:inherit;margin:.2rem 0}
fieldset{margin:1rem 0}label{display:block}code{word-break:break-all}</style>
<h1>${escapeHtml(title)}</h1>${body}</html>`,
})

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter]!)

/** The fields of a JSON body; empty if it is not JSON. */
export function parseFields(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Simulators only redirect a browser to this machine. */
export function isLoopback(address: string) {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return /^https?:$/.test(protocol) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Faults that tests set with `POST /control`; an empty object ends them. */
export class FaultInjection {
  /** An error code of the vendor, or three digits for a bare HTTP status. */
  fail = ''
  delayMs = 0

  readonly control = ({ body }: SimulatorRequest): SimulatorResponse => {
    const { fail = '', delayMs = 0 } = parseFields(body)
    this.fail = String(fail)
    this.delayMs = Number(delayMs) || 0
    return respondJson({ fail: this.fail, delayMs: this.delayMs })
  }

  /** Waits for the set delay, then returns the set status. */
  async applyFault(): Promise<SimulatorResponse | undefined> {
    if (this.delayMs > 0) await sleep(this.delayMs, undefined, { ref: false })
    return /^\d{3}$/.test(this.fail) ? renderPage('故障演练', '', { status: Number(this.fail) }) : undefined
  }
}

/** Listens on loopback until the process is stopped. Routes are named by method and path. */
export function serveSimulator(name: string, routes: SimulatorRoutes) {
  const server = createServer((request, response) => {
    void answer(routes, request).then(({ status, type = 'text/plain', body, location }) => {
      response.writeHead(status, {
        'content-type': type,
        'cache-control': 'no-store',
        // The vendor does not send this; codes are in addresses, so the next page must not get the address.
        'referrer-policy': 'no-referrer',
        ...(location === undefined ? {} : { location }),
      })
      response.end(body)
    })
  })
  const port = Number(process.env['SIM_PORT'])
  server.listen(port, '127.0.0.1', () => console.log(`${name} simulator on 127.0.0.1:${port}`))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
}

async function answer(routes: SimulatorRoutes, request: IncomingMessage): Promise<SimulatorResponse> {
  const [path = '/', rawQuery = ''] = (request.url ?? '/').split('?', 2)
  const method = request.method ?? 'GET'
  try {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const route = routes[`${method} ${path}`]
    if (!route) return respondJson({ code: 'InvalidAction.NotFound', message: 'Specified api is not found.' }, 404)
    return await route({
      method,
      path,
      rawQuery,
      query: new URLSearchParams(rawQuery),
      headers: Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)])),
      body: Buffer.concat(chunks).toString('utf8'),
    })
  } catch (error) {
    console.error(`${method} ${path}`, error)
    return respondJson({ code: 'ServiceUnavailable', message: 'The simulator failed.' }, 500)
  }
}
