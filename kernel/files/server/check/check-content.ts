import { open, type FileHandle } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { readPieces } from '#packages/archive'
import type { FileKind } from '../../contract-types.ts'
import { checkCompound } from './compound-files.ts'
import { checkOffice } from './office-files.ts'
import { detectCharset, refuseHtml } from './text-files.ts'
import { UnsafeFile } from './unsafe-file.ts'

/** The accepted content types by suffix. Images are encoded again and get the suffix of their real type. */
const imageTypes = ['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/bmp', 'image/webp']
const acceptedTypes: Record<string, readonly string[]> = {
  jpg: imageTypes,
  jpeg: imageTypes,
  png: imageTypes,
  gif: imageTypes,
  bmp: imageTypes,
  webp: imageTypes,
  mp4: ['video/mp4', 'video/x-m4v', 'video/quicktime'],
  m4v: ['video/x-m4v', 'video/mp4'],
  mov: ['video/quicktime', 'video/mp4'],
  webm: ['video/webm'],
  mp3: ['audio/mpeg'],
  m4a: ['audio/x-m4a', 'audio/mp4', 'video/mp4'],
  wav: ['audio/wav'],
  aac: ['audio/aac'],
  ogg: ['audio/ogg', 'audio/ogg; codecs=opus'],
  pdf: ['application/pdf'],
}
const headBytes = 4096

interface UploadedFile {
  path: string
  size: number
  suffix: string
  kind: FileKind
}

/** Checks that the bytes match the suffix and contain nothing else. Returns the encoding of a text. */
export async function checkContent({ path, size, suffix, kind }: UploadedFile): Promise<{ charset?: string }> {
  const file = await open(path)
  try {
    if (kind === 'txt') return { charset: await detectCharset(file) }
    if (['docx', 'pptx', 'xlsx'].includes(suffix)) await checkOffice(file, suffix)
    else if (['doc', 'ppt', 'xls', 'wps'].includes(suffix)) await checkCompound(file, suffix)
    else await checkDetectedType(path, file, size, suffix)
    return {}
  } finally {
    await file.close()
  }
}

async function checkDetectedType(path: string, file: FileHandle, size: number, suffix: string) {
  const found = await fileTypeFromFile(path).catch((error: unknown) => {
    throw new UnsafeFile('nothing that is known', { cause: error })
  })
  const types = acceptedTypes[suffix] ?? []
  if (!found || !types.includes(found.mime)) throw new UnsafeFile('not what the suffix says')
  const begin = await readTextAt(file, 0)
  if (types !== imageTypes) refuseHtml(begin)
  if (suffix === 'pdf') await checkPdf(file, size, begin)
}

/** Header and trailer must be those of a PDF, so that no archive or page is attached before or behind it. */
async function checkPdf(file: FileHandle, size: number, begin: string) {
  const end = await readTextAt(file, Math.max(0, size - headBytes))
  if (!begin.startsWith('%PDF-') || !end.includes('%%EOF')) throw new UnsafeFile('no whole PDF')
  refuseHtml(end.slice(end.lastIndexOf('%%EOF')))
  for await (const piece of readPieces(file))
    if (piece.includes('/Launch')) throw new UnsafeFile('a PDF that starts programs')
}

async function readTextAt(file: FileHandle, at: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, at)
  return buffer.toString('latin1', 0, bytesRead)
}
