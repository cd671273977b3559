import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { studentApi as api } from '../contract.ts'
import { reviewFaces, removeFace } from './service/face/review-faces.ts'
import { listFaces, getFacePhoto } from './service/face/faces.ts'
import { uploadFace } from './service/face/upload-face.ts'
import { beginFaceZip, getFaceZipOutcome, receiveFaceZipPiece, startFaceZip } from './service/face/upload-face-zip.ts'

export function mountFaceRoutes(app: FastifyInstance) {
  mount(app, api.faces, (ctx, { query }) => listFaces(ctx, query))
  mount(app, api.uploadFace, (own, { body }) => uploadFace(own, body))
  mount(app, api.beginFaceZip, (ctx, { body }) => beginFaceZip(ctx, body))
  mount(app, api.sendFaceZipPiece, (own, { body }) => receiveFaceZipPiece(own, body))
  mount(app, api.startFaceZip, (ctx, { body }) => startFaceZip(ctx, body))
  mount(app, api.faceZipOutcome, (ctx, { query }) => getFaceZipOutcome(ctx, query))
  mount(app, api.reviewFaces, (ctx, { body }) => reviewFaces(ctx, body))
  mount(app, api.removeFace, (ctx, { body }) => removeFace(ctx, body))
  mount(app, api.facePhoto, (own, { query }) => getFacePhoto(own, query))
}
