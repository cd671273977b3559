import { z } from 'zod'
import { defineModule, routesOf } from '#packages/contract'
import { newId, type Ctx } from '#packages/core'
import { defineServerModule, mount } from '#packages/http'
import { defineJob, enqueue } from '#packages/jobs'

const manifest = defineModule({ key: 'drill', title: '演练', permissions: {} })
const route = routesOf(manifest)

export const writeRoute = route({
  method: 'POST',
  path: '/api/drill/write',
  title: '演练写入',
  access: 'staff',
  body: z.object({ mark: z.string() }),
  data: z.null(),
})

const leave = (ctx: Ctx, name: string) =>
  ctx.db.insertInto('event').values({ id: newId(), name, ids: '{}', at: ctx.now }).execute()

/** The effect of a write, in the worker; slow enough that a kill finds it half done. */
export const followUp = defineJob<{ mark: string }>({
  name: 'proof.follow-up',
  title: '演练后续',
  retries: 50,
  handle: async (ctx, { mark }) => {
    await leave(ctx, `effect:${mark}`)
    await new Promise((done) => setTimeout(done, 5))
    await leave(ctx, `settled:${mark}`)
  },
})

/** A write with countable effects: one row, and one job that adds two. */
export const fixture = defineServerModule({
  manifest,
  jobs: [followUp],
  routes: (app) => {
    mount(app, writeRoute, async (ctx, { body }) => {
      await leave(ctx, `write:${body.mark}`)
      await enqueue(ctx, followUp, { mark: body.mark })
      return null
    })
  },
})
