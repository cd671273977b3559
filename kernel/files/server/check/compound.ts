import type { FileHandle } from 'node:fs/promises'
import { compoundStreams } from '#packages/archive'
import { asUnsafe, Unsafe } from './unsafe.ts'

/** The stream that makes a compound file a document of this kind. */
const mainStreams: Record<string, readonly string[]> = {
  doc: ['WordDocument'],
  wps: ['WordDocument'],
  xls: ['Workbook', 'Book'],
  ppt: ['PowerPoint Document'],
}
const macros = ['VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR', 'Macros', '\u0001Ole10Native']

/** A document of Office before 2007, or of WPS: a small file system whose directory names what it is. */
export async function checkCompound(file: FileHandle, suffix: string) {
  const streams = await compoundStreams(file).catch(asUnsafe)
  if (!mainStreams[suffix]!.some((name) => streams.has(name))) throw new Unsafe('a document of another kind')
  if (macros.some((name) => streams.has(name))) throw new Unsafe('a document with macros or a program in it')
}
