import type { FileHandle } from 'node:fs/promises'
import { readEntry, verifyEntrySizes, listZipEntries } from '#packages/archive'
import { rethrowAsUnsafe, UnsafeFile } from './unsafe-file.ts'

const mainTypes: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}
const maxTypesBytes = 1024 * 1024
/** Executable contents: macros, controls and embedded programs. */
const executableEntries =
  /vbaProject\.bin$|vbaData\.xml$|(^|\/)activeX\/|\.(exe|dll|js|vbs|bat|cmd|hta|html?|svg|ps1|jar|lnk)$/i

/** A document of Office since 2007: a zip whose content list names the type of its main part. */
export const checkOffice = (file: FileHandle, suffix: string) => checkEntries(file, suffix).catch(rethrowAsUnsafe)

async function checkEntries(file: FileHandle, suffix: string) {
  const entries = await listZipEntries(file)
  const isExecutable = entries.some(({ name }) => executableEntries.test(name) && !isEmbeddedImage(name))
  if (isExecutable) throw new UnsafeFile('a document with a program in it')
  const list = entries.find(({ name }) => name === '[Content_Types].xml')
  if (!list) throw new UnsafeFile('an archive that is no document')
  const types = await readEntry(file, list, maxTypesBytes)
  if (/<!DOCTYPE|<!ENTITY/i.test(types)) throw new UnsafeFile('a list of contents with entities')
  if (!types.includes(`"${mainTypes[suffix]}"`)) throw new UnsafeFile('a document of another kind')
  if (/macroEnabled/i.test(types)) throw new UnsafeFile('a document with macros')
  await verifyEntrySizes(file, entries)
}

/** Office stores icons as SVG beside their PNG; only Office shows them, never a browser. */
const isEmbeddedImage = (name: string) => /\/media\/[^/]+\.svg$/i.test(name)
