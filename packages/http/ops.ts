import { createServer as createHttpServer, type Server } from 'node:http'
import { registry } from './metrics.ts'

export interface Probe {
  /** Readiness checks by name; a check throws if it fails. */
  ready: Readonly<Record<string, () => Promise<unknown>>>
}

/**
 * Health, readiness and metrics, on a separate port for operators: /healthz (the process lives), /readyz (it can work),
 * /metrics (Prometheus).
 */
export function startOps(port: number, host: string, { ready }: Probe): Server & { draining: boolean } {
  const server = Object.assign(
    createHttpServer((request, response) => {
      void handle(request.url ?? '').then(
        ({ status, type = 'application/json', body }) => {
          response.writeHead(status, { 'content-type': type }).end(body)
        },
        () => response.writeHead(500).end(),
      )
    }),
    { draining: false },
  )
  server.listen(port, host)
  return server

  async function handle(url: string): Promise<{ status: number; type?: string; body: string }> {
    if (url === '/healthz') return { status: 200, body: '{"alive":true}' }
    if (url === '/metrics') return { status: 200, type: registry.contentType, body: await registry.metrics() }
    if (url !== '/readyz') return { status: 404, body: '{}' }
    const parts = await Promise.all(
      Object.entries(ready).map(async ([name, check]): Promise<[string, boolean]> => [
        name,
        await check().then(
          () => true,
          () => false,
        ),
      ]),
    )
    // One cell that is down must not stop the traffic of others: ready means that something can be served.
    const isReady = !server.draining && (parts.length === 0 || parts.some(([, ok]) => ok))
    return {
      status: isReady ? 200 : 503,
      body: JSON.stringify({ ready: isReady, draining: server.draining, parts: Object.fromEntries(parts) }),
    }
  }
}
