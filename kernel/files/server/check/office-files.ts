import type { FileHandle } from 'node:fs/promises'
import { readEntry, verifyEntrySizes, listZipEntries } from '#packages/archive'
import { rethrowAsUnsafe, UnsafeFile } from './unsafe-file.ts'

const mainTypes: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
}
const maxTypesBytes = 1024 * 1024
/** What runs: macros, controls, and programs that were put in. */
const executableEntries =
  /vbaProject\.bin$|vbaData\.xml$|(^|\/)activeX\/|\.(exe|dll|js|vbs|bat|cmd|hta|html?|svg|ps1|jar|lnk)$/i

/** A document of Office since 2007: a zip whose list of contents says that its main part is such a document. */
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

/** Office keeps the drawings of icons as SVG beside their PNG; they are shown by it and never by a browser. */
const isEmbeddedImage = (name: string) => /\/media\/[^/]+\.svg$/i.test(name)
