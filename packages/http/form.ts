import type { FastifyRequest } from 'fastify'
import type { Route, Upload } from '#packages/contract'
import { invalid } from '#packages/core'
import { hasNul, nulRefusal } from './request-guards.ts'

/** A form with small files, read into memory; how much that may be, the route says, or else the server's limits. */
export async function readForm(request: FastifyRequest, { uploadBytes }: Route): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw invalid([{ field: '', msg: '请求格式不正确' }])
  const form: Record<string, unknown> = {}
  for await (const part of request.parts(limitsFor(uploadBytes))) {
    if (hasNul(part.fieldname)) throw nulRefusal()
    // A field may call itself JSON and be anything then; a form's fields are text.
    if (part.type === 'field') {
      const text = typeof part.value === 'string' ? part.value : ''
      if (hasNul(text)) throw nulRefusal()
      form[part.fieldname] = text
    } else {
      if (hasNul(part.filename)) throw nulRefusal()
      const bytes = await part.toBuffer()
      const file: Upload = { name: part.filename, type: part.mimetype, bytes }
      if (bytes.length > 0) form[part.fieldname] = file
    }
  }
  return form
}

/** What is too large is cut off one byte after its limit, so that it is the contract that refuses it, in words of its own. */
const limitsFor = (uploadBytes: number | undefined) =>
  uploadBytes === undefined
    ? {}
    : {
        throwFileSizeLimit: false,
        limits: { fileSize: uploadBytes + 1, files: 1, fields: 30, fieldSize: 100_000 },
      }
