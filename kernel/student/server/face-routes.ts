import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { studentApi as api } from '../contract.ts'
import { auditFaces } from './service/face/auditing.ts'
import { listFaces, readPhoto } from './service/face/reading.ts'
import { removeFace } from './service/face/removing.ts'
import { uploadFace } from './service/face/uploading.ts'
import { beginFaces, readOutcome, sendFaces, uploadFaces } from './service/face/zip.ts'

export function faceRoutes(app: FastifyInstance) {
  mount(app, api.faces, (ctx, { query }) => listFaces(ctx, query))
  mount(app, api.uploadFace, (own, { body }) => uploadFace(own, body))
  mount(app, api.beginFaces, (ctx, { body }) => beginFaces(ctx, body))
  mount(app, api.sendFaces, (own, { body }) => sendFaces(own, body))
  mount(app, api.uploadFaces, (ctx, { body }) => uploadFaces(ctx, body))
  mount(app, api.faceOutcome, (ctx, { query }) => readOutcome(ctx, query))
  mount(app, api.auditFaces, (ctx, { body }) => auditFaces(ctx, body))
  mount(app, api.removeFace, (ctx, { body }) => removeFace(ctx, body))
  mount(app, api.facePhoto, (own, { query }) => readPhoto(own, query))
}
