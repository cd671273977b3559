import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { filesApi as api } from '../contract.ts'
import { fileLimits } from './service/limits.ts'
import { previewFile } from './service/preview.ts'
import { fileDetail, fileItems } from './service/reading.ts'
import { completeUpload, initUpload, partLinks, removeUpload, uploadState } from './service/upload.ts'
import { startZip } from './service/zip.ts'

export function filesRoutes(app: FastifyInstance) {
  mount(app, api.limits, (ctx) => fileLimits(ctx))
  mount(app, api.initUpload, (ctx, { body }) => initUpload(ctx, body))
  mount(app, api.uploadState, (ctx, { query }) => uploadState(ctx, query.id))
  mount(app, api.partLinks, (ctx, { body }) => partLinks(ctx, body))
  mount(app, api.completeUpload, (ctx, { body }) => completeUpload(ctx, body.id))
  mount(app, api.removeUpload, (ctx, { body }) => removeUpload(ctx, body.id))
  mount(app, api.detail, (ctx, { query }) => fileDetail(ctx, query.id))
  mount(app, api.items, (ctx, { body }) => fileItems(ctx, body.ids))
  mount(app, api.preview, (ctx, { body }) => previewFile(ctx, body.id))
  mount(app, api.zip, (ctx, { body }) => startZip(ctx, body))
}
