import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Route } from '#packages/contract'
import { getContribution, Refusal } from '#packages/core'
import { mount, type RequestCtx } from '#packages/http'
import { openApi } from '../contract.ts'
import { countCall } from './call-limits.ts'
import { issueToken } from './issue-token.ts'
import { withRecordedCall } from './open-calls.ts'
import { requireServing, type OpenCaller } from './open-callers.ts'

/** The application of a token, if it is in use and calls from one of its addresses. */
export async function identifyApplication(ctx: RequestCtx): Promise<OpenCaller> {
  const caller = await getContribution(ctx, 'openCallers').identify(ctx, ctx.client.credential())
  await requireServing(ctx, caller)
  return caller
}

/** Registers an open interface: finds the application, counts the call against its limits, and records it. */
export function mountOpen<Query extends z.ZodType, Body extends z.ZodType, Data extends z.ZodType>(
  app: FastifyInstance,
  route: Route<Query, Body, Data, true>,
  handler: (
    ctx: RequestCtx,
    input: { query: z.output<Query>; body: z.output<Body> },
    caller: OpenCaller,
  ) => Promise<z.output<Data>>,
) {
  mount(app, route, async (ctx, input) => {
    const caller = await getContribution(ctx, 'openCallers').identify(ctx, ctx.client.credential())
    return withRecordedCall(ctx, route, caller, async (facts) => {
      await requireServing(ctx, caller)
      const { uncount, left } = await countCall(ctx, caller)
      facts.quotaLeft = left
      return handler(ctx, input, caller).catch(async (error: unknown) => {
        if (!(error instanceof Refusal)) await uncount().catch(() => {})
        throw error
      })
    })
  })
}

export function mountOpenRoutes(app: FastifyInstance) {
  mount(app, openApi.token, (ctx, { body }) => issueToken(ctx, body))
  mountOpen(app, openApi.self, async (_ctx, _input, { key, name }) => ({ key, name }))
}
