import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const duration = new Histogram({
  name: 'qiming_http_request_seconds',
  help: 'Time to answer, by route',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})
const answers = new Counter({
  name: 'qiming_http_answers_total',
  help: 'Answers, by ret',
  labelNames: ['ret'],
  registers: [registry],
})

export const streamsOpen = new Gauge({
  name: 'qiming_http_streams_open',
  help: 'Streams that are open',
  registers: [registry],
})

/** A counter of a module, for the operators' alerts. */
export const defineCounter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
  new Counter({ name, help, labelNames, registers: [registry] })

export function recordRequest(method: string, route: string, status: number, ret: number | undefined, ms: number) {
  duration.observe({ method, route, status }, ms / 1000)
  if (ret !== undefined) answers.inc({ ret })
}
