import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { filesApi as api } from '../contract.ts'
import { getFileLimits } from './service/upload-limits.ts'
import { getPreview } from './service/preview-file.ts'
import { getFileDetail, listFileItems } from './service/readable-files.ts'
import { completeUpload, initUpload, createPartLinks, removeUpload, getUploadState } from './service/uploads.ts'
import { startZip } from './service/zip-files.ts'

export function filesRoutes(app: FastifyInstance) {
  mount(app, api.limits, (ctx) => getFileLimits(ctx))
  mount(app, api.initUpload, (ctx, { body }) => initUpload(ctx, body))
  mount(app, api.uploadState, (ctx, { query }) => getUploadState(ctx, query.id))
  mount(app, api.partLinks, (ctx, { body }) => createPartLinks(ctx, body))
  mount(app, api.completeUpload, (ctx, { body }) => completeUpload(ctx, body.id))
  mount(app, api.removeUpload, (ctx, { body }) => removeUpload(ctx, body.id))
  mount(app, api.detail, (ctx, { query }) => getFileDetail(ctx, query.id))
  mount(app, api.items, (ctx, { body }) => listFileItems(ctx, body.ids))
  mount(app, api.preview, (ctx, { body }) => getPreview(ctx, body.id))
  mount(app, api.zip, (ctx, { body }) => startZip(ctx, body))
}
