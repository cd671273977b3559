import type { FastifyRequest } from 'fastify'
import type { Upload } from '#packages/contract'
import { invalid } from '#packages/core'

/** A form with small files, read into memory; how much that may be, the server's limits say. */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw invalid([{ field: '', msg: '请求格式不正确' }])
  const form: Record<string, unknown> = {}
  for await (const part of request.parts()) {
    // A field may call itself JSON and be anything then; a form's fields are text.
    if (part.type === 'field') form[part.fieldname] = typeof part.value === 'string' ? part.value : ''
    else {
      const bytes = await part.toBuffer()
      const file: Upload = { name: part.filename, type: part.mimetype, bytes }
      if (bytes.length > 0) form[part.fieldname] = file
    }
  }
  return form
}
