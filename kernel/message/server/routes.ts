import type { FastifyInstance } from 'fastify'
import { mount, mountStream } from '#packages/http'
import { messageApi as api } from '../contract.ts'
import { saveSmsQuota } from './service/quota.ts'
import {
  listMessages,
  ownCounts,
  readAllMessages,
  readMessage,
  readMessages,
  removeMessages,
} from './service/reading.ts'
import { readSettings, saveSettings } from './service/setting.ts'
import { listSms } from './service/sms-log.ts'
import { openHub } from './stream.ts'

export function messageRoutes(app: FastifyInstance) {
  mount(app, api.list, (ctx, { query }) => listMessages(ctx, query))
  mount(app, api.unreadCount, (ctx) => ownCounts(ctx))
  mount(app, api.detail, (ctx, { query }) => readMessage(ctx, query.id))
  mount(app, api.read, (ctx, { body }) => readMessages(ctx, body))
  mount(app, api.readAll, (ctx, { body }) => readAllMessages(ctx, body))
  mount(app, api.remove, (ctx, { body }) => removeMessages(ctx, body))
  mount(app, api.setting, (ctx) => readSettings(ctx))
  mount(app, api.saveSetting, (ctx, { body }) => saveSettings(ctx, body))
  mount(app, api.smsLog, (ctx, { query }) => listSms(ctx, query))
  mount(app, api.saveSmsQuota, (ctx, { body }) => saveSmsQuota(ctx, body.quota))
  let hub: ReturnType<typeof openHub> | undefined
  app.addHook('onClose', () => hub?.close())
  mountStream(app, api.stream, ({ actor, cells }, lines) =>
    (hub ??= openHub(cells, app.log, app.streams)).join(actor, lines),
  )
}
