import type { FastifyInstance } from 'fastify'
import { mount, mountStream } from '#packages/http'
import { messageApi as api } from '../contract.ts'
import { saveSmsQuota } from './service/sms-quota.ts'
import {
  listMessages,
  getOwnMessageCounts,
  markAllMessagesRead,
  getMessage,
  markMessagesRead,
  removeMessages,
} from './service/messages.ts'
import { getMessageSettings, saveMessageSettings } from './service/message-settings.ts'
import { openCountsHub } from './counts-stream.ts'

export function messageRoutes(app: FastifyInstance) {
  mount(app, api.list, (ctx, { query }) => listMessages(ctx, query))
  mount(app, api.unreadCount, (ctx) => getOwnMessageCounts(ctx))
  mount(app, api.detail, (ctx, { query }) => getMessage(ctx, query.id))
  mount(app, api.read, (ctx, { body }) => markMessagesRead(ctx, body))
  mount(app, api.readAll, (ctx, { body }) => markAllMessagesRead(ctx, body))
  mount(app, api.remove, (ctx, { body }) => removeMessages(ctx, body))
  mount(app, api.setting, (ctx) => getMessageSettings(ctx))
  mount(app, api.saveSetting, (ctx, { body }) => saveMessageSettings(ctx, body))
  mount(app, api.saveSmsQuota, (ctx, { body }) => saveSmsQuota(ctx, body.quota))
  let hub: ReturnType<typeof openCountsHub> | undefined
  app.addHook('onClose', () => hub?.close())
  mountStream(app, api.stream, ({ actor, cells }, lines) =>
    (hub ??= openCountsHub(cells, app.log, app.streams)).join(actor, lines),
  )
}
