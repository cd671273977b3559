import type { FileHandle } from 'node:fs/promises'
import { listCompoundStreams } from '#packages/archive'
import { rethrowAsUnsafe, UnsafeFile } from './unsafe-file.ts'

/** The stream that makes a compound file a document of this kind. */
const mainStreams: Record<string, readonly string[]> = {
  doc: ['WordDocument'],
  wps: ['WordDocument'],
  xls: ['Workbook', 'Book'],
  ppt: ['PowerPoint Document'],
}
const macroStreams = ['VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR', 'Macros', '\u0001Ole10Native']

/** A document of Office before 2007 or of WPS: a compound file whose directory shows the document type. */
export async function checkCompound(file: FileHandle, suffix: string) {
  const streams = await listCompoundStreams(file).catch(rethrowAsUnsafe)
  if (!mainStreams[suffix]!.some((name) => streams.has(name))) throw new UnsafeFile('a document of another kind')
  if (macroStreams.some((name) => streams.has(name))) throw new UnsafeFile('a document with macros or a program in it')
}
