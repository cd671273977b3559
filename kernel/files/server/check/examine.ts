import { open, type FileHandle } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { piecesOf } from '#packages/archive'
import type { FileKind } from '../../contract-types.ts'
import { checkCompound } from './compound.ts'
import { checkOffice } from './office.ts'
import { charsetOf, refusePage } from './text.ts'
import { Unsafe } from './unsafe.ts'

/** What the bytes must look like, by suffix; pictures are drawn anew and take the suffix of what they are. */
const picture = ['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/bmp', 'image/webp']
const accepted: Record<string, readonly string[]> = {
  jpg: picture,
  jpeg: picture,
  png: picture,
  gif: picture,
  bmp: picture,
  webp: picture,
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

interface Uploaded {
  path: string
  size: number
  suffix: string
  kind: FileKind
}

/** Looks at the bytes of a file: they must be what its suffix says and nothing besides. Says what a text is written in. */
export async function examine({ path, size, suffix, kind }: Uploaded): Promise<{ charset?: string }> {
  const file = await open(path)
  try {
    if (kind === 'txt') return { charset: await charsetOf(file) }
    if (['docx', 'pptx', 'xlsx'].includes(suffix)) await checkOffice(file, suffix)
    else if (['doc', 'ppt', 'xls', 'wps'].includes(suffix)) await checkCompound(file, suffix)
    else await checkSniffed(path, file, size, suffix)
    return {}
  } finally {
    await file.close()
  }
}

async function checkSniffed(path: string, file: FileHandle, size: number, suffix: string) {
  const found = await fileTypeFromFile(path).catch((error: unknown) => {
    throw new Unsafe('nothing that is known', { cause: error })
  })
  const types = accepted[suffix] ?? []
  if (!found || !types.includes(found.mime)) throw new Unsafe('not what the suffix says')
  const begin = await textAt(file, 0)
  if (types !== picture) refusePage(begin)
  if (suffix === 'pdf') await checkPdf(file, size, begin)
}

/** It begins and ends as one: nothing stands before it, and no archive or page hangs behind it. */
async function checkPdf(file: FileHandle, size: number, begin: string) {
  const end = await textAt(file, Math.max(0, size - headBytes))
  if (!begin.startsWith('%PDF-') || !end.includes('%%EOF')) throw new Unsafe('no whole PDF')
  refusePage(end.slice(end.lastIndexOf('%%EOF')))
  for await (const piece of piecesOf(file))
    if (piece.includes('/Launch')) throw new Unsafe('a PDF that starts programs')
}

async function textAt(file: FileHandle, at: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, at)
  return buffer.toString('latin1', 0, bytesRead)
}
