import type { FastifyRequest } from 'fastify'
import type { Route, Upload } from '#packages/contract'
import { invalid } from '#packages/core'
import { isUnreadable, unreadableRefusal } from './request-guards.ts'

/** Reads a form with small files into memory; the route or the server's defaults limit the size. */
export async function readForm(request: FastifyRequest, { uploadBytes }: Route): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw invalid([{ field: '', msg: '请求格式不正确' }])
  try {
    return await readParts(request, uploadBytes)
  } catch (error) {
    if (isParserError(error)) throw invalid([{ field: '', msg: '请求格式不正确' }])
    throw error
  }
}

/** Errors of the parser about a boundary that is missing or too long, or a form that ends early. They have no code. */
const isParserError = (error: unknown) =>
  error instanceof Error &&
  /^(Unsupported Content-Type\.|Multipart: Boundary not found|The needle cannot .*|(.* terminated early due to u|U)nexpected end of multipart data)$/.test(
    error.message,
  )

async function readParts(request: FastifyRequest, uploadBytes: number | undefined) {
  const form: Record<string, unknown> = {}
  for await (const part of request.parts(limitsFor(uploadBytes))) {
    if (isUnreadable(part.fieldname)) throw unreadableRefusal()
    // A field may declare itself as JSON; form fields are always text here.
    if (part.type === 'field') {
      const text = typeof part.value === 'string' ? part.value : ''
      if (isUnreadable(text)) throw unreadableRefusal()
      form[part.fieldname] = text
    } else {
      if (isUnreadable(part.filename)) throw unreadableRefusal()
      const bytes = await part.toBuffer()
      const file: Upload = { name: part.filename, type: part.mimetype, bytes }
      if (bytes.length > 0) form[part.fieldname] = file
    }
  }
  return form
}

/** A file that is too large is cut one byte after its limit, so that the contract refuses it with its own message. */
const limitsFor = (uploadBytes: number | undefined) =>
  uploadBytes === undefined
    ? {}
    : {
        throwFileSizeLimit: false,
        limits: { fileSize: uploadBytes + 1, files: 1, fields: 30, fieldSize: 100_000 },
      }
